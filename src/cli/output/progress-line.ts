import { oneLine } from './plain-text.ts';

/** In a log, a line for every percent or second would be noise. */
function withoutShare(text: string): string {
	return text.replace(/ \(\d+ (?:%|s left|min left)\)$/, '');
}

/**
 * What is going on, on the error stream: one line that is rewritten on a terminal; elsewhere one line for every new message.
 */
export class ProgressLine {
	readonly #write: (text: string) => void;
	readonly #live: boolean;
	readonly #width: number;
	#shown = '';

	/** `live`: the stream is a terminal. */
	constructor(write: (text: string) => void, live: boolean, width: number) {
		this.#write = write;
		this.#live = live;
		this.#width = width;
	}

	/** `done` of `total`, where they are known (`total` above 0). */
	update(message: string, done: number, total: number): void {
		const text = oneLine(message);
		if (this.#live) {
			const share = total > 0 ? ` ${Math.round((done / total) * 100)} %` : '';
			this.#write(`\r\u001b[2K${(text + share).slice(0, this.#width - 1)}`);
			this.#shown = text;
		} else if (withoutShare(text) !== this.#shown) {
			this.#shown = withoutShare(text);
			this.#write(`${this.#shown}\n`);
		}
	}

	/** Before anything else is written to the same terminal. */
	clear(): void {
		if (this.#live && this.#shown !== '') this.#write('\r\u001b[2K');
		if (this.#live) this.#shown = '';
	}
}

import { oneLine } from './plain-text.ts';

/** What ends a message of a runner that knows how long the rest takes. */
const estimate = / \((\d+ (?:s|min) left)\)$/;

/**
 * What is going on, on the error stream: one line that is rewritten on a terminal. Elsewhere (a file, the log of a batch system) one
 * line for every new message and for every tenth of the work, with the time that is left: a line for every percent would be noise.
 */
export class ProgressLine {
	readonly #write: (text: string) => void;
	readonly #live: boolean;
	readonly #width: number;
	#shown = '';
	/** Of the work that is going on: tenths that are done. */
	#tenth = 0;

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
			this.#write(`\r\u001b[2K${text.slice(0, this.#width - 1 - share.length)}${share}`);
			this.#shown = text;
		} else this.#log(text, done, total);
	}

	/** Before anything else is written to the same terminal. */
	clear(): void {
		if (this.#live && this.#shown !== '') this.#write('\r\u001b[2K');
		if (this.#live) this.#shown = '';
	}

	#log(text: string, done: number, total: number): void {
		const tenth = tenthOf(done, total);
		const plain = text.replace(estimate, '');
		const isNext = tenth > this.#tenth;
		// Less than before: other work has begun.
		this.#tenth = tenth;
		if (plain === this.#shown && !isNext) return;
		this.#shown = plain;
		const left = estimate.exec(text)?.[1];
		const share = isNext ? ` (${tenth * 10} %${left === undefined ? '' : `, ${left}`})` : '';
		this.#write(`${plain}${share}\n`);
	}
}

/** Whole tenths. Shares are sums of fractions: what lacks only rounding is complete. */
function tenthOf(done: number, total: number): number {
	return total > 0 ? Math.floor((10 * done) / total + 1e-9) : 0;
}

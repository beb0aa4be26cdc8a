import { oneLine } from './plain-text.ts';

/** Time that is left in words: `12 s left`; `undefined` where it cannot be told, or is over at once. */
export function timeLeft(seconds: number | undefined): string | undefined {
	if (seconds === undefined || seconds < 1) return undefined;
	return seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`;
}

/** What is being done: `done` of `total`, where they are known (`total` above 0), and how long the rest takes, where that is. */
export interface ProgressUpdate {
	readonly message: string;
	readonly done: number;
	readonly total: number;
	readonly secondsLeft?: number | undefined;
}

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

	update({ message, done, total, secondsLeft }: ProgressUpdate): void {
		const what = oneLine(message);
		const left = timeLeft(secondsLeft);
		if (this.#live) {
			const text = left === undefined ? what : `${what} (${left})`;
			const share = total > 0 ? ` ${Math.round((done / total) * 100)}%` : '';
			this.#write(`\r\u001b[2K${text.slice(0, this.#width - 1 - share.length)}${share}`);
			this.#shown = text;
		} else this.#log(what, tenthOf(done, total), left);
	}

	/** Before anything else is written to the same terminal. */
	clear(): void {
		if (this.#live && this.#shown !== '') this.#write('\r\u001b[2K');
		if (this.#live) this.#shown = '';
	}

	#log(what: string, tenth: number, left: string | undefined): void {
		const isNext = tenth > this.#tenth;
		// Less than before: other work has begun.
		this.#tenth = tenth;
		if (what === this.#shown && !isNext) return;
		this.#shown = what;
		const share = isNext ? ` (${tenth * 10}%${left === undefined ? '' : `, ${left}`})` : '';
		this.#write(`${what}${share}\n`);
	}
}

/** Whole tenths. Shares are sums of fractions: what lacks only rounding is complete. */
function tenthOf(done: number, total: number): number {
	return total > 0 ? Math.floor((10 * done) / total + 1e-9) : 0;
}

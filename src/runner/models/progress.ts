import { durationInWords } from '../../wording/numbers.ts';

/** Time that is left, by how long what was done has taken; `null` before anything was. */
export function secondsLeft(seconds: number, done: number, left: number): number | null {
	return done <= 0 ? null : Math.round((10 * seconds * left) / done) / 10;
}

/** Hears what a piece of work takes. `long`: that takes a while, and the words say how long. */
export type TellNeeds = (needs: string, long: boolean) => void;

/** What a piece of work takes, in words: what its progress says, and how long all of it lasts, by how long its first part did. */
export class WorkNeeds {
	readonly #tell: TellNeeds;
	readonly #now: () => number;
	#started: number | undefined;
	#reports = 0;

	/** @param now milliseconds. */
	constructor(tell: TellNeeds, now: () => number = () => performance.now()) {
		this.#tell = tell;
		this.#now = now;
	}

	/** At most twice: when the work begins, and when its first part is done. */
	progress(message: string, done: number, total: number): void {
		this.#started ??= this.#now();
		if (this.#reports === 0) this.#say(message, false, 1);
		if (this.#reports > 1 || done <= 0 || total <= 0) return;
		const seconds = (((this.#now() - this.#started) / 1000) * total) / done;
		const long = seconds >= 2;
		this.#say(long ? `${message}, about ${durationInWords(Math.ceil(seconds))} in all` : message, long, 2);
	}

	#say(needs: string, long: boolean, reports: number): void {
		this.#reports = reports;
		this.#tell(needs, long);
	}
}

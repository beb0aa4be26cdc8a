/** What a piece of work takes, in words: what its progress says, and how long all of it lasts, by how long its first part did. */
export class WorkNeeds {
	readonly #tell: (needs: string) => void;
	readonly #now: () => number;
	#started: number | undefined;
	#told = 0;

	/** @param now milliseconds. */
	constructor(tell: (needs: string) => void, now: () => number = () => performance.now()) {
		this.#tell = tell;
		this.#now = now;
	}

	/** At most twice: when the work begins, and when its first part is done. */
	progress(message: string, done: number, total: number): void {
		this.#started ??= this.#now();
		if (this.#told === 0) this.#say(message, 1);
		if (this.#told > 1 || done <= 0 || total <= 0) return;
		const seconds = (this.#now() - this.#started) / 1000 * total / done;
		this.#say(seconds < 2 ? message : `${message}, about ${seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`} in all`, 2);
	}

	#say(needs: string, told: number): void {
		this.#told = told;
		this.#tell(needs);
	}
}

/**
 * Asks for one thing at a time, and of those that wait only for the newest: a threshold that is dragged has many values, and
 * the last one counts.
 */
export class Newest<A, R> {
	readonly #ask: (asked: A) => Promise<R>;
	readonly #answered: (result: R, asked: A) => void;
	readonly #failed: (error: unknown) => void;
	#waiting: { readonly asked: A } | undefined;
	#busy = false;

	constructor(ask: (asked: A) => Promise<R>, answered: (result: R, asked: A) => void, failed: (error: unknown) => void) {
		this.#ask = ask;
		this.#answered = answered;
		this.#failed = failed;
	}

	want(asked: A): void {
		this.#waiting = { asked };
		if (!this.#busy) void this.#work();
	}

	/** What waits is no longer wanted. */
	forget(): void {
		this.#waiting = undefined;
	}

	async #work(): Promise<void> {
		this.#busy = true;
		for (let next = this.#waiting; next !== undefined; next = this.#waiting) {
			this.#waiting = undefined;
			try {
				this.#answered(await this.#ask(next.asked), next.asked);
			} catch (error) {
				this.#failed(error);
			}
		}
		this.#busy = false;
	}
}

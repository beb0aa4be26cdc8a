/**
 * Runs `work` on request, never twice at the same time. Requests that arrive while it runs share one further run, which
 * begins when the present one has ended: what they asked for may have come too late for the present one.
 */
export class MergedRuns {
	readonly #work: () => Promise<void>;
	#running: Promise<void> | undefined;
	#next: Promise<void> | undefined;

	constructor(work: () => Promise<void>) {
		this.#work = work;
	}

	/** Settles as the run does that began after this call. */
	request(): Promise<void> {
		if (this.#running === undefined) return this.#begin();
		this.#next ??= this.#running.then(
			() => this.#follow(),
			() => this.#follow(),
		);
		return this.#next;
	}

	#follow(): Promise<void> {
		this.#next = undefined;
		return this.#begin();
	}

	#begin(): Promise<void> {
		const run = this.#work().finally(() => {
			if (this.#running === run) this.#running = undefined;
		});
		this.#running = run;
		return run;
	}
}

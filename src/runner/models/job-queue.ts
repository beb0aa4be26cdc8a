interface Job {
	readonly owner: string;
	readonly start: () => void;
}

/**
 * Work for the one model, one piece at a time. Next comes the owner of the lowest rank (the visible editor's document is 0);
 * among equals the one that was served longest ago, so that a batch of a thousand files never keeps a single one waiting
 * for more than its own turn; within an owner, order of arrival.
 */
export class JobQueue {
	readonly #rank: (owner: string) => number;
	readonly #onChange: (jobs: number) => void;
	readonly #served = new Map<string, number>();
	#waiting: Job[] = [];
	#running = false;
	#turn = 0;

	constructor(rank: (owner: string) => number, onChange: (jobs: number) => void = () => undefined) {
		this.#rank = rank;
		this.#onChange = onChange;
	}

	/** Jobs that run or wait. */
	get size(): number {
		return this.#waiting.length + (this.#running ? 1 : 0);
	}

	/**
	 * Runs `task` when its turn comes. Rejects with the signal's reason at once when aborted while it waits; a running job
	 * hears of it through the same signal.
	 */
	add<T>(owner: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			if (signal.aborted) return reject(signal.reason);
			const onAbort = (): void => {
				this.#waiting = this.#waiting.filter((waiting) => waiting !== job);
				this.#onChange(this.size);
				reject(signal.reason);
			};
			const job: Job = {
				owner,
				start: () => {
					signal.removeEventListener('abort', onAbort);
					void task()
						.then(resolve, reject)
						.finally(() => {
							this.#running = false;
							this.#onChange(this.size);
							this.#next();
						});
				},
			};
			signal.addEventListener('abort', onAbort, { once: true });
			this.#waiting.push(job);
			this.#onChange(this.size);
			this.#next();
		});
	}

	#next(): void {
		if (this.#running || this.#waiting.length === 0) return;
		const key = (job: Job): readonly [number, number] => [this.#rank(job.owner), this.#served.get(job.owner) ?? -1];
		let best = this.#waiting[0]!;
		for (const job of this.#waiting) {
			const [rank, served] = key(job);
			const [bestRank, bestServed] = key(best);
			if (rank < bestRank || (rank === bestRank && served < bestServed)) best = job;
		}
		this.#waiting = this.#waiting.filter((job) => job !== best);
		// Owners that wait for nothing need no memory of their turns.
		if (this.#waiting.length === 0) this.#served.clear();
		this.#served.set(best.owner, this.#turn++);
		this.#running = true;
		best.start();
	}
}

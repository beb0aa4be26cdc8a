/** Something that can be given up; `vscode.Disposable` fits. */
export interface Disposable {
	dispose(): unknown;
}

/**
 * Disposables that end together, last one first. What is added after the end is disposed at once, so that a start that was
 * still under way when the window closed leaves nothing behind.
 */
export class DisposableList implements Disposable {
	readonly #held: Disposable[] = [];
	#disposed = false;

	get disposed(): boolean {
		return this.#disposed;
	}

	/** Takes over `disposable` and hands it back. */
	add<T extends Disposable>(disposable: T): T {
		if (this.#disposed) disposable.dispose();
		else this.#held.push(disposable);
		return disposable;
	}

	/** Disposes all of them, even when some throw; the first error is thrown on at the end. */
	dispose(): void {
		this.#disposed = true;
		const failures: unknown[] = [];
		for (let last = this.#held.pop(); last !== undefined; last = this.#held.pop()) {
			try {
				last.dispose();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0) throw failures[0];
	}
}

/** Hands one value to any number of handlers, in the order in which they came. */
export class FanOut<T> {
	readonly #handlers = new Set<{ readonly handle: (value: T) => void }>();

	/** Until it is disposed; the same function twice is called twice. */
	add(handle: (value: T) => void): Disposable {
		const entry = { handle };
		this.#handlers.add(entry);
		return {
			dispose: () => {
				this.#handlers.delete(entry);
			},
		};
	}

	/** To all who are there; one that leaves meanwhile takes no other along. */
	fire(value: T): void {
		for (const { handle } of this.#handlers) handle(value);
	}
}

/**
 * Runs `work` on request, never twice at the same time. Requests that arrive while it runs share one further run, which
 * begins when the present one has ended: what they asked for may have come too late for the present one.
 */
export class MergedRuns {
	readonly #task: () => Promise<void>;
	#running: Promise<void> | undefined;
	#next: Promise<void> | undefined;

	constructor(task: () => Promise<void>) {
		this.#task = task;
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
		const run = this.#task().finally(() => {
			if (this.#running === run) this.#running = undefined;
		});
		this.#running = run;
		return run;
	}
}

/** Something that can be disposed of. `vscode.Disposable` fits. */
export interface Disposable {
	dispose(): unknown;
}

/**
 * Disposables that end together, the last one first. What is added after the end is disposed at once. So a start that is still under way
 * when the window closes leaves nothing behind.
 */
export class DisposableList implements Disposable {
	readonly #held: Disposable[] = [];
	#disposed = false;

	get disposed(): boolean {
		return this.#disposed;
	}

	/** Takes over `disposable` and returns it. */
	add<T extends Disposable>(disposable: T): T {
		if (this.#disposed) disposable.dispose();
		else this.#held.push(disposable);
		return disposable;
	}

	/** Disposes all of them, even if some throw. At the end, it throws the first error. */
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

/** Hands one value to any number of handlers, in the order in which they were added. */
export class FanOut<T> {
	readonly #handlers = new Set<{ readonly handle: (value: T) => void }>();

	/** Adds a handler until the returned object is disposed. A function that is added twice is called twice. */
	add(handle: (value: T) => void): Disposable {
		const entry = { handle };
		this.#handlers.add(entry);
		return {
			dispose: () => {
				this.#handlers.delete(entry);
			},
		};
	}

	/** Calls every handler. A handler that is removed meanwhile does not keep the others from being called. */
	fire(value: T): void {
		for (const { handle } of this.#handlers) handle(value);
	}
}

/**
 * Runs `task` on request, never twice at the same time.
 * Requests that arrive while it runs share one more run, which begins when the present run has ended. What they asked for may have come too
 * late for the present run.
 */
export class MergedRuns {
	readonly #task: () => Promise<void>;
	#running: Promise<void> | undefined;
	#next: Promise<void> | undefined;

	constructor(task: () => Promise<void>) {
		this.#task = task;
	}

	/** Requests a run. The promise settles like the run that begins after this call. */
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

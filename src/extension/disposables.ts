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

import type { Disposable } from './disposables.ts';

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

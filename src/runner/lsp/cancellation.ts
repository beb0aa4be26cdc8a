/**
 * Why work is aborted that may be asked for again at once: the text was edited, the cursor moved. Nobody has asked for the model process to
 * stop, so it keeps a model that it is about to load for as long as it shows signs of life. It is an `AbortError` as any other.
 */
export class Superseded extends DOMException {
	constructor() {
		super('superseded', 'AbortError');
	}
}

/** A signal that says so when the given one is aborted. */
export function supersededWith(signal: AbortSignal): AbortSignal {
	const controller = new AbortController();
	const abort = (): void => controller.abort(new Superseded());
	if (signal.aborted) abort();
	else signal.addEventListener('abort', abort, { once: true });
	return controller.signal;
}

/** One run at a time: a newer run ends the older one, whose result is dropped. */
export class LatestRun {
	#current: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;

	get isRunning(): boolean {
		return this.#current !== undefined;
	}

	/**
	 * Ends the run that is going on as superseded, and starts this one in the next microtask.
	 * @param perform gets the run's signal, and whether the run is still the latest; it must not reject
	 * @param settle gets the result, only while the run is the latest; `isRunning` is already `false`
	 */
	start<T>(perform: (signal: AbortSignal, isLatest: () => boolean) => Promise<T>, settle: (result: T) => void): void {
		this.end(new Superseded());
		const controller = new AbortController();
		const isLatest = (): boolean => this.#current?.controller === controller;
		const run = async (): Promise<void> => {
			// Until the next microtask, `isLatest` would be false.
			await Promise.resolve();
			const result = await perform(controller.signal, isLatest);
			if (!isLatest()) return;
			this.#current = undefined;
			settle(result);
		};
		this.#current = { controller, ended: run() };
	}

	/** Ends the run that is going on, if there is one. @param reason absent: an `AbortError` */
	end(reason?: unknown): void {
		const current = this.#current;
		this.#current = undefined;
		current?.controller.abort(reason);
	}

	/** Waits until no run is going on: a newer run takes the place of an older one. */
	async idle(): Promise<void> {
		// oxlint-disable-next-line no-await-in-loop -- each run may be followed by a newer one
		while (this.#current !== undefined) await this.#current.ended;
	}
}

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

/** What `promise` gives, unless the signal is aborted before: then its reason, at once. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const onAbort = (): void => reject(signal.reason);
		signal.addEventListener('abort', onAbort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
	});
}

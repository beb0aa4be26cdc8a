import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import { EndpointFailure } from './endpoint-failure.ts';

export interface RetryOptions {
	/** After the first attempt. */
	readonly retries: number;
	/** Whether a failure may be over the next time. */
	readonly isPassing: (failure: EndpointFailure) => boolean;
	readonly signal: AbortSignal;
	/** It is waited because of this. */
	readonly onWaiting: (failure: EndpointFailure) => void;
}

/**
 * Asks again where that may help: after a second, two, four, to half a minute, each up to twice as long by chance, so that requests that failed together do not come
 * together again; and never before the time that the endpoint asked for. Rejects as the last attempt does, or with the signal's reason.
 */
export function retried<T>(ask: () => Promise<T>, { retries, isPassing, signal, onWaiting }: RetryOptions): Promise<T> {
	const again = (error: Error): error is EndpointFailure => error instanceof EndpointFailure && isPassing(error);
	return pRetry(ask, {
		retries,
		minTimeout: 1000,
		maxTimeout: 30_000,
		randomize: true,
		signal,
		shouldRetry: ({ error }) => again(error),
		onFailedAttempt: async ({ error, retriesLeft }) => {
			if (retriesLeft === 0 || !again(error)) return;
			onWaiting(error);
			if (error.waitFor === undefined) return;
			try {
				await delay(error.waitFor, undefined, { signal });
			} catch (stopped) {
				signal.throwIfAborted();
				throw stopped;
			}
		},
	});
}

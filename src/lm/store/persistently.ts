import { setTimeout as wait } from 'node:timers/promises';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

export interface Persistence {
	readonly signal: AbortSignal;
	/** First pause before an interrupted download goes on, milliseconds; doubles twice. Default 1,000. */
	readonly retryDelay?: number;
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** Times that an interrupted download goes on by itself. */
const tries = 4;

/** Runs a download, and again where its connection broke (RA307). Rejects as it does, with the last error; the signal's reason when aborted. */
export async function persistently<T>({ signal, retryDelay = 1000, onProgress }: Persistence, act: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await act();
		} catch (error) {
			if (!(error instanceof UserError) || error.code !== errorNumbers.downloadInterrupted || attempt === tries) throw error;
			onProgress(`${error.message} Going on`, 0, 0);
			await wait(retryDelay * 2 ** (attempt - 1), undefined, { signal }).catch((reason: unknown) => {
				signal.throwIfAborted();
				throw reason;
			});
		}
	}
}

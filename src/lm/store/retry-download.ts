import pRetry from 'p-retry';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

export interface DownloadRetryOptions {
	readonly signal: AbortSignal;
	/** Pause before an interrupted download goes on for the first time, in milliseconds. It doubles each time. Default 1,000. */
	readonly retryDelay?: number;
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** Times that an interrupted download goes on by itself. */
const retries = 3;

/**
 * Runs a download, and runs it again after its connection broke (RA307).
 * @throws the download's last error; the signal's reason when it is aborted
 */
export function retryDownload<T>({ signal, retryDelay = 1000, onProgress }: DownloadRetryOptions, download: () => Promise<T>): Promise<T> {
	return pRetry(download, {
		retries,
		minTimeout: retryDelay,
		factor: 2,
		signal,
		shouldRetry: ({ error }) => error instanceof UserError && error.code === errorNumbers.downloadInterrupted,
		onFailedAttempt: ({ error, retriesLeft }) => {
			if (error instanceof UserError && error.code === errorNumbers.downloadInterrupted && retriesLeft > 0)
				onProgress(`${error.message} Going on`, 0, 0);
		},
	});
}

import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/**
 * What a request of the client library ends in when its runner is gone: -32097 PendingResponseRejected, -32096
 * ConnectionInactive, -32099 MessageWriteError; and in the moment before the library knows, its ConnectionError (1 closed,
 * 2 disposed). By number, since the library has more than one copy of these classes.
 */
const losses: readonly unknown[] = [-32097, -32096, -32099, 1, 2];

/** Whether a request failed for want of a runner, which says nothing about the request. */
export function isConnectionLoss(error: unknown): boolean {
	return error instanceof Error && 'code' in error && losses.includes(error.code);
}

/** What the user reads instead of the library's words. */
export function runnerStopped(cause?: unknown): UserError {
	return new UserError(errorNumbers.runnerGone, 'The runner has stopped before this ended.', {
		hint: 'Run "RAG Assay: Restart Runner".',
		cause,
	});
}

/** How a request goes on when its runner is lost. */
export interface Comeback {
	/** Resolves when the runner answers again (true), or stays down (false). Called at the loss. */
	readonly runsAgain: () => Promise<boolean>;
	/** Undoes what the lost request has left. */
	readonly lost?: () => Promise<void>;
}

/** Asks, and once more when the runner was lost meanwhile and runs again; RA801 when it does not, or is lost again. */
export async function askThroughRestart<T>(ask: () => Promise<T>, { runsAgain, lost }: Comeback): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		if (!isConnectionLoss(error)) throw error;
		const [runs] = await Promise.all([runsAgain(), lost?.()]);
		if (!runs) throw runnerStopped(error);
	}
	return ask().catch((error: unknown) => {
		throw isConnectionLoss(error) ? runnerStopped(error) : error;
	});
}

import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { RunnerSettings } from '../protocol/requests.ts';

/** Throws RA511 in a workspace that is not trusted: its texts must not make a model write into it. */
export function requireTrust({ trusted }: Pick<RunnerSettings, 'trusted'>): void {
	if (trusted) return;
	throw new UserError(errorNumbers.generationInUntrustedWorkspace, 'Answers are not written in a workspace that is not trusted.', {
		hint: 'Trust the workspace, then generate again.',
	});
}

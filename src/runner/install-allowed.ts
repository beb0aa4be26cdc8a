import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { RunnerSettings } from '../protocol/requests.ts';

/** Throws RA331 offline, and RA332 in a workspace that is not trusted: what is in it must not make anything be fetched. */
export function requireInstallable({ offline, trusted }: Pick<RunnerSettings, 'offline' | 'trusted'>): void {
	if (!trusted)
		throw new UserError(errorNumbers.cudaInstallationInUntrustedWorkspace, 'Nothing is installed from a workspace that is not trusted.', {
			hint: 'Trust the workspace, or open another, then install again.',
		});
	if (offline)
		throw new UserError(errorNumbers.cudaInstallationOffline, 'CUDA cannot be installed offline: its libraries are downloaded.', {
			hint: 'Leave --offline out, or switch ragAssay.offline off, for as long as it takes.',
		});
}

import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { RunnerSettings } from '../../protocol/requests.ts';

/** Throws RA331 offline, and RA332 in a workspace that is not trusted: what is in it must not make anything be fetched. */
export function requireInstallable({ offline, trusted }: Pick<RunnerSettings, 'offline' | 'trusted'>): void {
	if (!trusted)
		throw new UserError(
			errorNumbers.cudaInstallationInUntrustedWorkspace,
			'RAG Assay installs nothing from a workspace that you do not trust.',
			{
				hint: 'Trust the workspace, or open another, then install again.',
			},
		);
	if (offline)
		throw new UserError(
			errorNumbers.cudaInstallationOffline,
			'CUDA cannot be installed offline, because its libraries must be downloaded.',
			{
				hint: 'For the installation, leave --offline out, or turn ragAssay.offline off.',
			},
		);
}

const refusals = {
	answers: { message: 'Answers are not written in a workspace that is not trusted.', hint: 'Trust the workspace, then generate again.' },
	stores: {
		message: 'Stores behind an address are not opened in a workspace that is not trusted.',
		hint: 'Trust the workspace, or name a file.',
	},
	memories: { message: 'Memories are not changed in a workspace that is not trusted.', hint: 'Trust the workspace, then try again.' },
	ledgers: { message: 'Privacy ledgers are not written in a workspace that is not trusted.', hint: 'Trust the workspace, then try again.' },
};

/** Throws RA511 in a workspace that is not trusted: its texts must not make a model write into it, and its links not lead what is written elsewhere. */
export function requireTrust({ trusted }: Pick<RunnerSettings, 'trusted'>, what: keyof typeof refusals = 'answers'): void {
	if (trusted) return;
	const { message, hint } = refusals[what];
	throw new UserError(errorNumbers.generationInUntrustedWorkspace, message, {
		hint,
	});
}

import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Repository } from './repository.ts';

/** A file that a repository does not have, so that another name can be tried. */
export class NoSuchFile extends UserError {}

/** What a hub's refusal means for a user. `errorCode` is its `X-Error-Code` header. */
export function refusalOf(
	status: number,
	errorCode: string | string[] | undefined,
	from: Repository,
	file: string,
	hasToken: boolean,
): UserError {
	const at = `${from.id}${from.revision === 'main' ? '' : ` at ${from.revision}`}`;
	const page = new URL(from.id, from.host).href;
	if (status === 401) {
		return hasToken
			? new UserError(errorNumbers.hubTokenNotAccepted, `The hub does not accept the token for ${at}.`, {
					hint: 'Make a new token with read access, and check the id for typing mistakes.',
				})
			: new UserError(errorNumbers.hubTokenNotAccepted, `The hub asks who wants ${at}: it is private, gated, or does not exist.`, {
					hint: 'Check the id; for a private model set HF_TOKEN, or store a token in the editor.',
				});
	}
	if (status === 403 || errorCode === 'GatedRepo') {
		return new UserError(errorNumbers.hubAccessDenied, `The hub does not give ${at} to this account.`, {
			hint: `Ask for access on ${page}, then try again with that account's token.`,
		});
	}
	if (status === 404) {
		if (errorCode === 'RepoNotFound')
			return new UserError(errorNumbers.notFoundOnHub, `The hub has no repository ${from.id}.`, {
				hint: 'Check the id for typing mistakes; a private one needs a token.',
			});
		if (errorCode === 'RevisionNotFound')
			return new UserError(errorNumbers.notFoundOnHub, `The repository ${from.id} has no revision ${from.revision}.`, {
				hint: `Look at ${page} for its branches and tags.`,
			});
		return new NoSuchFile(errorNumbers.notFoundOnHub, `The repository ${at} has no ${file}.`, {
			hint: `Look at ${page} for what it holds: an ONNX export in the layout of Hugging Face repositories is needed.`,
		});
	}
	return new UserError(errorNumbers.downloadServerFailed, `The hub answered ${status} for ${file} of ${at}.`, {
		hint: status === 429 ? 'It limits how often one may ask: wait, or use a token.' : 'Try again later; what was downloaded is kept.',
	});
}

import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** A model repository of a hub, at a revision. */
export interface Repository {
	/** `owner/name`, or `name` for a few old ones. */
	readonly id: string;
	/** Branch, tag or commit. */
	readonly revision: string;
	/** Base address of the hub, ending in `/`. */
	readonly host: string;
}

export const publicHub = 'https://huggingface.co/';

/** Whether a text can be the id of a repository, by the hub's rules. */
export function isRepositoryId(text: string): boolean {
	return (
		/^(?:[\w-][\w.-]{0,95}\/)?[\w-][\w.-]{0,95}$/.test(text) &&
		!text.includes('..') &&
		!text.includes('--') &&
		!text.endsWith('.git') &&
		!text.endsWith('.')
	);
}

/** @throws {UserError} RA301 when `revision` cannot name one, or `host` is no web address. */
export function repository(id: string, revision: string, host: string): Repository {
	if (!/^[\w./-]{1,200}$/.test(revision) || revision.split('/').some((part) => /^\.*$/.test(part))) {
		throw new UserError(errorNumbers.invalidModelId, `${JSON.stringify(revision)} cannot be a revision.`, {
			hint: 'Give a branch, a tag or a commit, such as main.',
		});
	}
	const address = URL.canParse(host) ? new URL(host) : undefined;
	if (address === undefined || !['http:', 'https:'].includes(address.protocol) || address.username !== '' || address.search !== '') {
		throw new UserError(errorNumbers.invalidModelId, `${JSON.stringify(host)} is not the address of a model hub.`, {
			hint: `Set HF_ENDPOINT to an address such as ${publicHub.slice(0, -1)}, or unset it.`,
		});
	}
	return { id, revision, host: address.href.endsWith('/') ? address.href : `${address.href}/` };
}

/** Folder of a repository inside the store: ids cannot hold `--`, so names do not collide. */
export function folderNames({ id, revision }: Repository): [string, string] {
	return [id.replace('/', '--'), encodeURIComponent(revision)];
}

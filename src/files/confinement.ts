import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { FileKind } from './file-kind.ts';

/** Whether `path` is `folder` or below it; both absolute, links aside. */
export function isWithin(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Where this process may read: one process serves one workspace, and a limit of the process cannot be forgotten by who reads.
 * `null`: wherever links lead.
 */
let roots: readonly string[] | null = null;

/**
 * From now on links may lead wherever they do (`null`), or, in a workspace that is not trusted, not out of the folders `to`: a file that is
 * named below one of them must end below it, and one of the workspace that is named elsewhere must end in its own folder.
 */
export function confineLinks(to: readonly string[] | null): void {
	roots = to;
}

/** @throws {UserError} RA513 where the file at `path` is not read because a link on its way leads out of the workspace. */
export async function requireReach(path: string, { subject, ofWorkspace }: FileKind): Promise<void> {
	if (roots === null) return;
	const named = resolve(path);
	const root = roots.find((one) => isWithin(resolve(one), named)) ?? (ofWorkspace === true ? dirname(named) : undefined);
	if (root === undefined) return;
	const real = await realpath(named);
	if (isWithin(await realpath(root), real)) return;
	throw new UserError(
		errorNumbers.linkOutOfWorkspace,
		`${subject} is not read: a link leads to '${real}', out of a workspace that is not trusted.`,
		{
			place: { file: path },
			hint: 'Replace the link by a copy if you trust that file, or trust the workspace.',
		},
	);
}

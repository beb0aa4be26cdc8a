import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isWithin } from '../../files/is-within.ts';
import type { PlainFile } from '../../onnx/graph-files.ts';
import { plainFile } from './plain-file.ts';

/** Where the small files of a model may end, links followed: its folder, and where its model file ends. */
export async function folderRoots(folder: string, graph: Pick<PlainFile, 'realPath'>): Promise<readonly string[]> {
	return [await realpath(folder), dirname(graph.realPath)];
}

/**
 * A file of a model folder by its name (with `/`), if there is one.
 * @throws {UserError} RA211 for a link out of `roots`, and as `plainFile`.
 */
export async function folderFile(folder: string, roots: readonly string[], name: string, limit: number): Promise<PlainFile | undefined> {
	const file = await plainFile(join(folder, ...name.split('/')), limit);
	if (file === undefined || roots.some((root) => isWithin(root, file.realPath))) return file;
	throw new UserError(errorNumbers.linkOutOfModelFolder, `This file is a link to ${file.realPath}, outside the model's folder.`, {
		place: { file: file.path },
		hint: 'Copy that file into the folder if you trust it.',
	});
}

import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { hasCode, UserError } from '../../errors.ts';
import { readHead } from '../../files/read-file.ts';
import { modelFile } from '../../files/file-kind.ts';
import type { PlainFile } from '../../onnx/graph-files.ts';

/**
 * The file at `path` (absolute), or `undefined` when there is none.
 * @throws {UserError} RA204 when it is no regular file, empty, larger than `limit` bytes, unreadable, or a link to nothing;
 * RA213 when it is the pointer that Git LFS leaves in a file's place.
 */
export async function plainFile(path: string, limit: number): Promise<PlainFile | undefined> {
	try {
		const realPath = await realpath(path);
		const found = await stat(realPath, { bigint: true });
		const bytes = Number(found.size);
		if (!found.isFile()) throw refusal(path, 'is not a regular file.', 'A model folder holds plain files.');
		if (bytes === 0) throw refusal(path, 'is empty.', 'Download or export the model again.');
		if (bytes > limit)
			throw refusal(path, `has ${bytes} bytes, and at most ${limit} are read of such a file.`, 'Check that this is the right file.');
		if (bytes < 1024 && (await isLfsPointer(realPath))) {
			throw new UserError(errorNumbers.gitLfsPointer, 'This file is a Git LFS pointer, not the file itself.', {
				place: { file: path },
				hint: "Run 'git lfs pull' in the repository, or download the model again.",
			});
		}
		return { path, realPath, bytes, links: Number(found.nlink), inode: `${found.dev}:${found.ino}`, written: String(found.mtimeNs) };
	} catch (cause) {
		if (hasCode(cause, 'ENOENT', 'ENOTDIR')) {
			if (await isLink(path)) throw refusal(path, 'is a link to a file that does not exist.', 'Download the model again.', cause);
			return undefined;
		}
		if (hasCode(cause, 'EACCES', 'EPERM', 'ELOOP'))
			throw refusal(path, 'cannot be read (no permission, or a link that leads to itself).', 'Check the permissions of the folder.', cause);
		throw cause;
	}
}

/** Whether every name of a file with several (hard links) lies in its own folder, so that none can lead elsewhere. */
export async function allNamesInFolder(file: PlainFile): Promise<boolean> {
	if (file.links <= 1) return true;
	const folder = dirname(file.realPath);
	let names = 0;
	for (const name of await readdir(folder)) {
		const found = await lstat(join(folder, name), { bigint: true });
		if (`${found.dev}:${found.ino}` === file.inode) names++;
	}
	return names >= file.links;
}

async function isLfsPointer(path: string): Promise<boolean> {
	const mark = 'version https://git-lfs';
	return (await readHead(path, mark.length, modelFile(1024)))?.toString('latin1') === mark;
}

async function isLink(path: string): Promise<boolean> {
	try {
		return (await lstat(path)).isSymbolicLink();
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
		throw error;
	}
}

function refusal(path: string, message: string, hint: string, cause?: unknown): UserError {
	return new UserError(errorNumbers.unreadableModelFile, `This file ${message}`, { place: { file: path }, hint, cause });
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../../src/errors.ts';

/** More than any file of the sets has, in bytes. */
const largest = 64 * 2 ** 20;

/**
 * Reads a file of a git clone: as it stands in the folder, or of the newest commit where the clone has no files (`git clone --bare`).
 * @param path with `/`, from the root of the repository
 * @returns its text, or `undefined` if the clone does not have it.
 */
export async function readSnapshot(clone: string, path: string): Promise<string | undefined> {
	try {
		return await readFile(join(clone, path), 'utf8');
	} catch (error) {
		if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
	}
	try {
		const { stdout } = await promisify(execFile)('git', ['-C', clone, 'show', `HEAD:${path}`], { maxBuffer: largest });
		return stdout;
	} catch (error) {
		// Git ends with 128 for a folder that is no repository, and for a file that the commit does not have.
		if (hasStatus(error, 128) || hasCode(error, 'ENOENT')) return undefined;
		throw error;
	}
}

function hasStatus(error: unknown, status: number): boolean {
	return error instanceof Error && 'code' in error && error.code === status;
}

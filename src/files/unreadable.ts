import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { UserError, hasCode, systemReason } from '../errors.ts';
import type { FileKind } from './file-kind.ts';

/** Returns whether a file operation failed because there is no such file or folder. */
export function isAbsent(error: unknown): boolean {
	return hasCode(error, 'ENOENT', 'ENOTDIR');
}

/**
 * Checks that a file can be written, by creating a file beside it, as a later write will. Permissions alone do not reveal read-only or full
 * file systems. Rejects as the file system does.
 */
export async function tryToWrite(file: string): Promise<void> {
	const draft = `${file}.${randomUUID()}.draft`;
	try {
		await writeFile(draft, ' ', { flag: 'wx', flush: true });
		await rm(draft);
	} catch (cause) {
		// If the draft cannot be removed either, it does not exist, or the first error is the reason to report.
		await rm(draft, { force: true }).catch(() => undefined);
		throw cause;
	}
}

/** Returns the error for a file that does not exist or cannot be read, with its place and what to do. */
export function unreadable(path: string, { subject, code, hint }: FileKind, cause: unknown): UserError {
	return new UserError(code, `${subject} cannot be read: ${systemReason(cause)}.`, { place: { file: path }, hint, cause });
}

/** Returns why an opened file is not read, as a clause. Returns `undefined` for a regular file that is not too large. */
export function reasonAgainst(found: Stats, max: number): string | undefined {
	if (found.isDirectory()) return 'it is a folder, and a file was expected';
	if (found.isFIFO()) return 'it is a pipe, and a file was expected';
	if (found.isSocket()) return 'it is a socket, and a file was expected';
	if (!found.isFile()) return 'it is a device, which may have no end, and a file was expected';
	return found.size > max ? tooLarge(found.size, max) : undefined;
}

/** Returns the clause for a file that is too large. Sizes are in bytes. */
export function tooLarge(bytes: number, max: number): string {
	return `it has ${bytes} bytes, and at most ${max} are read of such a file`;
}

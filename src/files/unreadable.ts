import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { UserError, hasCode, systemReason } from '../errors.ts';
import type { FileKind } from './file-kind.ts';

/** Whether a file operation failed because there is no such file or folder. */
export function isAbsent(error: unknown): boolean {
	return hasCode(error, 'ENOENT', 'ENOTDIR');
}

/**
 * Whether a file can be written, by making one beside it as writing it will: permissions do not tell of file systems that are read-only or full. Rejects as the
 * file system does.
 */
export async function tryToWrite(file: string): Promise<void> {
	const draft = `${file}.${randomUUID()}.draft`;
	try {
		await writeFile(draft, ' ', { flag: 'wx', flush: true });
		await rm(draft);
	} catch (cause) {
		// Where it cannot be removed either, there is none, or the reason is the one that is told.
		await rm(draft, { force: true }).catch(() => undefined);
		throw cause;
	}
}

/** The error of a file that is not there or cannot be read, with its place and what to do. */
export function unreadable(path: string, { subject, code, hint }: FileKind, cause: unknown): UserError {
	return new UserError(code, `${subject} cannot be read: ${systemReason(cause)}.`, { place: { file: path }, hint, cause });
}

/** Why what was opened is not read, as a clause; `undefined` where it is a file of a size that may be read. */
export function reasonAgainst(found: Stats, max: number): string | undefined {
	if (found.isDirectory()) return 'it is a folder, and a file was expected';
	if (found.isFIFO()) return 'it is a pipe, and a file was expected';
	if (found.isSocket()) return 'it is a socket, and a file was expected';
	if (!found.isFile()) return 'it is a device, which may have no end, and a file was expected';
	return found.size > max ? tooLarge(found.size, max) : undefined;
}

export function tooLarge(bytes: number, max: number): string {
	return `it has ${bytes} bytes, and at most ${max} are read of such a file`;
}

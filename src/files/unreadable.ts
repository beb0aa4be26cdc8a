import type { Stats } from 'node:fs';
import { systemReason, UserError } from '../errors.ts';
import type { FileKind } from './file-kind.ts';

/** The error of a file that is not there or cannot be read, with its place and what to do. */
export function unreadable(path: string, { subject, code, hint }: FileKind, cause: unknown): UserError {
	return new UserError(code, `${subject} cannot be read: ${systemReason(cause)}.`, { place: { file: path }, hint, cause });
}

/** Why what was opened is not read, as a clause; `undefined` where it is a file of a size that may be read. */
export function reasonAgainst(found: Stats, most: number): string | undefined {
	if (found.isDirectory()) return 'it is a folder, and a file was expected';
	if (found.isFIFO()) return 'it is a pipe, and a file was expected';
	if (found.isSocket()) return 'it is a socket, and a file was expected';
	if (!found.isFile()) return 'it is a device, which may have no end, and a file was expected';
	return found.size > most ? tooLarge(found.size, most) : undefined;
}

export function tooLarge(bytes: number, most: number): string {
	return `it has ${bytes} bytes, and at most ${most} are read of such a file`;
}

import { lstatSync, statSync, type Stats } from 'node:fs';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { fileKinds } from '../files/file-kind.ts';
import { unreadable } from '../files/unreadable.ts';

/** What a path leads to that an argument names. @throws {UserError} RA701 where nothing is, RA506 where that cannot be found out. */
export function statNamed(path: string): Stats {
	const stats = readNamed(path, () => statSync(path, { throwIfNoEntry: false }));
	if (stats !== undefined) return stats;
	const isLink = readNamed(path, () => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
	throw new UserError(errorNumbers.pathNotFound, isLink ? 'This link leads to nothing.' : 'No such file or folder.', {
		place: { file: path },
		hint: isLink ? 'Correct the link, or name the file itself.' : 'Check the path. Put quotes around a name with spaces.',
	});
}

/** What the file system says of a path that an argument names. @throws {UserError} RA506 where it says an error. */
export function readNamed<T>(path: string, read: () => T): T {
	try {
		return read();
	} catch (cause) {
		if (cause instanceof Error && 'syscall' in cause) throw unreadable(path, fileKinds.named, cause);
		throw cause;
	}
}

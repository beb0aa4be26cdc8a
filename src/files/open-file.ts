import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { UserError } from '../errors.ts';
import { requireReach } from './confinement.ts';
import type { FileKind } from './file-kind.ts';
import { isAbsent } from './absent-file.ts';
import { reasonAgainst, unreadable } from './unreadable.ts';

/** Opening a pipe does not wait for its other end, nor does a terminal take hold of the process. Windows knows neither, and its names no pipes. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** A file that was opened once and looked at through its handle, so that nobody can put another in its place between look and reading. */
export interface OpenedFile extends AsyncDisposable {
	readonly handle: FileHandle;
	/** Bytes that it had when it was opened. */
	readonly size: number;
}

/**
 * Opens a regular file of at most `kind.most` bytes; `undefined` when there is none.
 * @throws {UserError} `kind.code` for a folder, pipe, socket or device, for a file that is too large, and where the system refuses; RA513 as `requireReach`.
 */
export async function openFile(path: string, kind: FileKind): Promise<OpenedFile | undefined> {
	let handle: FileHandle | undefined;
	try {
		await requireReach(path, kind);
		handle = await open(path, flags);
		const found = await handle.stat();
		const reason = reasonAgainst(found, kind.most);
		if (reason !== undefined) throw new Error(reason);
		const opened = handle;
		return { handle: opened, size: found.size, [Symbol.asyncDispose]: () => opened.close() };
	} catch (cause) {
		await handle?.close();
		if (isAbsent(cause)) return undefined;
		throw cause instanceof UserError ? cause : unreadable(path, kind, cause);
	}
}

/**
 * The same for readers that cannot wait, of a file that is known to be there: `read` gets the descriptor and the size in bytes.
 * @throws {UserError} as `openFile`, and `kind.code` where there is no such file; what `read` throws.
 */
export function withFileSync<T>(path: string, kind: FileKind, read: (descriptor: number, size: number) => T): T {
	let descriptor: number;
	try {
		descriptor = openSync(path, flags);
	} catch (cause) {
		throw unreadable(path, kind, cause);
	}
	try {
		const found = fstatSync(descriptor);
		const reason = reasonAgainst(found, kind.most);
		if (reason !== undefined) throw unreadable(path, kind, new Error(reason));
		return read(descriptor, found.size);
	} finally {
		closeSync(descriptor);
	}
}

import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { UserError } from '../errors.ts';
import { requireReach } from './confinement.ts';
import type { FileKind } from './file-kind.ts';
import { isAbsent, reasonAgainst, tooLarge, unreadable } from './unreadable.ts';

/**
 * Flags for opening a file. Opening a pipe does not wait for its other end. Opening a terminal does not make it control the process.
 * Windows has neither flag, and file names cannot name pipes there.
 */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** A file that was opened once and checked through its handle. Nobody can replace it between the check and the reading. */
export interface OpenedFile extends AsyncDisposable {
	readonly handle: FileHandle;
	/** Size in bytes when the file was opened. */
	readonly size: number;
}

/**
 * Opens a regular file of at most `kind.max` bytes. Resolves to `undefined` if there is none.
 * @throws {UserError} `kind.code` for a folder, pipe, socket or device, for a file that is too large, and if the system refuses; RA513 as
 * `requireReach`.
 */
export async function openFile(path: string, kind: FileKind): Promise<OpenedFile | undefined> {
	let handle: FileHandle | undefined;
	try {
		await requireReach(path, kind);
		handle = await open(path, flags);
		const found = await handle.stat();
		const reason = reasonAgainst(found, kind.max);
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
 * Opens a file that must exist, as `openFile` does.
 * @throws {UserError} as `openFile`, and `kind.code` if there is no such file.
 */
export async function requireFile(path: string, kind: FileKind): Promise<OpenedFile> {
	const file = await openFile(path, kind);
	if (file === undefined) throw missing(path, kind);
	return file;
}

/**
 * Opens a file that is known to be there, as `openFile` does, but synchronously and without `requireReach`: links may lead anywhere. Use it only
 * for files that no untrusted workspace can name, such as a model's graph by its real path, or the system's libraries. `read` gets the descriptor
 * and the size in bytes.
 * @throws {UserError} `kind.code` in the cases of `openFile`, and if there is no such file. It also throws what `read` throws.
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
		const reason = reasonAgainst(found, kind.max);
		if (reason !== undefined) throw unreadable(path, kind, new Error(reason));
		return read(descriptor, found.size);
	} finally {
		closeSync(descriptor);
	}
}

/** Returns the value of a JSON text, or `undefined` if the text is not valid JSON, such as a line that was cut off. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Encodings other than UTF-8 that a text file may have, under the names that programs use. */
export type OtherEncoding = 'UTF-16 (little-endian)' | 'UTF-16 (big-endian)' | 'UTF-32';

/** Number of bytes that `otherEncoding` examines. */
export const encodingHead = 64;

/**
 * Returns the encoding that the first bytes of a file suggest, or `null` if nothing speaks against UTF-8.
 * It reads the byte order mark. Without one, it checks whether every other byte is zero, as in plain text in UTF-16.
 */
export function otherEncoding(head: Uint8Array): OtherEncoding | null {
	const [a, b, c, d] = head;
	if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) return 'UTF-32';
	if (a === 0xff && b === 0xfe) return 'UTF-16 (little-endian)';
	if (a === 0xfe && b === 0xff) return 'UTF-16 (big-endian)';
	if (head.length < 4) return null;
	const looked = head.subarray(0, Math.min(encodingHead, head.length - (head.length % 2)));
	const even = looked.filter((_, i) => i % 2 === 0);
	const odd = looked.filter((_, i) => i % 2 === 1);
	if (odd.every((byte) => byte === 0) && even.every(isPlain)) return 'UTF-16 (little-endian)';
	if (even.every((byte) => byte === 0) && odd.every(isPlain)) return 'UTF-16 (big-endian)';
	return null;
}

/** Returns whether a byte is a printable ASCII character or white space. */
function isPlain(byte: number): boolean {
	return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Number of bytes that are requested at a time. */
const pieceBytes = 2 ** 20;

/**
 * Reads the bytes of a file. Resolves to `undefined` if there is none.
 * It reads no more than `kind.max` bytes and one, even if the file grows meanwhile. Some files of `/proc` say wrongly that they are empty.
 * @throws {UserError} as `openFile`.
 */
export async function readBytes(path: string, kind: FileKind): Promise<Buffer | undefined> {
	await using file = await openFile(path, kind);
	return file === undefined ? undefined : await bytesOf(file, path, kind);
}

/** Reads the text of a file in UTF-8, including its byte order mark. Otherwise it does the same as `readBytes`. */
export async function readText(path: string, kind: FileKind): Promise<string | undefined> {
	return (await readBytes(path, kind))?.toString('utf8');
}

/**
 * Reads the bytes of a file that must exist.
 * @throws {UserError} as `openFile`, and `kind.code` if there is no such file.
 */
export async function requireBytes(path: string, kind: FileKind): Promise<Buffer> {
	const bytes = await readBytes(path, kind);
	if (bytes === undefined) throw missing(path, kind);
	return bytes;
}

/**
 * Reads the text of a file that must exist, as `readText` does.
 * @throws {UserError} as `requireBytes`.
 */
export async function requireText(path: string, kind: FileKind): Promise<string> {
	return (await requireBytes(path, kind)).toString('utf8');
}

/** Reads the first bytes of a file, at most `length`. Otherwise it does the same as `readBytes`. */
export async function readHead(path: string, length: number, kind: FileKind): Promise<Buffer | undefined> {
	await using file = await openFile(path, kind);
	if (file === undefined) return undefined;
	const { buffer, bytesRead } = await asked(path, kind, () => file.handle.read(Buffer.alloc(length), 0, length, 0));
	return buffer.subarray(0, bytesRead);
}

/**
 * Reads the bytes of a file piece by piece, for files that may be too large to hold. If the file grows while it is read, at most `kind.max`
 * bytes are read.
 * @throws {UserError} as `openFile`, and `kind.code` if there is no such file or more than `kind.max` bytes.
 */
export async function* readPieces(path: string, kind: FileKind): AsyncGenerator<Uint8Array> {
	await using file = await requireFile(path, kind);
	for (let done = 0; ; ) {
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { buffer, bytesRead } = await asked(path, kind, () => file.handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null));
		if (bytesRead === 0) return;
		done += bytesRead;
		if (done > kind.max) throw unreadable(path, kind, new Error(tooLarge(done, kind.max)));
		yield buffer.subarray(0, bytesRead);
	}
}

async function bytesOf({ handle, size }: OpenedFile, path: string, kind: FileKind): Promise<Buffer> {
	// The extra byte shows whether the file has grown.
	let bytes = Buffer.allocUnsafe(size + 1);
	for (let held = 0; ; ) {
		if (held > kind.max) throw unreadable(path, kind, new Error(tooLarge(held, kind.max)));
		if (held === bytes.length)
			bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.min(Math.max(held, pieceBytes), kind.max + 1 - held))]);
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { bytesRead } = await asked(path, kind, () => handle.read(bytes, held, Math.min(pieceBytes, bytes.length - held), null));
		if (bytesRead === 0) return bytes.subarray(0, held);
		held += bytesRead;
	}
}

function missing(path: string, kind: FileKind): UserError {
	return unreadable(path, kind, new Error('there is no such file or folder'));
}

/** Runs a read. Throws the system's error as a `UserError` with the file's place. */
async function asked<T>(path: string, kind: FileKind, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (cause) {
		throw unreadable(path, kind, cause);
	}
}

export interface HashOptions {
	readonly signal?: AbortSignal | undefined;
	/** Reports the number of bytes of this file that are done. */
	readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Adds the bytes of a file to a hash.
 * @throws {UserError} as `readPieces`. It throws the signal's reason if the signal is aborted.
 */
export async function hashFile(hash: Hash, path: string, kind: FileKind, { signal, onProgress }: HashOptions = {}): Promise<void> {
	let done = 0;
	for await (const piece of readPieces(path, kind)) {
		signal?.throwIfAborted();
		hash.update(piece);
		done += piece.length;
		onProgress?.(done);
	}
}

/** Returns the SHA-256 of a file, in hexadecimal. Rejects as `hashFile`. */
export async function fileSha256(path: string, kind: FileKind, options?: HashOptions): Promise<string> {
	const hash = createHash('sha256');
	await hashFile(hash, path, kind, options);
	return hash.digest('hex');
}

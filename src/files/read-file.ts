import type { UserError } from '../errors.ts';
import type { FileKind } from './file-kind.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import { tooLarge, unreadable } from './unreadable.ts';

/** Bytes that are asked for at a time. */
const pieceBytes = 2 ** 20;

/**
 * The bytes of a file; `undefined` when there is none. No more than `kind.most` are held, whatever the file grows to meanwhile: some of
 * `/proc` say that they are empty.
 * @throws {UserError} as `openFile`.
 */
export async function readBytes(path: string, kind: FileKind): Promise<Buffer | undefined> {
	await using file = await openFile(path, kind);
	return file === undefined ? undefined : await bytesOf(file, path, kind);
}

/** The text of a file, in UTF-8, its byte order mark included; otherwise as `readBytes`. */
export async function readText(path: string, kind: FileKind): Promise<string | undefined> {
	return (await readBytes(path, kind))?.toString('utf8');
}

/** The bytes of a file that must be there. @throws {UserError} as `openFile`, and `kind.code` where there is none. */
export async function requireBytes(path: string, kind: FileKind): Promise<Buffer> {
	const bytes = await readBytes(path, kind);
	if (bytes === undefined) throw missing(path, kind);
	return bytes;
}

/** The text of a file that must be there, as `readText` gives it. @throws {UserError} as `requireBytes`. */
export async function requireText(path: string, kind: FileKind): Promise<string> {
	return (await requireBytes(path, kind)).toString('utf8');
}

/** The first bytes of a file, at most `length`; otherwise as `readBytes`. */
export async function readHead(path: string, length: number, kind: FileKind): Promise<Buffer | undefined> {
	await using file = await openFile(path, kind);
	if (file === undefined) return undefined;
	const { buffer, bytesRead } = await asked(path, kind, () => file.handle.read(Buffer.alloc(length), 0, length, 0));
	return buffer.subarray(0, bytesRead);
}

/**
 * The bytes of a file that may be too large to be held, piece by piece; of one that grows meanwhile at most `kind.most`.
 * @throws {UserError} as `openFile`, and `kind.code` where there is no such file.
 */
export async function* readPieces(path: string, kind: FileKind): AsyncGenerator<Uint8Array> {
	await using file = await openFile(path, kind);
	if (file === undefined) throw missing(path, kind);
	for (let done = 0; ; ) {
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { buffer, bytesRead } = await asked(path, kind, () => file.handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null));
		if (bytesRead === 0) return;
		done += bytesRead;
		if (done > kind.most) throw unreadable(path, kind, new Error(tooLarge(done, kind.most)));
		yield buffer.subarray(0, bytesRead);
	}
}

async function bytesOf({ handle, size }: OpenedFile, path: string, kind: FileKind): Promise<Buffer> {
	// One more than there should be tells whether it has grown.
	let bytes = Buffer.allocUnsafe(size + 1);
	for (let held = 0; ; ) {
		if (held > kind.most) throw unreadable(path, kind, new Error(tooLarge(held, kind.most)));
		if (held === bytes.length)
			bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.min(Math.max(held, pieceBytes), kind.most + 1 - held))]);
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { bytesRead } = await asked(path, kind, () => handle.read(bytes, held, Math.min(pieceBytes, bytes.length - held), null));
		if (bytesRead === 0) return bytes.subarray(0, held);
		held += bytesRead;
	}
}

function missing(path: string, kind: FileKind): UserError {
	return unreadable(path, kind, new Error('there is no such file or folder'));
}

/** What the system says to a reading, with the file's place. */
async function asked<T>(path: string, kind: FileKind, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (cause) {
		throw unreadable(path, kind, cause);
	}
}

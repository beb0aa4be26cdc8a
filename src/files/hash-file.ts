import { createHash, type Hash } from 'node:crypto';
import type { FileKind } from './file-kind.ts';
import { readPieces } from './read-file.ts';

export interface HashOptions {
	readonly signal?: AbortSignal | undefined;
	/** Bytes of this file done. */
	readonly onProgress?: ((done: number) => void) | undefined;
}

/** Puts the bytes of a file into a hash. @throws {UserError} as `readPieces`; the signal's reason when aborted. */
export async function hashFile(hash: Hash, path: string, kind: FileKind, { signal, onProgress }: HashOptions = {}): Promise<void> {
	let done = 0;
	for await (const piece of readPieces(path, kind)) {
		signal?.throwIfAborted();
		hash.update(piece);
		done += piece.length;
		onProgress?.(done);
	}
}

/** SHA-256 of a file, in hexadecimal. Rejects as `hashFile`. */
export async function fileSha256(path: string, kind: FileKind, options?: HashOptions): Promise<string> {
	const hash = createHash('sha256');
	await hashFile(hash, path, kind, options);
	return hash.digest('hex');
}

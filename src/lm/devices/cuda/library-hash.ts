import { createHash } from 'node:crypto';
import { readPieces } from '../../../files/read-file.ts';
import { libraryFile } from './library-file.ts';

/** SHA-256 of a library or of an archive of libraries, in hexadecimal. @throws {UserError} RA334 when it cannot be read; the signal's reason when aborted. */
export async function libraryHash(path: string, signal: AbortSignal, onProgress: (done: number) => void): Promise<string> {
	const hash = createHash('sha256');
	let done = 0;
	for await (const chunk of readPieces(path, libraryFile)) {
		signal.throwIfAborted();
		hash.update(chunk);
		done += chunk.length;
		onProgress(done);
	}
	return hash.digest('hex');
}

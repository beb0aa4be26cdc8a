import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { UserError } from '../errors.ts';

/**
 * Writes what took long or was paid for. Where it cannot be written to `file` after all, or another program has made that file meanwhile, it is written to a new folder for
 * temporary files, which is its owner's alone, and the error says where.
 * @param write gets `file`, or the place in that folder
 * @param where says where it is kept, in a sentence
 * @throws {UserError} `write`'s, with that sentence as its hint
 */
export async function writeOrKeep<T>(
	file: string,
	write: (place: string) => Promise<T>,
	where: (folder: string, kept: string) => string,
): Promise<T> {
	try {
		return await write(file);
	} catch (cause) {
		if (!(cause instanceof UserError)) throw cause;
		const folder = await mkdtemp(join(tmpdir(), 'rag-assay-kept-'));
		const kept = join(folder, basename(file));
		await write(kept);
		throw new UserError(cause.code, cause.message, { place: { file }, hint: where(folder, kept), cause });
	}
}

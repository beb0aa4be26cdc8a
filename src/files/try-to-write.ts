import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';

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

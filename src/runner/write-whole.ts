import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file whole or not at all: who reads it never sees half of it. Rejects as the file system does, and then leaves nothing beside it. */
export async function writeWhole(
	path: string,
	content: string | Uint8Array,
	options: { readonly mode?: number; readonly flush?: boolean } = {},
): Promise<void> {
	const draft = `${path}.${randomUUID()}.draft`;
	try {
		await writeFile(draft, content, options);
		await rename(draft, path);
	} catch (error) {
		// Where a draft cannot be removed either, there is none, or the reason is the one that is told.
		await rm(draft, { force: true }).catch(() => undefined);
		throw error;
	}
}

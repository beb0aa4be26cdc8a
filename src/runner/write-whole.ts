import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { nameAnew } from '../files/name-anew.ts';

export interface WriteWholeOptions {
	readonly mode?: number;
	readonly flush?: boolean;
	/** At the last moment, when everything lies ready: what it rejects with leaves the file as it is. */
	readonly lastLook?: () => Promise<void>;
	/** Whether a file that is there by then stays: EEXIST. */
	readonly isNew?: boolean;
}

/** Writes a file whole or not at all: who reads it never sees half of it. Rejects as the file system and `lastLook` do, and then leaves nothing beside it. */
export async function writeWhole(
	path: string,
	content: string | Uint8Array,
	{ lastLook, isNew = false, ...options }: WriteWholeOptions = {},
): Promise<void> {
	const draft = `${path}.${randomUUID()}.draft`;
	try {
		await writeFile(draft, content, options);
		await lastLook?.();
		await (isNew ? nameAnew(draft, path) : rename(draft, path));
	} catch (error) {
		// Where a draft cannot be removed either, there is none, or the reason is the one that is told.
		await rm(draft, { force: true }).catch(() => undefined);
		throw error;
	}
}

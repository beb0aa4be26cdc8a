import { createHash, randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { systemReason, UserError } from '../errors.ts';
import { isAbsent } from './unreadable.ts';

/** What lies in a folder. */
export interface FolderSize {
	readonly files: number;
	readonly bytes: number;
}

async function fileBytes(path: string): Promise<number[]> {
	try {
		const found = await lstat(path);
		return found.isFile() ? [found.size] : [];
	} catch (error) {
		// Another runner may have removed it since the folder was listed.
		if (isAbsent(error)) return [];
		throw error;
	}
}

/** Files and bytes below `folder`, at any depth; what a link leads to takes its room elsewhere. A folder that does not exist holds none. */
export async function folderSize(folder: string): Promise<FolderSize> {
	let names: string[];
	try {
		names = await readdir(folder, { recursive: true });
	} catch (error) {
		if (isAbsent(error)) return { files: 0, bytes: 0 };
		throw error;
	}
	const sizes = (await Promise.all(names.map((name) => fileBytes(join(folder, name))))).flat();
	return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Returns the SHA-256 of a value as JSON, in hexadecimal. It is the same on every machine. */
export function jsonHash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

interface KeptFile {
	readonly path: string;
	readonly bytes: number;
	readonly used: number;
}

/** Another runner may have removed one meanwhile. */
async function keptFile(path: string): Promise<KeptFile[]> {
	try {
		const found = await stat(path);
		return found.isFile() ? [{ path, bytes: found.size, used: found.mtimeMs }] : [];
	} catch (error) {
		if (isAbsent(error)) return [];
		throw error;
	}
}

/**
 * Removes files below `folder`, at any depth, if they have more than `limit` bytes: those used longest ago, until nine tenths of the limit are
 * left. So not every new file removes another. The time of use is the time of change, which users of the cache set.
 * @returns bytes that are left. A folder that does not exist has none.
 */
export async function keepWithin(folder: string, limit: number): Promise<number> {
	let names: string[];
	try {
		names = await readdir(folder, { recursive: true });
	} catch (error) {
		if (isAbsent(error)) return 0;
		throw error;
	}
	const files = (await Promise.all(names.map((name) => keptFile(join(folder, name))))).flat().toSorted((a, b) => a.used - b.used);
	let held = files.reduce((sum, { bytes }) => sum + bytes, 0);
	if (held <= limit) return held;
	for (const { path, bytes } of files) {
		if (held <= limit * 0.9) break;
		await rm(path, { force: true });
		held -= bytes;
	}
	return held;
}

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

/** Deletes these folders and everything in them. Resolves to what they held. Rejects with RA507, such as when another RAG Assay keeps writing to them. */
export async function clearFolders(folders: readonly string[]): Promise<FolderSize> {
	const sizes = await Promise.all(folders.map(folderSize));
	for (const folder of folders) {
		try {
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		} catch (cause) {
			throw new UserError(errorNumbers.unwritableFile, `The cache cannot be cleared: ${systemReason(cause)}.`, {
				place: { file: folder },
				hint: 'Another RAG Assay may be writing to it: close other windows, then try again.',
				cause,
			});
		}
	}
	return { files: sizes.reduce((sum, { files }) => sum + files, 0), bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) };
}

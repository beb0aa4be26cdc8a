import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Folders that hold other people's files. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn']);

/**
 * What lies in a folder, in order of name, without folders that hold other people's files. One that may not be read is reported, with
 * its path, and holds nothing. Rejects with the signal's reason.
 */
export async function folderEntries(
	folder: string,
	onUnreadable: (error: unknown, folder: string) => void,
	signal: AbortSignal,
): Promise<Dirent[]> {
	signal.throwIfAborted();
	let entries;
	try {
		entries = await readdir(folder, { withFileTypes: true });
	} catch (error) {
		onUnreadable(error, folder);
		return [];
	}
	return entries.filter((entry) => !(entry.isDirectory() && skipped.has(entry.name))).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

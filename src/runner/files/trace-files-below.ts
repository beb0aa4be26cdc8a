import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKind } from '../../formats/file-names.ts';

/** Folders that hold other people's files. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn']);

/**
 * Paths of the files below `folder` that may hold traces, in order of name; of a pair the response only. Links are not
 * followed, so that the walk ends; a folder that may not be read is reported to `onUnreadable` and passed over.
 */
export async function traceFilesBelow(folder: string, onUnreadable: (error: unknown) => void, signal: AbortSignal): Promise<string[]> {
	signal.throwIfAborted();
	let entries;
	try {
		entries = await readdir(folder, { withFileTypes: true });
	} catch (error) {
		onUnreadable(error);
		return [];
	}
	const found: string[] = [];
	for (const entry of entries.toSorted((a, b) => a.name < b.name ? -1 : 1)) {
		const path = join(folder, entry.name);
		if (entry.isDirectory() && !skipped.has(entry.name)) found.push(...await traceFilesBelow(path, onUnreadable, signal));
		else if (entry.isFile() && (fileKind(path) === 'rag-md' || fileKind(path) === 'response')) found.push(path);
	}
	return found;
}

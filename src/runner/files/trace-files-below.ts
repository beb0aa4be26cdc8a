import { join } from 'node:path';
import { fileKind } from '../../formats/file-names.ts';
import { folderEntries } from './folder-entries.ts';

/**
 * Paths of the files below `folder` that may hold traces, in order of name; of a pair the response only. Links are not
 * followed, so that the walk ends; a folder that may not be read is reported to `onUnreadable` and passed over.
 */
export async function traceFilesBelow(
	folder: string,
	onUnreadable: (error: unknown, folder: string) => void,
	signal: AbortSignal,
): Promise<string[]> {
	const found: string[] = [];
	for (const entry of await folderEntries(folder, onUnreadable, signal)) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) found.push(...(await traceFilesBelow(path, onUnreadable, signal)));
		else if (entry.isFile() && (fileKind(path) === 'rag-md' || fileKind(path) === 'response')) found.push(path);
	}
	return found;
}

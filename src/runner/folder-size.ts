import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../files/absent-file.ts';

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

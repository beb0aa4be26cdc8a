import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../files/absent-file.ts';

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
 * Where the files below `folder`, at any depth, are more than `limit` bytes, removes those used longest ago (by their time of change, which
 * their users set) down to nine tenths of it, so that not every file after it removes another.
 * @returns bytes that are left; a folder that does not exist holds none.
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

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const known = new Map<string, string>();

/** SHA-256 of a file, or of the names and contents of a folder's files. Python's caches do not count. */
export async function hashOf(path: string): Promise<string> {
	const found = await stat(path);
	return found.isDirectory() ? hashOfFolder(path) : hashOfFile(path, `${path}:${found.size}:${found.mtimeMs}`);
}

async function hashOfFolder(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((file) => !file.includes('__pycache__'));
	const hash = createHash('sha256');
	// oxlint-disable-next-line no-await-in-loop -- one order
	for (const file of files.toSorted()) hash.update(`${relative(folder, file).split(sep).join('/')} ${await hashOf(file)}\n`);
	return hash.digest('hex');
}

/** The training data have hundreds of megabytes and are read by several steps: hashed once while they stay as they are. */
async function hashOfFile(file: string, key: string): Promise<string> {
	const before = known.get(key);
	if (before !== undefined) return before;
	const hash = createHash('sha256');
	await pipeline(createReadStream(file), hash);
	const found = hash.digest('hex');
	known.set(key, found);
	return found;
}

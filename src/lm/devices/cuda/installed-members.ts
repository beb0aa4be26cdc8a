import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../errors.ts';
import { fileSha256 } from '../../../files/hash-file.ts';
import type { InstallProgress } from './install-progress.ts';
import { libraryFile } from './library-file.ts';
import type { PinnedMember } from './pinned-package.ts';

/** Members that lie in the folder, by name. */
export interface InstalledMembers {
	/** What was unpacked, by size and SHA-256. */
	readonly whole: ReadonlySet<string>;
	/** Changed since. */
	readonly damaged: readonly string[];
}

/**
 * Compares what lies in `folder` with what is pinned; changes nothing.
 * @throws {UserError} RA334 for one that cannot be read; the signal's reason when aborted.
 */
export async function installedMembers(
	members: readonly PinnedMember[],
	folder: string,
	signal: AbortSignal,
	onProgress: InstallProgress,
): Promise<InstalledMembers> {
	const sizes = await Promise.all(members.map(({ name }) => sizeOf(join(folder, name))));
	const total = members.reduce((sum, { bytes }, i) => sum + (sizes[i] === bytes ? bytes : 0), 0);
	const whole = new Set<string>();
	const damaged: string[] = [];
	let before = 0;
	for (const [i, { name, bytes, sha256 }] of members.entries()) {
		if (sizes[i] === undefined) continue;
		const from = before;
		const right =
			sizes[i] === bytes &&
			(await fileSha256(join(folder, name), libraryFile, {
				signal,
				onProgress: (done) => onProgress('Checking what is installed', from + done, total),
			})) === sha256;
		if (right) whole.add(name);
		else damaged.push(name);
		if (sizes[i] === bytes) before += bytes;
	}
	return { whole, damaged };
}

/** Of a file that is no link; a link's own content is another's. */
async function sizeOf(path: string): Promise<number | undefined> {
	try {
		const found = await lstat(path);
		return found.isFile() ? found.size : undefined;
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
		throw error;
	}
}

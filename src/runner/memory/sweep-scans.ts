import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../errors.ts';
import { scansKept } from '../../protocol/memory.ts';

/** Removes what scans have left that nobody has gone on with for so long. Rejects as the file system does. */
export async function sweepScans(folder: string, now: number): Promise<void> {
	const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{32}\.(?:jsonl|lock)$/.test(name));
	await Promise.all(
		names.map(async (name) => {
			const path = join(folder, name);
			try {
				if (now - (await stat(path)).mtimeMs > scansKept * 86_400_000) await rm(path, { force: true });
			} catch (error) {
				// Another scan ends while this one looks.
				if (!hasCode(error, 'ENOENT')) throw error;
			}
		}),
	);
}

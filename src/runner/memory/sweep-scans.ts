import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../../files/absent-file.ts';
import { LockFile } from '../../files/lock-file.ts';
import { scansKept } from '../../protocol/memory.ts';

/**
 * Removes what scans have left that nobody has gone on with for so long. Whoever goes on with one has its lock, so that one is removed under its lock alone, and is
 * looked at again then.
 * @param own key of the scan that this process has the lock of
 * Rejects as the file system does.
 */
export async function sweepScans(folder: string, own: string, now: number): Promise<void> {
	const keys = new Set((await readdir(folder)).flatMap((name) => /^([0-9a-f]{32})\.(?:jsonl|lock)$/.exec(name)?.[1] ?? []));
	await Promise.all([...keys].map((key) => sweepScan(folder, key, own, now)));
}

async function sweepScan(folder: string, key: string, own: string, now: number): Promise<void> {
	const [spool, lockPath] = [join(folder, `${key}.jsonl`), join(folder, `${key}.lock`)];
	if (key === own) return removeIfOld(spool, now);
	if (!(await isOld(spool, now)) && !(await isOld(lockPath, now))) return;
	const lock = new LockFile(lockPath);
	if (!(await lock.take())) return;
	try {
		await removeIfOld(spool, now);
	} finally {
		await lock.release();
	}
}

async function removeIfOld(path: string, now: number): Promise<void> {
	if (await isOld(path, now)) await rm(path, { force: true });
}

/** Whether there is one, and nobody has written it for long. */
async function isOld(path: string, now: number): Promise<boolean> {
	try {
		return now - (await stat(path)).mtimeMs > scansKept * 86_400_000;
	} catch (error) {
		// Another scan ends while this one looks.
		if (isAbsent(error)) return false;
		throw error;
	}
}

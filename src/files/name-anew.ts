import { link, lstat, rename, rm } from 'node:fs/promises';
import { hasCode } from '../errors.ts';
import { isAbsent } from './absent-file.ts';

/** The calls of the file system that are needed here; replaced in tests. */
export interface NamingSystem {
	readonly link: typeof link;
	readonly rename: typeof rename;
}

/**
 * Gives the file `draft` the name `path`, unless something has that name by now: rejects with EEXIST then, and as the file system does. A file system that knows
 * no second names is looked at first; a moment remains there.
 */
export async function nameAnew(draft: string, path: string, system: NamingSystem = { link, rename }): Promise<void> {
	try {
		await system.link(draft, path);
	} catch (error) {
		if (!(error instanceof Error && 'syscall' in error) || hasCode(error, 'EEXIST')) throw error;
		if (await isTaken(path)) throw Object.assign(new Error('there is one of that name'), { code: 'EEXIST', syscall: 'link', cause: error });
		await system.rename(draft, path);
		return;
	}
	await rm(draft);
}

async function isTaken(path: string): Promise<boolean> {
	try {
		await lstat(path);
		return true;
	} catch (error) {
		if (isAbsent(error)) return false;
		throw error;
	}
}

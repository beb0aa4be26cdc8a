import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAbsent } from './unreadable.ts';
import { stemOf } from './rotation-plan.ts';

/** A file as a look found it. */
export interface ListedFile {
	/** Device and inode: they stay with a file through all renames. When it is deleted, another file may get them. */
	readonly id: string;
	/** When it was made, nanoseconds since 1970; `null` where that is not known for sure. */
	readonly born: bigint | null;
	readonly size: number;
	/** When it was last written to, nanoseconds since 1970. */
	readonly changed: bigint;
}

/** What a folder held at one moment. */
export interface FolderSnapshot {
	/** Where the log lies; links are followed. */
	readonly folder: string;
	/** The log's name there. */
	readonly log: string;
	/** The file that has the name; `null`: there is none. */
	readonly now: ListedFile | null;
	/** Other files whose names begin like the log's. */
	readonly beside: readonly (ListedFile & { readonly name: string })[];
}

interface Stats {
	readonly dev: bigint;
	readonly ino: bigint;
	readonly birthtimeNs: bigint;
	readonly ctimeNs: bigint;
	readonly size: bigint;
	readonly mtimeNs: bigint;
}

/** How often a folder is looked at until two looks are the same. */
const maxLooks = 50;

/** Makes what a look says of a file. Where the system does not know when a file was made, Node gives nothing or the time of its last change. */
export function listedFile({ dev, ino, birthtimeNs, ctimeNs, size, mtimeNs }: Stats): ListedFile {
	const born = birthtimeNs === 0n || birthtimeNs === ctimeNs ? null : birthtimeNs;
	return { id: `${dev}:${ino}`, born, size: Number(size), changed: mtimeNs };
}

/** Looks at the file that has a name; `null`: there is none. */
export async function listedAt(path: string): Promise<ListedFile | null> {
	const stats = await unlessAbsent(stat(path, { bigint: true }));
	return stats === undefined ? null : listedFile(stats);
}

/**
 * Looks at a log and at what lies beside it. While files are renamed, a listing may miss one: the folder is looked at until two looks are the same.
 * Rejects as the file system does where the folder cannot be listed.
 */
export async function lookAround(path: string): Promise<FolderSnapshot> {
	let before = await oneLook(path);
	for (let looks = 1; looks < maxLooks; looks++) {
		// oxlint-disable no-await-in-loop -- one look behind the other
		const look = await oneLook(path);
		if (isSame(before, look)) return look;
		before = look;
		await wait(1);
		// oxlint-enable no-await-in-loop
	}
	return before;
}

async function oneLook(path: string): Promise<FolderSnapshot> {
	const real = (await unlessAbsent(realpath(path))) ?? path;
	const [folder, log] = [dirname(real), basename(real)];
	const names = (await readdir(folder)).filter((name) => name !== log && name.startsWith(stemOf(log)));
	const [now, ...found] = await Promise.all([
		unlessAbsent(stat(real, { bigint: true })),
		...names.map((name) => unlessAbsent(lstat(join(folder, name), { bigint: true }))),
	]);
	const beside = new Map<string, FolderSnapshot['beside'][number]>();
	for (const [index, name] of names.entries()) {
		const stats = found[index];
		if (!stats?.isFile()) continue;
		const seen = listedFile(stats);
		if (now === undefined || seen.id !== listedFile(now).id) beside.set(seen.id, { ...seen, name });
	}
	return { folder, log, now: now === undefined ? null : listedFile(now), beside: [...beside.values()] };
}

/** The same files under the same names: what is written to them meanwhile does not matter. */
function isSame(a: FolderSnapshot, b: FolderSnapshot): boolean {
	const names = new Map(a.beside.map(({ id, name }) => [id, name]));
	return a.now?.id === b.now?.id && a.beside.length === b.beside.length && b.beside.every(({ id, name }) => names.get(id) === name);
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
	try {
		return await found;
	} catch (error) {
		if (isAbsent(error)) return undefined;
		throw error;
	}
}

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, link, lstat, mkdir, mkdtemp, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { UserError, hasCode } from '../errors.ts';
import { isAbsent, reasonAgainst } from './unreadable.ts';

/**
 * Writes something that took long or was paid for.
 * If `file` cannot be written, or if another program has created it meanwhile, it is written to a new temporary folder that only its owner
 * can read. The error says where.
 * @param write writes to the path that it gets: `file`, or a path in that folder.
 * @param where returns a sentence that says where the file is kept.
 * @throws {UserError} the error of `write`, with that sentence as its hint.
 */
export async function writeOrKeep<T>(
	file: string,
	write: (place: string) => Promise<T>,
	where: (folder: string, kept: string) => string,
): Promise<T> {
	try {
		return await write(file);
	} catch (cause) {
		if (!(cause instanceof UserError)) throw cause;
		const folder = await mkdtemp(join(tmpdir(), 'rag-assay-kept-'));
		const kept = join(folder, basename(file));
		await write(kept);
		throw new UserError(cause.code, cause.message, { place: { file }, hint: where(folder, kept), cause });
	}
}

/** The calls of the file system that are needed to name files. Tests replace them. */
interface NamingSystem {
	readonly link: typeof link;
	readonly rename: typeof rename;
}

/**
 * Gives the file `draft` the name `path`, unless something has that name by now.
 * It then rejects with EEXIST. Otherwise it rejects as the file system does. On a file system without hard links, it first checks the name
 * and then renames the file. Another program can take the name in the moment between.
 */
async function nameAnew(draft: string, path: string, system: NamingSystem = { link, rename }): Promise<void> {
	try {
		await system.link(draft, path);
	} catch (error) {
		if (!(error instanceof Error && 'syscall' in error) || hasCode(error, 'EEXIST')) throw error;
		if (await isTaken(path))
			throw Object.assign(new Error('a file or folder with this name already exists'), { code: 'EEXIST', syscall: 'link', cause: error });
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

/** Mode of folders that belong to one user. Other users of a machine may not read a private model or a privacy ledger. */
export const ownerOnly = 0o700;

/**
 * The calls of the file system that are needed for durable writing. Tests replace them to check the order of the steps, or to stop between
 * steps.
 */
export interface WritingSystem extends NamingSystem {
	readonly open: (path: string, flags: number, mode?: number) => Promise<Pick<FileHandle, 'writeFile' | 'sync' | 'stat' | 'close'>>;
}

export const realSystem: WritingSystem = { open, rename, link };

/** Mode of files that belong to one user. */
const mode = 0o600;
/** Mode of files as programs usually create them. The process's mask is subtracted from it. */
const defaultMode = 0o666;
const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_RDONLY } = constants;
/** Flags as for reading: opening a pipe does not wait for its other end. */
const noWaiting = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Appends to an existing regular file, unless its size differs from `size`, its size when it was read.
 * When it resolves, the bytes survive a loss of power. When it rejects, any number of them may be in the file.
 * Rejects with `ChangedMeanwhile` if the size differs, and as the file system does.
 */
export async function appendDurably(
	path: string,
	bytes: Uint8Array,
	{ size, system = realSystem }: { readonly size?: number; readonly system?: WritingSystem } = {},
): Promise<void> {
	const handle = await system.open(path, O_WRONLY | O_APPEND | noWaiting);
	try {
		const found = await handle.stat();
		const reason = reasonAgainst(found, Number.MAX_SAFE_INTEGER);
		if (reason !== undefined) throw new Error(reason);
		if (size !== undefined && found.size !== size) throw new ChangedMeanwhile();
		await handle.writeFile(bytes);
		await handle.sync();
	} finally {
		await handle.close();
	}
	await syncFolder(dirname(path), system);
}

/** An error that says that another program has written a file since it was read. Nothing was written to it. */
export class ChangedMeanwhile extends Error {
	override readonly name = 'ChangedMeanwhile';

	constructor() {
		super('another program has written it meanwhile');
	}
}

/**
 * Writes a file in full or not at all. When it resolves, the file survives a loss of power. Only its owner can read it. Rejects as the file
 * system does, and then leaves no draft beside it.
 */
export function writeDurably(path: string, bytes: Uint8Array | string, system: WritingSystem = realSystem): Promise<void> {
	return replaceDurably(path, bytes, {}, system);
}

const draftEnd = '.draft';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes drafts that `replaceDurably` has left beside `path` in processes that were killed.
 * Call it only if no other process writes this file, because another writer's draft may be about to take the file's place. Rejects as the
 * file system does.
 */
export async function sweepDrafts(path: string): Promise<void> {
	const [folder, start] = [dirname(path), `${basename(path)}.`];
	const left = (await readdir(folder)).filter(
		(name) => name.startsWith(start) && name.endsWith(draftEnd) && uuid.test(name.slice(start.length, -draftEnd.length)),
	);
	await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

export interface ReplaceOptions {
	/** Mode of the new file. `usual`: as programs create files. Absent: only its owner reads and writes it. */
	readonly mode?: number | 'usual' | undefined;
	/** Runs at the last moment, when everything is ready. If it rejects, the file stays as it is. */
	readonly lastLook?: (() => Promise<void>) | undefined;
	/** Whether the file must be new. If it exists by then, it stays, and the call rejects with EEXIST. */
	readonly isNew?: boolean | undefined;
}

/** Writes a file in the same way as `writeDurably`, with the requested mode. Also rejects as `lastLook` does. */
export async function replaceDurably(
	path: string,
	bytes: Uint8Array | string,
	{ mode: wanted, lastLook, isNew = false }: ReplaceOptions,
	system: WritingSystem = realSystem,
): Promise<void> {
	const draft = `${path}.${randomUUID()}${draftEnd}`;
	try {
		const handle = await system.open(draft, O_WRONLY | O_CREAT | O_EXCL, wanted === 'usual' ? defaultMode : mode);
		try {
			await handle.writeFile(bytes);
			await handle.sync();
		} finally {
			await handle.close();
		}
		// This is not done when the file is created, because the process's mask would be subtracted.
		if (typeof wanted === 'number') await chmod(draft, wanted);
		await lastLook?.();
		await (isNew ? nameAnew(draft, path, system) : system.rename(draft, path));
	} catch (error) {
		// If the draft cannot be removed either, it does not exist, or the first error is the reason to report.
		await rm(draft, { force: true }).catch(() => undefined);
		throw error;
	}
	await syncFolder(dirname(path), system);
}

/** Creates a folder and its missing parents durably. Only their owner can use them. Rejects as the file system does. */
export async function makeFolderDurably(path: string, system: WritingSystem = realSystem): Promise<void> {
	const first = await mkdir(path, { recursive: true, mode: ownerOnly });
	if (first === undefined) return;
	let made = path;
	for (const _ of ['', ...relative(first, path).split(sep).filter(Boolean)]) {
		made = dirname(made);
		// oxlint-disable-next-line no-await-in-loop -- each is in the one above it
		await syncFolder(made, system);
	}
}

/** Makes the names in a folder durable. Windows has no such call. Its file systems keep names by themselves. */
async function syncFolder(path: string, system: WritingSystem = realSystem): Promise<void> {
	if (process.platform === 'win32') return;
	const handle = await system.open(path, O_RDONLY);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

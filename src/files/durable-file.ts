import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, link, lstat, mkdir, mkdtemp, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { UserError, hasCode } from '../errors.ts';
import { isAbsent, reasonAgainst } from './unreadable.ts';

/**
 * Writes what took long or was paid for. Where it cannot be written to `file` after all, or another program has made that file meanwhile, it is written to a new folder for
 * temporary files, which is its owner's alone, and the error says where.
 * @param write gets `file`, or the place in that folder
 * @param where says where it is kept, in a sentence
 * @throws {UserError} `write`'s, with that sentence as its hint
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

/** Mode of the folders of what is one user's: a private model, or a privacy ledger, is nothing for the others of a machine. */
export const ownerOnly = 0o700;

/** What of the system is needed to write so that it lasts; replaced in tests that look at the order of the steps, or stop between them. */
export interface WritingSystem extends NamingSystem {
	readonly open: (path: string, flags: number, mode?: number) => Promise<Pick<FileHandle, 'writeFile' | 'sync' | 'stat' | 'close'>>;
}

export const realSystem: WritingSystem = { open, rename, link };

/** Mode of files that are one user's. */
const mode = 0o600;
/** The process's mask takes from it. */
const defaultMode = 0o666;
const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_RDONLY } = constants;
/** As files are opened for reading: nobody waits for the other end of a pipe. */
const noWaiting = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Appends to a regular file that is there, unless it has another `size` than when it was read. When it resolves, a loss of power leaves the bytes in it; when it rejects, any number of them may be.
 * Rejects with `ChangedMeanwhile` then, and as the file system does.
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

/** Another program has written a file since it was read; nothing was written to it. */
export class ChangedMeanwhile extends Error {
	override readonly name = 'ChangedMeanwhile';

	constructor() {
		super('another program has written it meanwhile');
	}
}

/** Writes a file whole or not at all, so that it lasts when it resolves; readable by its owner alone. Rejects as the file system does, and then leaves nothing beside it. */
export function writeDurably(path: string, bytes: Uint8Array | string, system: WritingSystem = realSystem): Promise<void> {
	return replaceDurably(path, bytes, {}, system);
}

const draftEnd = '.draft';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes what `replaceDurably` has left beside `path` in processes that were killed. Only for who is alone in writing it: a draft of another writer may be about to
 * take its place. Rejects as the file system does.
 */
export async function sweepDrafts(path: string): Promise<void> {
	const [folder, start] = [dirname(path), `${basename(path)}.`];
	const left = (await readdir(folder)).filter(
		(name) => name.startsWith(start) && name.endsWith(draftEnd) && uuid.test(name.slice(start.length, -draftEnd.length)),
	);
	await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

export interface ReplaceOptions {
	/** Of the new file; `usual`: as programs make files; absent: its owner alone reads and writes it. */
	readonly mode?: number | 'usual' | undefined;
	/** At the last moment, when everything lies ready: what it rejects with leaves the file as it is. */
	readonly lastLook?: (() => Promise<void>) | undefined;
	/** Whether a file that is there by then stays: EEXIST. */
	readonly isNew?: boolean | undefined;
}

/** The same, with the mode that is asked for. Rejects also as `lastLook` does. */
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
		// Not when it is made: the process's mask would take from it.
		if (typeof wanted === 'number') await chmod(draft, wanted);
		await lastLook?.();
		await (isNew ? nameAnew(draft, path, system) : system.rename(draft, path));
	} catch (error) {
		// Where a draft cannot be removed either, there is none, or the reason is the one that is told.
		await rm(draft, { force: true }).catch(() => undefined);
		throw error;
	}
	await syncFolder(dirname(path), system);
}

/** Makes a folder, and those above it, where there are none; for their owner alone, and so that they last. Rejects as the file system does. */
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

/** Makes last which names a folder has. Windows knows no such thing: its file systems keep names by themselves. */
export async function syncFolder(path: string, system: WritingSystem = realSystem): Promise<void> {
	if (process.platform === 'win32') return;
	const handle = await system.open(path, O_RDONLY);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

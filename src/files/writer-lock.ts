import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { hasCode, UserError } from '../errors.ts';
import { fileKinds } from './file-kind.ts';
import { ownerOnly } from './owner-only.ts';
import { readText } from './read-file.ts';
import { parsedJson } from './parsed-json.ts';

const owner = z.object({ token: z.string(), pid: z.number(), host: z.string() });

/** A lock that was not renewed for this long was left by a process that is gone, milliseconds. */
const staleAfter = 60_000;
const renewEvery = 5_000;
const askEvery = 100;

export interface WriterLockOptions {
	readonly signal: AbortSignal;
	/** Of the lock's file. */
	readonly name?: string;
	/** Called once where one has to wait. */
	readonly onWait?: () => void;
	/** The error of a folder that cannot be written to. */
	readonly notWritable: (folder: string, cause: unknown) => UserError;
}

/**
 * Runs `write` while no other process writes to `folder`, which is made where there is none; waits its turn.
 * The lock is a file in it, renewed while it is held; one whose process is gone is taken over.
 * @throws {UserError} `notWritable`'s when the folder cannot be written to; the signal's reason when aborted while waiting.
 */
export async function asOnlyWriter<T>(
	folder: string,
	{ signal, onWait, notWritable, name = 'writer.lock' }: WriterLockOptions,
	write: () => Promise<T>,
): Promise<T> {
	const path = join(folder, name);
	const mine = JSON.stringify({ token: randomUUID(), pid: process.pid, host: hostname() });
	try {
		await mkdir(folder, { recursive: true, mode: ownerOnly });
	} catch (cause) {
		throw notWritable(folder, cause);
	}
	const taken = async (): Promise<boolean> => {
		try {
			await writeFile(path, mine, { flag: 'wx' });
			return true;
		} catch (cause) {
			if (hasCode(cause, 'EEXIST')) return false;
			throw notWritable(folder, cause);
		}
	};
	for (let said = false; !(await taken()); ) {
		signal.throwIfAborted();
		const stale = await staleContent(path);
		if (stale !== undefined) await takeAway(path, stale);
		else {
			if (!said) onWait?.();
			said = true;
			await wait(askEvery);
		}
	}
	const renewal = setInterval(() => {
		const now = new Date();
		// A lock that is gone cannot be renewed; the release below looks whose it is.
		utimes(path, now, now).catch(() => clearInterval(renewal));
	}, renewEvery);
	renewal.unref();
	try {
		return await write();
	} finally {
		clearInterval(renewal);
		if ((await contentOf(path)) === mine) await rm(path, { force: true });
	}
}

/** What stands in the lock when its holder is gone. */
async function staleContent(path: string): Promise<string | undefined> {
	const text = await contentOf(path);
	if (text === undefined) return undefined; // just released: try to take it
	const renewed = (await unlessAbsent(async () => (await stat(path)).mtimeMs)) ?? Date.now();
	if (Date.now() - renewed > staleAfter) return text;
	const holder = owner.safeParse(parsedJson(text)); // fails while it is just being written
	return holder.success && holder.data.host === hostname() && !(await isAlive(holder.data.pid)) ? text : undefined;
}

/** Moves a stale lock aside; puts it back when another process has taken it in the meantime. */
async function takeAway(path: string, stale: string): Promise<void> {
	const aside = `${path}.${randomUUID()}`;
	await unlessAbsent(() => rename(path, aside));
	const moved = await contentOf(aside);
	if (moved !== undefined && moved !== stale) await link(aside, path);
	await rm(aside, { force: true });
}

async function isAlive(pid: number): Promise<boolean> {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return hasCode(error, 'EPERM');
	}
	// One that has ended and that its parent has not asked for answers to signals: in a container without an init, for ever.
	const state = process.platform === 'linux' ? await contentOf(`/proc/${pid}/stat`) : undefined;
	return state === undefined || !/^\d+ \(.*\) [ZX]/s.test(state);
}

const contentOf = (path: string): Promise<string | undefined> => unlessAbsent(() => readText(path, fileKinds.lock));

async function unlessAbsent<T>(act: () => Promise<T>): Promise<T | undefined> {
	try {
		return await act();
	} catch (error) {
		// A process may end while its state is read.
		if (hasCode(error instanceof UserError ? error.cause : error, 'ENOENT', 'ESRCH')) return undefined;
		throw error;
	}
}

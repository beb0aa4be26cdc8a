import { createHash, randomUUID } from 'node:crypto';
import { link, readdir, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { UserError, hasCode } from '../errors.ts';
import { fileKinds } from './file-kind.ts';
import { openFile, parsedJson, readText } from './read-file.ts';
import { isAbsent } from './unreadable.ts';

const owner = z.object({
	token: z.string(),
	pid: z.int().positive(),
	host: z.string(),
	/** Who counts the process ids: a container, and a machine that was started again, count their own. */
	space: z.string().optional(),
	/** When the process started, as Linux counts it: a later process with the same id has another one. */
	started: z.string().optional(),
});

/** Describes this process as the owner of a lock; with another `token` the text is another one. */
export async function ownerText(token: string): Promise<string> {
	const [space, state] = await Promise.all([processSpace(), processState(process.pid)]);
	return JSON.stringify({ token, pid: process.pid, host: hostname(), space, started: state?.started } satisfies z.infer<typeof owner>);
}

/**
 * Tells what has become of the process that a lock names. `unknown` where only time can tell: the process is of another machine or container, its id may be
 * another process's now, or the text names none.
 */
async function fateOf(text: string): Promise<'ended' | 'runs' | 'unknown'> {
	const found = owner.safeParse(parsedJson(text));
	if (!found.success) return 'unknown';
	const { pid, host, space, started } = found.data;
	if (host !== hostname() || space !== (await processSpace())) return 'unknown';
	if (!answersSignals(pid)) return 'ended';
	if (process.platform !== 'linux') return 'unknown';
	const state = await processState(pid);
	// One that has ended and that its parent has not asked for answers to signals: in a container without an init, for ever.
	if (state === undefined || state.isDead) return 'ended';
	if (started === undefined) return 'unknown';
	return state.started === started ? 'runs' : 'ended';
}

let space: Promise<string | undefined> | undefined;

/** Names the start of the machine and the container; absent where the system says neither. */
function processSpace(): Promise<string | undefined> {
	if (process.platform !== 'linux') return Promise.resolve(undefined);
	space ??= Promise.all([
		ofProc(() => readText('/proc/sys/kernel/random/boot_id', fileKinds.lock)),
		ofProc(() => readlink('/proc/self/ns/pid')),
	]).then((said) => said.map((one) => one?.trim() ?? '?').join(' '));
	return space;
}

function answersSignals(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return hasCode(error, 'EPERM');
	}
}

/** `undefined`: there is no such process, or the system does not say. */
async function processState(pid: number): Promise<{ readonly isDead: boolean; readonly started: string } | undefined> {
	if (process.platform !== 'linux') return undefined;
	const text = await ofProc(() => readText(`/proc/${pid}/stat`, fileKinds.lock));
	// The name, in parentheses, may hold anything. The state is the third field, the start the 22nd.
	const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
	const [state, started] = [fields?.[0], fields?.[19]];
	return state === undefined || started === undefined ? undefined : { isDead: /[ZX]/.test(state), started };
}

/** What the system says of processes; `undefined` where it does not, or the process ends meanwhile. */
async function ofProc<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		const cause = error instanceof UserError ? error.cause : error;
		if (isAbsent(cause) || hasCode(cause, 'ESRCH', 'EACCES', 'EPERM')) return undefined;
		throw error;
	}
}

/** How locks are renewed, and when one counts as left behind, milliseconds. */
export interface LockPace {
	readonly renewEvery: number;
	/** Between two looks of who waits. */
	readonly lookEvery: number;
	/** A lock that was not renewed for so long, by the clock of who waits, may be left behind. */
	readonly staleAfter: number;
}

export const defaultPace: LockPace = { renewEvery: 5_000, lookEvery: 100, staleAfter: 60_000 };

/** A lock as it is found. */
interface Found {
	readonly text: string;
	readonly renewed: number;
}

/**
 * A lock that is a file, which processes of several machines may want. Its text names its owner and is never the same twice. Who takes away or replaces a lock with
 * some text, its owner included, holds the claim to that text: another such lock, whose name has the text's hash. Therefore nobody removes the lock of somebody
 * else who took it meanwhile, and of those who find a lock left behind one alone takes it over.
 */
export class LockFile {
	readonly #path: string;
	readonly #pace: LockPace;
	/** How often a file was seen as it is, by its path. Looks are counted, and not time: a machine that slept has not waited. */
	readonly #seen = new Map<string, Found & { readonly looks: number }>();
	#mine: string | undefined;

	constructor(path: string, pace: LockPace = defaultPace) {
		this.#path = path;
		this.#pace = pace;
	}

	/** Tries once to take the lock. Rejects as the file system does. */
	async take(): Promise<boolean> {
		this.#mine = await this.#take(this.#path);
		return this.#mine !== undefined;
	}

	/** Tells others that the owner is still at work. Rejects as the file system does, with ENOENT where the lock is gone. */
	async renew(): Promise<void> {
		const now = new Date();
		await utimes(this.#path, now, now);
	}

	/** Gives the lock back, unless somebody has taken it over. Rejects as the file system does. */
	async release(): Promise<void> {
		const mine = this.#mine;
		if (mine === undefined) return;
		this.#mine = undefined;
		for (let tries = 0; ; tries++) {
			if ((await look(this.#path))?.text !== mine) return;
			let isRemoved: true | undefined;
			try {
				isRemoved = await this.#withClaim(mine, () => this.#removeIf(mine));
			} catch (error) {
				// On a full disk no claim can be made, by nobody.
				if (!hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
				isRemoved = await this.#removeIf(mine);
			}
			// Who has the claim for so long is stopped; it, or time, will free the lock.
			if (isRemoved === true || tries === 50) return;
			await wait(this.#pace.lookEvery / 5);
		}
	}

	async #removeIf(text: string): Promise<true> {
		if ((await look(this.#path))?.text === text) await rm(this.#path, { force: true });
		return true;
	}

	/** The text with which the file at `path` is ours; `undefined`: it is somebody else's. */
	async #take(path: string): Promise<string | undefined> {
		const mine = await ownerText(randomUUID());
		const found = await look(path);
		if (found === undefined) return (await create(path, mine)) ? mine : undefined;
		if (!(await this.#isLeftBehind(path, found))) return undefined;
		const isTaken = await this.#withClaim(found.text, async (isTimely) => {
			const draft = `${path}.${randomUUID()}${draftEnd}`;
			try {
				await writeFile(draft, mine, { flag: 'wx' });
				const now = await look(path);
				// Its owner was only slow, or whoever had the claim before has put a lock of their own there.
				if (now?.text !== found.text || now.renewed !== found.renewed || !isTimely()) return undefined;
				return await replace(draft, path);
			} finally {
				await rm(draft, { force: true });
			}
		});
		return isTaken === true ? mine : undefined;
	}

	/** Runs `act` while nobody else takes away or replaces a lock with this text; `undefined`: somebody else has the claim to it. */
	async #withClaim<T>(text: string, act: (isTimely: () => boolean) => Promise<T | undefined>): Promise<T | undefined> {
		const claim = `${this.#path}.${createHash('sha256').update(text).digest('hex').slice(0, hashDigits)}`;
		const mine = await this.#take(claim);
		if (mine === undefined) return undefined;
		const since = performance.now();
		try {
			// A claim is not renewed: who was stopped for long must not go on as if it were still theirs.
			return await act(() => performance.now() - since < this.#pace.staleAfter / 2);
		} finally {
			// Who was stopped for long may find that somebody else has the claim by now.
			if ((await look(claim))?.text === mine) await rm(claim, { force: true });
		}
	}

	/**
	 * Whether a lock's owner has ended, or has given no sign for so long that nobody waits any more. Clocks of two machines differ, so that a lock that is old by this
	 * one must also stay as it is for some looks.
	 */
	async #isLeftBehind(path: string, found: Found): Promise<boolean> {
		const fate = await fateOf(found.text);
		if (fate !== 'unknown') return fate === 'ended';
		const before = this.#seen.get(path);
		const looks = before?.text === found.text && before.renewed === found.renewed ? before.looks + 1 : 0;
		this.#seen.set(path, { ...found, looks });
		const { lookEvery, renewEvery, staleAfter } = this.#pace;
		const isOld = Date.now() - found.renewed > staleAfter;
		return looks * lookEvery >= (isOld ? 3 * renewEvery : staleAfter);
	}

	/** Removes drafts and claims that killed processes have left. Only for the owner of the lock: the claims of others are to texts that are gone then. Rejects as the file system does. */
	async sweep(): Promise<void> {
		const [folder, start] = [dirname(this.#path), `${basename(this.#path)}.`];
		const left = (await readdir(folder)).filter((name) => name.startsWith(start) && sweepable.test(name.slice(start.length)));
		for (const path of left.map((name) => join(folder, name))) {
			const found = await stat(path).catch((error: unknown) => {
				if (isAbsent(error)) return undefined;
				throw error;
			});
			if (found !== undefined && Date.now() - found.mtimeMs > this.#pace.staleAfter) await rm(path, { force: true });
		}
	}
}

const hashDigits = 32;
const draftEnd = '.draft';
const sweepable = /^(?:[0-9a-f]{32}(?:\.[0-9a-f-]{36}\.draft)?|[0-9a-f-]{36}\.draft)$/;

/** `undefined`: there is none. Text and time are of one file, whatever takes its place meanwhile. */
async function look(path: string): Promise<Found | undefined> {
	for (let tries = 0; ; tries++) {
		try {
			await using file = await openFile(path, fileKinds.lock);
			if (file === undefined) return undefined;
			const { mtimeMs } = await file.handle.stat();
			return { text: (await file.handle.readFile()).toString('utf8'), renewed: mtimeMs };
		} catch (error) {
			if (tries === 50 || !isPassing(error instanceof UserError ? error.cause : error)) throw error;
			await wait(10);
		}
	}
}

/** Windows refuses a file that is just being removed or replaced. */
function isPassing(error: unknown): boolean {
	return process.platform === 'win32' && hasCode(error, 'EPERM', 'EACCES', 'EBUSY');
}

/** `undefined`: not now. */
async function replace(draft: string, path: string): Promise<true | undefined> {
	try {
		await rename(draft, path);
		return true;
	} catch (error) {
		if (isPassing(error)) return undefined;
		throw error;
	}
}

/** Makes a file with its text at once, so that a process that is killed leaves none without an owner; `false`: there is one of that name. */
async function create(path: string, text: string): Promise<boolean> {
	const draft = `${path}.${randomUUID()}${draftEnd}`;
	try {
		await writeFile(draft, text, { flag: 'wx' });
		try {
			await link(draft, path);
		} catch (error) {
			if (hasCode(error, 'EEXIST')) throw error;
			// Some file systems know no second name of a file.
			await writeFile(path, text, { flag: 'wx' });
		}
		return true;
	} catch (error) {
		if (hasCode(error, 'EEXIST')) return false;
		throw error;
	} finally {
		await rm(draft, { force: true });
	}
}

import { readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { hasCode, UserError } from '../errors.ts';
import { isAbsent } from './absent-file.ts';
import { fileKinds } from './file-kind.ts';
import { parsedJson } from './parsed-json.ts';
import { readText } from './read-file.ts';

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
export async function fateOf(text: string): Promise<'ended' | 'runs' | 'unknown'> {
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

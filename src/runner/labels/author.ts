import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Milliseconds for git's answer: a person waits for it. */
const patience = 2000;

/** Who speaks in a sidecar: the name of the settings, else git's for this folder, else the system's. */
export async function authorIn(folder: string | undefined, setting: string | undefined): Promise<string> {
	return setting ?? (folder === undefined ? undefined : await gitName(folder)) ?? userName();
}

/** `undefined` where git is not installed, knows no name, or does not answer. */
async function gitName(folder: string): Promise<string | undefined> {
	try {
		const { stdout } = await run('git', ['config', '--get', 'user.name'], { cwd: folder, timeout: patience, windowsHide: true });
		const name = stdout.trim();
		return name === '' ? undefined : name;
	} catch (error) {
		// Status 1: no such key; ENOENT: no git; killed: too slow. Another name is at hand in each case.
		if (error instanceof Error && ('code' in error || 'killed' in error)) return undefined;
		throw error;
	}
}

/** The system's name of the person; some containers have no entry for theirs. */
export function userName(): string {
	try {
		return userInfo().username;
	} catch (error) {
		if (error instanceof Error && 'code' in error) return `uid ${process.getuid?.() ?? 'unknown'}`;
		throw error;
	}
}

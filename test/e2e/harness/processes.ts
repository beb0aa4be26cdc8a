import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
	readonly pid: number;
	readonly parent: number;
	/** Arguments, joined by spaces. */
	readonly command: string;
}

/** The processes (Linux) that carry this entry in their environment; a descendant inherits it, also a detached one. */
export function processesWith(entry: string): RunningProcess[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			const pid = Number(name);
			if (pid === process.pid) return [];
			try {
				if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(entry)) return [];
				const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
				const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
				if (state === 'Z') return [];
				return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim() }];
			} catch (error) {
				if (isGone(error)) return [];
				throw error;
			}
		});
}

/** Sends a signal to a process or (negative) a group that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch (error) {
		if (!isGone(error)) throw error;
	}
}

/** A process that ended while we looked, or one of somebody else. */
function isGone(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM';
}

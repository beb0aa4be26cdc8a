import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** How the memory of another process is read on a system. */
export interface MemoryReader {
	/**
	 * Bytes that a process holds of its own; `undefined` for one that is gone, or where the system does not tell. Pages of files that are
	 * mapped, such as weights that are used where they lie, do not count on Linux: the system takes them back when it needs them.
	 */
	readonly read: (pid: number) => Promise<number | undefined>;
	/** Time between two readings while the process works, milliseconds: what a reading costs decides. */
	readonly pace: number;
}

const run = promisify(execFile);

/** Of `/proc/PID/status`: kB of anonymous and of shared memory that is resident, and of either that was swapped out. */
const ownMemory = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm;

async function readLinux(pid: number): Promise<number | undefined> {
	const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
	const kilobytes = [...status.matchAll(ownMemory)].map(([, count]) => Number(count));
	return kilobytes.length === 0 ? undefined : 1024 * kilobytes.reduce((sum, count) => sum + count, 0);
}

/** What a command prints, in units of `unit` bytes. */
async function printed(command: string, args: readonly string[], unit: number): Promise<number | undefined> {
	// It fails for a process that is gone.
	const { stdout } = await run(command, args, { windowsHide: true }).catch(() => ({ stdout: '' }));
	const count = Number.parseInt(stdout.trim(), 10);
	return Number.isFinite(count) ? count * unit : undefined;
}

/** On systems but Linux, macOS and Windows, as on macOS. Those of macOS and Windows are written by their manuals and were not tried there. */
export function memoryReader(platform: NodeJS.Platform): MemoryReader {
	if (platform === 'linux') return { read: readLinux, pace: 100 };
	// A PowerShell takes about half a second to start.
	if (platform === 'win32')
		return {
			read: (pid) =>
				printed('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', `(Get-Process -Id ${pid}).PrivateMemorySize64`], 1),
			pace: 5000,
		};
	return { read: (pid) => printed('ps', ['-o', 'rss=', '-p', String(pid)], 1024), pace: 1000 };
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ModelStep } from '../../protocol/model-process.ts';
import { mebibytes } from '../../wording/numbers.ts';
import { modelSteps } from './watchdog.ts';

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

const MiB = 2 ** 20;
/** What a process may hold that has hardly begun, whatever the limit: jobs for which that is too much are refused beforehand, with a number. */
const min = 256 * MiB;
/** Time between two reports, milliseconds. */
const reportInterval = 2000;
/** A process without work is looked at so many times more seldom. */
const idle = 20;

export interface MemoryWatchOptions {
	readonly reader: MemoryReader;
	readonly pid: number;
	/** Bytes. */
	readonly limit: () => number;
	/** What it does now; `undefined`: nothing. */
	readonly step: () => ModelStep | undefined;
	/** Every few seconds. */
	readonly onMemory: (bytes: number) => void;
	readonly onLimit: (error: UserError) => void;
}

/** Reads a process's memory from outside, for it may be blocked, until `stop`. What it takes and gives back between two readings is not seen. */
export class MemoryWatch {
	readonly #options: MemoryWatchOptions;
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;
	/** Readings that an idle process is still spared. */
	#skipped = 0;
	#lastReport = -Infinity;

	constructor(options: MemoryWatchOptions) {
		this.#options = options;
		this.#wait();
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}

	#wait(): void {
		this.#timer = setTimeout(() => {
			void this.#look();
		}, this.#options.reader.pace).unref();
	}

	async #look(): Promise<void> {
		const { reader, pid, limit, step, onMemory, onLimit } = this.#options;
		const now = step();
		if (now === undefined && this.#skipped++ < idle) return this.#wait();
		this.#skipped = 0;
		const bytes = await reader.read(pid);
		if (this.#stopped) return;
		this.#wait();
		if (bytes === undefined) return;
		if (performance.now() - this.#lastReport >= reportInterval) {
			this.#lastReport = performance.now();
			onMemory(bytes);
		}
		if (bytes > Math.max(limit(), min)) onLimit(tooMuch(bytes, limit(), now));
	}
}

function tooMuch(bytes: number, limit: number, step: ModelStep = 'running'): UserError {
	const { doing, smaller } = modelSteps[step];
	return new UserError(
		errorNumbers.memoryLimitExceeded,
		`The model process took ${mebibytes(bytes)} of memory while ${doing}, so RAG Assay stopped it. The limit is ${mebibytes(limit)}.`,
		{
			hint: `Raise the memory limit (ragAssay.memoryLimit, --memory-limit), or ${smaller}.`,
		},
	);
}

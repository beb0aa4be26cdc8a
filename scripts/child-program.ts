import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

export interface ChildProgram {
	readonly child: ChildProcess;
	/** Its output and its errors. */
	readonly streams: readonly [Readable, Readable];
}

const children = new Set<ChildProcess>();
let isWatching = false;

/**
 * Starts this Node with these arguments, with a channel for messages and no input. The program ends when this one ends: by a signal, or, where it
 * calls `endWithParent`, in any other way.
 */
export function startNode(args: readonly string[], cwd: string, env = process.env): ChildProgram {
	if (!isWatching) {
		isWatching = true;
		process.once('exit', () => {
			for (const child of children) child.kill();
		});
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.once(signal, () => process.exit(128 + constants.signals[signal]));
	}
	const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
	children.add(child);
	child.once('exit', () => children.delete(child));
	return { child, streams: [child.stdout!, child.stderr!] };
}

/** Has this program end when the one that started it with a channel for messages is gone. */
export function endWithParent(): void {
	process.once('disconnect', () => process.exit(1));
	// A listener alone would keep this program alive.
	process.channel?.unref();
}

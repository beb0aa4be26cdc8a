import {
	fork,
	spawn,
	type ChildProcess,
	type ChildProcessByStdio,
	type ChildProcessWithoutNullStreams,
	type ForkOptions,
	type SpawnOptions,
	type SpawnOptionsWithoutStdio,
	type SpawnOptionsWithStdioTuple,
	type StdioNull,
	type StdioPipe,
} from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isRunning } from './is-running.ts';
import { killAtExit } from './left-behind.ts';
import { atEnd, type TestOrSuite } from './test-or-suite.ts';

type Stdio = StdioNull | StdioPipe;

/** Starts a program as `spawn` does. It is killed after the test or suite, however that ends, and when this process is killed. */
export function startProcess(
	test: TestOrSuite,
	program: string,
	args: readonly string[],
	options?: SpawnOptionsWithoutStdio,
): ChildProcessWithoutNullStreams;
export function startProcess<In extends Stdio, Out extends Stdio, Err extends Stdio>(
	test: TestOrSuite,
	program: string,
	args: readonly string[],
	options: SpawnOptionsWithStdioTuple<In, Out, Err>,
): ChildProcessByStdio<
	In extends StdioPipe ? Writable : null,
	Out extends StdioPipe ? Readable : null,
	Err extends StdioPipe ? Readable : null
>;
export function startProcess(test: TestOrSuite, program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
export function startProcess(test: TestOrSuite, program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
	return ending(test, spawn(program, args, options));
}

/** Starts a module as `fork` does, with a channel for messages. It ends as a process of `startProcess` does. */
export function forkProcess(test: TestOrSuite, module: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
	return ending(test, fork(module, args, options));
}

/** Kills processes after the test that something else has started and that may still run then. */
export function killAfter(test: TestOrSuite, ...pids: readonly number[]): void {
	atEnd(test, () => {
		for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
	});
}

export interface Output {
	/** `null` where a signal ended it. */
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Waits for the end of a process, and returns its status and all that it printed. */
export async function outputOf(child: ChildProcessByStdio<Writable | null, Readable, Readable | null>): Promise<Output> {
	const [stdout, stderr] = await Promise.all([text(child.stdout), child.stderr === null ? '' : text(child.stderr), once(child, 'close')]);
	return { status: child.exitCode, stdout, stderr };
}

function ending(test: TestOrSuite, child: ChildProcess): ChildProcess {
	killAtExit(child);
	atEnd(test, async () => {
		// One that could not be started has no id.
		if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const exit = once(child, 'exit');
		child.kill('SIGKILL');
		await exit;
	});
	return child;
}

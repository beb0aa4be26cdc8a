import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { CannotGoOn } from './cannot-go-on.ts';

export interface ProgramOptions {
	readonly cwd: string;
	/** File for standard output, whole or not at all; without it the terminal gets it. */
	readonly to?: string;
	/** What to do when the program fails. */
	readonly hint?: string;
}

/** @throws CannotGoOn when it cannot be started or ends with another status than 0; what it had to say is on the terminal then. */
export async function runProgram(program: string, args: readonly string[], { cwd, to, hint }: ProgramOptions): Promise<void> {
	if (to !== undefined) await mkdir(dirname(to), { recursive: true });
	const child = spawn(program, args, { cwd, stdio: ['ignore', to === undefined ? 'inherit' : 'pipe', 'inherit'] });
	const command = [program, ...args].join(' ');
	const closed = new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
		child.once('error', (error) => reject(new CannotGoOn(`'${command}' could not be started: ${error.message}.`, { cause: error })));
		child.once('close', (status, signal) => resolve({ status, signal }));
	});
	const written = child.stdout === null || to === undefined ? undefined : finished(child.stdout.pipe(createWriteStream(`${to}.part`)));
	const { status, signal } = await closed;
	await written;
	if (status !== 0)
		throw new CannotGoOn(
			[
				`'${command}' ${signal === null ? `failed with status ${status}` : `was ended by ${signal}`}; its message is above.`,
				...(hint === undefined ? [] : [hint]),
			].join(' '),
		);
	if (to !== undefined) await rename(`${to}.part`, to);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { StreamMessageWriter, type MessageTransports } from 'vscode-languageclient/node';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { CappedMessageReader } from '../../protocol/capped-message-reader.ts';

export interface RunnerProcess extends MessageTransports {
	readonly child: ChildProcess;
}

/**
 * Starts the runner; frames go over its standard input and output, and each line of its standard error to `log`.
 * `execPath` may be VS Code's own binary, which `ELECTRON_RUN_AS_NODE` makes a Node.
 * Rejects with a `UserError` when the program cannot be started at all.
 */
export function startRunnerProcess(execPath: string, script: string, log: (line: string) => void): Promise<RunnerProcess> {
	const child = spawn(execPath, [script, '--stdio'], {
		env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
		stdio: ['pipe', 'pipe', 'pipe'],
		windowsHide: true,
	});
	createInterface({ input: child.stderr, terminal: false }).on('line', log);
	return new Promise((resolve, reject) => {
		const refuse = (cause: Error): void => {
			reject(
				new UserError(errorNumbers.unusableRunnerProgram, `The runner cannot be started with '${execPath}': ${cause.message}.`, {
					cause,
					hint: 'Correct or empty the setting ragAssay.runner.execPath.',
				}),
			);
		};
		child.once('error', refuse);
		child.once('spawn', () => {
			child.off('error', refuse);
			child.on('error', (error) => {
				log(`runner process: ${error.message}`);
			});
			resolve({ child, reader: new CappedMessageReader(child.stdout), writer: new StreamMessageWriter(child.stdin) });
		});
	});
}

/** Time that a stopped runner has to end by itself, milliseconds. */
const grace = 2000;

/** Makes sure that a runner that was told to stop is gone. */
export async function reap(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	await new Promise<void>((resolve) => {
		const late = setTimeout(() => child.kill('SIGKILL'), grace);
		child.once('exit', () => {
			clearTimeout(late);
			resolve();
		});
	});
}

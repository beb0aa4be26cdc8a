import { CommanderError } from 'commander';
import { errorNumbers } from '../error-numbers.ts';
import { describeError, UserError } from '../errors.ts';
import { commandTree } from './command-tree.ts';
import { exitStatus, Interrupted, statusOfThrown } from './exit-status.ts';
import { colorDepth, paint, red } from './output/color.ts';
import { terminalText } from './output/terminal-text.ts';
import { runnerProgram } from './runner-program.ts';

/** A reader that has had enough (`| head`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EPIPE') throw error;
	process.exitCode = exitStatus.done;
});
/** Nor is one of messages (`2>&1 | head`), and they end nothing: what is being made may be paid for. */
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EPIPE') throw error;
});

function complain(message: string): void {
	process.stderr.write(`${terminalText(paint(colorDepth(process.stderr, process.env), red, message))}\n`);
}

const program = runnerProgram(process.argv[1]!);
const done = (status: number): void => {
	process.exitCode = status;
};

const command = commandTree(program, done);

/** The status of a run that ended by an error, which is told here and nowhere else. */
function reported(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.done : exitStatus.wrongInput;
	if (error instanceof Interrupted) {
		if (error.reason === 'stopped') complain('canceled');
	} else if (error instanceof UserError) complain(describeError(error));
	else complain(`${errorNumbers.defect}: Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
	return statusOfThrown(error);
}

async function main(): Promise<void> {
	try {
		await command.parseAsync(process.argv);
	} catch (error) {
		done(reported(error));
	}
}
void main();

import { Command, CommanderError } from 'commander';
import { errorNumbers } from '../error-numbers.ts';
import { describeError, UserError } from '../errors.ts';
import { addAnalyze } from './commands/analyze.ts';
import { addBudget } from './commands/budget.ts';
import { addCache } from './commands/cache.ts';
import { addCalibrate } from './commands/calibrate.ts';
import { addDevice } from './commands/device.ts';
import { addDoctor } from './commands/doctor.ts';
import { addGenerate } from './commands/generate.ts';
import { addLabels } from './commands/labels.ts';
import { addLsp } from './commands/lsp.ts';
import { addMemory } from './commands/memory.ts';
import { addModel } from './commands/model.ts';
import { addPrivate } from './commands/private.ts';
import { addQueries } from './commands/queries.ts';
import { addRedteam } from './commands/redteam.ts';
import { addReview } from './commands/review.ts';
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

const command = new Command('rag-assay')
	.description('What a retrieval-augmented answer is made of')
	.version(program.version)
	.exitOverride()
	.configureOutput({ outputError: (text, write) => write(terminalText(text)) })
	.showHelpAfterError('(add --help for what there is)');
addAnalyze(command, program, done);
addGenerate(command, program, done);
addCalibrate(command, program, done);
addLabels(command, done);
addBudget(command, program, done);
addPrivate(command, program, done);
addRedteam(command, program, done);
addMemory(command, program, done);
addQueries(command, program, done);
addReview(command, program, done);
addModel(command, program, done);
addDevice(command, program, done);
addDoctor(command, program, done);
addCache(command, program, done);
addLsp(command, program);

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

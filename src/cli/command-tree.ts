import { Command } from 'commander';
import { addAnalyze } from './commands/analyze.ts';
import { addBudget } from './commands/budget.ts';
import { addCache } from './commands/cache.ts';
import { addCalibrate } from './commands/calibrate.ts';
import { addConvert } from './commands/convert.ts';
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
import { addWatch } from './commands/watch.ts';
import type { ExitStatus } from './exit-status.ts';
import { addExamples, configureProductHelp } from './help.ts';
import { terminalText } from './output/terminal-text.ts';
import { withoutPasswords } from '../wording/store-names.ts';
import type { RunnerProgram } from './runner-program.ts';

/**
 * Returns the command line with all its commands. Parsing arguments with it runs a command; its help needs no run.
 * @param done takes the exit status of the command that ran
 */
export function commandTree(program: RunnerProgram, done: (status: ExitStatus) => void): Command {
	const command = configureProductHelp(new Command('rag-assay'))
		.description('Find out what the answers of retrieval-augmented generation are made of')
		.version(program.version, '-V, --version', 'Show the version')
		.helpOption('-h, --help', 'Show help')
		.helpCommand('help [command]', 'Show the help of a command')
		.exitOverride()
		// Commands take over what their parent has when they are added: this comes before them.
		.configureOutput({ outputError: (text, write) => write(terminalText(withoutPasswords(text))) })
		.showHelpAfterError('To see all options, add --help.');
	command.commandsGroup('Answers:');
	addAnalyze(command, program, done);
	addGenerate(command, program, done);
	addWatch(command, program, done);
	addConvert(command, done);
	addCalibrate(command, program, done);
	addLabels(command, done);
	command.commandsGroup('Memories and queries:');
	addMemory(command, program, done);
	addQueries(command, program, done);
	command.commandsGroup('Private answers:');
	addPrivate(command, program, done);
	addBudget(command, program, done);
	addReview(command, program, done);
	command.commandsGroup('Tests of your own pipeline:');
	addRedteam(command, program, done);
	command.commandsGroup('Setup:');
	addModel(command, program, done);
	addDevice(command, program, done);
	addDoctor(command, program, done);
	addCache(command, program, done);
	addLsp(command, program);
	addExamples(command);
	return command;
}

/** `rag-assay private` with the runner of tests: `node private-program.ts generate …`. Its status is that of the command. */
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addPrivate } from '../../../src/cli/commands/private.ts';
import { statusOfThrown } from '../../../src/cli/exit-status.ts';
import { describeError, UserError } from '../../../src/errors.ts';

const command = new Command('rag-assay');
addPrivate(command, { path: fileURLToPath(new URL('fake-runner.mjs', import.meta.url)), version: '0' }, (status) => {
	process.exitCode = status;
});
try {
	await command.parseAsync(['private', ...process.argv.slice(2)], { from: 'user' });
} catch (error) {
	if (!(error instanceof UserError)) throw error;
	process.stderr.write(`${describeError(error)}\n`);
	process.exitCode = statusOfThrown(error);
}

import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { RunnerProgram } from '../runner-program.ts';

/** Becomes the runner: the same process, so that the editor's pipes and signals reach it directly. */
async function lsp({ path }: RunnerProgram): Promise<void> {
	process.argv = [process.execPath, path, '--stdio'];
	await import(pathToFileURL(path).href);
}

export function addLsp(parent: Command, program: RunnerProgram): void {
	parent
		.command('lsp')
		.description('Run the language server alone, for any editor that supports LSP')
		.requiredOption('--stdio', 'Use standard input and output')
		.action(async () => lsp(program));
}

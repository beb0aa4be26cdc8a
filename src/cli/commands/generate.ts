import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import * as z from 'zod';
import { describeError } from '../../errors.ts';
import { GenerateFiles } from '../../protocol/requests.ts';
import { fromWire } from '../../protocol/wire-error.ts';
import { addEngineOptions, numberIn, type CommonOptions } from '../common-options.ts';
import { worstStatus, type ExitStatus } from '../exit-status.ts';
import { bold, paint, red } from '../output/color.ts';
import { oneLine } from '../output/plain-text.ts';
import type { GenerateOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { traceFiles } from '../trace-files.ts';

interface GenerateOptions extends CommonOptions {
	readonly write: boolean;
	readonly maxTokens: number;
	readonly temperature: number;
	readonly topP: number;
	readonly seed?: number;
}

async function generate(program: RunnerProgram, paths: string[], options: GenerateOptions): Promise<ExitStatus> {
	const files = traceFiles(paths, { dataSets: false });
	return withRunner(program, options, async ({ client, console }) => {
		const { write, maxTokens, temperature, topP, seed } = options;
		const { answers, failures } = await client.ask(GenerateFiles, {
			token: randomUUID(),
			paths: files.map(({ path }) => path),
			write,
			maxTokens,
			temperature,
			topP,
			...(seed === undefined ? {} : { seed }),
		});
		for (const { file, trace, text, written } of answers) {
			if (options.json) {
				const output: GenerateOutput = { schema: 'rag-assay/generate@1', file, trace: { id: trace }, text, written };
				console.json(output);
			} else if (written) {
				console.write(`${oneLine(file)}: written\n`);
			} else {
				// One answer stands alone, so that it can be piped; several need their names.
				if (answers.length > 1) console.write(`${paint(console.depth, bold, oneLine(file))}\n`);
				console.verbatim(`${text}\n${answers.length > 1 ? '\n' : ''}`);
			}
		}
		for (const failure of failures) console.complain(paint(console.errorDepth, red, describeError(fromWire(failure))));
		if (answers.length === 0 && failures.length === 0) console.complain('Every trace has a response already; nothing was generated.');
		return worstStatus(failures);
	});
}

export function addGenerate(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addEngineOptions(
		parent
			.command('generate')
			.argument('<file...>', 'Traces without a response, or folders of them')
			.description('Write an answer for traces that have none'),
		{ model: true },
	)
		.option('--write', 'Write the answers into the files', false)
		.option('--max-tokens <n>', 'Longest answer, in tokens', numberIn(z.number().int().positive()), 256)
		.option('--temperature <t>', 'Sampling temperature; 0 takes the likeliest token', numberIn(z.number().min(0)), 0)
		.option('--top-p <p>', 'Sample from the likeliest tokens that have this share of the probability', numberIn(z.number().gt(0).max(1)), 1)
		.option('--seed <n>', 'Random seed; makes sampling repeatable', numberIn(z.number().int()))
		.action(async (paths: string[], options: GenerateOptions) => done(await generate(program, paths, options)));
}

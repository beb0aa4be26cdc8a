import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import * as z from 'zod';
import { RedteamPii } from '../../protocol/redteam.ts';
import { addEngineOptions, addPiiModelOption, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { redteamText } from '../output/redteam-text.ts';
import type { RedteamPiiOutput } from '../output/schemas.ts';
import { addPrivateOptions, privateSettingsOf, type PrivateOptions } from '../private-options.ts';
import { passedOver, readDocuments } from '../read-documents.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { addRedteamMembership } from './redteam-membership.ts';
import { addRedteamMemory } from './redteam-memory.ts';

interface PiiOptions extends CommonOptions, PrivateOptions {
	readonly query: string;
	readonly docs: string[];
	readonly system?: string;
	readonly seed: number;
	readonly instructions?: number;
}

async function attackPii(program: RunnerProgram, options: PiiOptions): Promise<ExitStatus> {
	const { query, docs, system, seed, instructions } = options;
	const documents = await readDocuments(docs);
	const settings = await privateSettingsOf(options);
	return withRunner(program, options, async ({ client, console }) => {
		if (!options.quiet) for (const note of passedOver(docs)) console.complain(note);
		const report = await client.ask(RedteamPii, {
			token: randomUUID(),
			query,
			...(system === undefined ? {} : { system }),
			documents,
			settings,
			seed,
			...(instructions === undefined ? {} : { instructions }),
		});
		const output: RedteamPiiOutput = { schema: 'rag-assay/redteam-pii@1', documents: documents.length, query, seed, settings, ...report };
		if (options.json) console.json(output);
		else console.write(redteamText(report, console.depth));
		return exitStatus.done;
	});
}

export function addRedteam(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = parent.command('redteam').description('Attack a copy of your own data, and see what gets through');
	addRedteamMemory(command, program, done);
	addRedteamMembership(command, program, done);
	addPrivateOptions(
		addPiiModelOption(
			addEngineOptions(
				command.command('pii').description('Try malicious instructions: which personal values answers give away, with and without privacy'),
				{ model: true },
			),
		),
	)
		.requiredOption('--docs <path...>', 'Documents: *.md, *.txt, JSON Lines, contexts of a *.rag.md, or folders of them')
		.option('--query <text>', 'Legitimate question. Each malicious instruction is added to it', someText, 'What do the documents say?')
		.option('--system <text>', 'Instruction to the model')
		.option('--instructions <n>', 'How many malicious instructions to try (default: all)', numberIn(z.number().int().positive()))
		.option('--seed <n>', 'Random seed of the private answers', numberIn(z.number().int()), 1)
		.action(async (options: PiiOptions) => done(await attackPii(program, options)));
}

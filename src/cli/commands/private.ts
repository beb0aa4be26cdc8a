import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { GeneratePrivate, GetBudget, PlanPrivate } from '../../protocol/private-generation.ts';
import { addEngineOptions, addOutputOptions, numberIn, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { planText, releaseText } from '../output/private-text.ts';
import type { PrivatePlanOutput } from '../output/schemas.ts';
import { addPrivateOptions, privateSettingsOf, type PrivateOptions } from '../private-options.ts';
import { corpusOf, readDocuments } from '../read-documents.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

interface GenerateOptions extends CommonOptions, PrivateOptions {
	readonly query: string;
	readonly docs: string[];
	readonly system?: string;
	readonly corpus?: string;
	readonly seed?: number;
	readonly original?: string;
	readonly out?: string;
	readonly fillerUrl?: string;
	readonly fillerModel: string;
}

interface PlanOptions extends CommonOptions, PrivateOptions {
	readonly documents: number;
	readonly corpus?: string;
}

async function generate(program: RunnerProgram, options: GenerateOptions): Promise<ExitStatus> {
	const { query, docs, system, seed, original, out, fillerUrl, fillerModel } = options;
	const documents = await readDocuments(docs);
	const settings = await privateSettingsOf(options);
	const corpus = options.corpus === undefined ? corpusOf(docs) : resolve(options.corpus);
	return withRunner(program, options, async ({ client, console }) => {
		const answer = await client.ask(GeneratePrivate, {
			token: randomUUID(),
			query,
			...(system === undefined ? {} : { system }),
			documents,
			settings,
			corpus,
			...(seed === undefined ? {} : { seed }),
			...(fillerUrl === undefined ? {} : { filler: { url: fillerUrl, model: fillerModel } }),
			original: original !== undefined,
		});
		const { release } = answer;
		// It is paid for: what cannot be written is printed all the same.
		if (options.json) console.json(release);
		else console.write(releaseText(release, release.ledger === null ? null : await client.ask(GetBudget, { corpus }), console.depth));
		if (out !== undefined) await write(out, `${JSON.stringify(release, undefined, '\t')}\n`);
		if (original !== undefined && answer.original !== null) await write(original, `${answer.original}\n`);
		return exitStatus.done;
	});
}

async function plan(program: RunnerProgram, options: PlanOptions): Promise<ExitStatus> {
	const settings = await privateSettingsOf(options);
	const { documents, corpus } = options;
	return withRunner(program, options, async ({ client, console }) => {
		const planned = await client.ask(PlanPrivate, { settings, documents, ...(corpus === undefined ? {} : { corpus: resolve(corpus) }) });
		const output: PrivatePlanOutput = { schema: 'rag-assay/private-plan@1', ...planned };
		if (options.json) console.json(output);
		else console.write(planText(planned, corpus, console.depth));
		return exitStatus.done;
	});
}

/** What was released or is private: for its owner alone. */
async function write(file: string, text: string): Promise<void> {
	try {
		await writeFile(file, text, { mode: 0o600 });
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
			place: { file },
			hint: 'Name a file in a folder that exists and is writable.',
			cause,
		});
	}
}

export function addPrivate(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = parent.command('private').description('answers with a privacy guarantee, paid for from a budget (docs/private.md)');
	addPrivateOptions(
		addEngineOptions(
			command.command('generate').description('answer a question from documents, without telling what any one of them says'),
		),
	)
		.requiredOption('--query <text>', 'the question; it is taken for public')
		.requiredOption('--docs <path...>', 'documents: *.md, *.txt, JSON Lines, contexts of a *.rag.md, or folders of them')
		.option('--system <text>', 'instruction to the model; it is taken for public')
		.option('--corpus <dir>', 'whose budget pays (default: the folder that holds the documents)')
		.option('--seed <n>', 'for tests: repeatable, without a guarantee, nothing is spent', numberIn(z.number().int()))
		.option('--original <file>', 'write what the model says without privacy, for a review; it is private')
		.option('--out <file>', 'write the release as JSON')
		.option('--filler-url <url>', 'OpenAI-compatible address that refills what was cut; it is sent the query and what is released already')
		.option('--filler-model <name>', 'its model', 'default')
		.action(async (options: GenerateOptions) => done(await generate(program, options)));
	addPrivateOptions(addOutputOptions(command.command('plan').description('what can come out, before anything is run or spent')))
		.requiredOption('--documents <n>', 'how many documents will be retrieved', numberIn(z.number().int().nonnegative()))
		.option('--corpus <dir>', 'whose budget would pay')
		.action(async (options: PlanOptions) => done(await plan(program, { ...options, device: 'auto', offline: true })));
}

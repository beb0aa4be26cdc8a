import { randomUUID } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { describeError, UserError } from '../../errors.ts';
import { copiesNote, distinctDocuments } from '../../formats/distinct-documents.ts';
import { GeneratePrivate, GetBudget, PlanPrivate } from '../../protocol/private.ts';
import { privateOriginalFile } from '../../review/review-file.ts';
import { addEngineOptions, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { budgetText } from '../output/budget-text.ts';
import { planText, releaseText } from '../output/private-text.ts';
import type { PrivatePlanOutput } from '../output/schemas.ts';
import { writeOwnerOnly } from '../owner-only-file.ts';
import { requirePlace } from '../paid-output.ts';
import { addPrivateOptions, privateSettingsOf, type PrivateOptions } from '../private-options.ts';
import { corpusOf, firstOf, passedOver, readDocuments } from '../read-documents.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';
import { addPrivateReview } from './private-review.ts';

/** What `generate` and `plan` have in common; a plan needs neither a question nor documents. */
interface RunOptions extends CommonOptions, PrivateOptions {
	readonly query?: string;
	readonly docs?: string[];
	readonly documents?: number;
	readonly system?: string;
	readonly corpus?: string;
	readonly ledger?: string;
	readonly seed?: number;
	/** `true`: beside the release, where a review looks for it. */
	readonly original?: string | true;
	readonly out?: string;
	/** Whether to spend even if little of use can come out. */
	readonly anyway: boolean;
	/** Whether files that are there may be replaced. */
	readonly force: boolean;
	readonly fillerUrl?: string;
	readonly fillerModel: string;
}

type GenerateOptions = RunOptions & { readonly query: string; readonly docs: string[] };

/** Whose ledger pays: of the corpus that is named or holds the documents, or the file that is named. `undefined`: nothing says whose. */
function ledgerOf({ corpus, docs, ledger }: RunOptions): { corpus: string; ledger?: string } | undefined {
	const file = ledger === undefined ? undefined : resolve(ledger);
	const folder = corpus !== undefined ? resolve(corpus) : docs !== undefined ? corpusOf(docs) : file && dirname(file);
	return folder === undefined ? undefined : { corpus: folder, ...(file === undefined ? {} : { ledger: file }) };
}

async function generate(program: RunnerProgram, options: GenerateOptions, originalFile: string | undefined): Promise<ExitStatus> {
	const { query, docs, system, seed, anyway, out, force, fillerUrl, fillerModel } = options;
	const documents = firstOf(await readDocuments(docs), options.documents);
	const settings = await privateSettingsOf(options);
	const ledger = ledgerOf(options)!;
	// Before it is paid for.
	const seen = {
		out: out === undefined ? undefined : await requirePlace(out, { option: '--out', force, spends: true }),
		original: originalFile === undefined ? undefined : await requirePlace(originalFile, { option: '--original', force, spends: true }),
	};
	return withRunner(
		program,
		options,
		async ({ client, console }) => {
			if (!options.quiet) for (const note of passedOver(docs)) console.complain(note);
			const { release, original, whyNoOriginal } = await client.ask(GeneratePrivate, {
				token: randomUUID(),
				query,
				...(system === undefined ? {} : { system }),
				documents,
				settings,
				...ledger,
				...(seed === undefined ? {} : { seed }),
				anyway,
				...(fillerUrl === undefined ? {} : { filler: { url: fillerUrl, model: fillerModel } }),
				original: originalFile !== undefined,
			});
			// It is paid for: it is written and shown whatever was canceled meanwhile. Written first, because whoever reads along may be gone; what cannot be written is printed anyway.
			const written = await Promise.allSettled([
				out === undefined ? undefined : writeOwnerOnly(out, `${JSON.stringify(release, undefined, '\t')}\n`, seen.out),
				originalFile === undefined || original === null ? undefined : writeOwnerOnly(originalFile, `${original}\n`, seen.original),
			]);
			if (options.json) console.json(release);
			else console.write(releaseText(release, console.depth));
			const [failure, ...others] = written.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
			for (const other of others) console.complain(other instanceof UserError ? describeError(other) : String(other));
			if (failure !== undefined) throw failure;
			if (whyNoOriginal !== null) console.complain(`The original was not written: ${whyNoOriginal}. The private answer is not affected.`);
			if (client.isCanceled) return whyNoOriginal === null ? exitStatus.done : exitStatus.interrupted;
			if (!options.json && release.ledger !== null) console.write(`\n${budgetText(await client.ask(GetBudget, ledger), console.depth)}`);
			return exitStatus.done;
		},
		{ isPaid: true },
	);
}

/** @param documents how many are planned for; absent: as many as there are. Their text has no part in a plan. */
async function plan(program: RunnerProgram, options: RunOptions): Promise<ExitStatus> {
	const settings = await privateSettingsOf(options);
	const { docs } = options;
	const named = docs === undefined ? undefined : firstOf(await readDocuments(docs), options.documents);
	const documents = named === undefined ? (options.documents ?? 0) : distinctDocuments(named).length;
	const notes = [...(named === undefined ? [] : copiesNote(named.length, documents)), ...passedOver(docs ?? [])];
	// A seeded run pays for nothing.
	const ledger = options.seed === undefined ? ledgerOf(options) : undefined;
	return withRunner(program, { ...options, offline: true }, async ({ client, console }) => {
		const planned = await client.ask(PlanPrivate, { settings, documents, ...ledger, anyway: options.anyway || options.seed !== undefined });
		const output: PrivatePlanOutput = { schema: 'rag-assay/private-plan@1', ...planned, notes };
		if (options.json) console.json(output);
		else console.write(planText(output, { ofLedger: ledger !== undefined }, console.depth));
		return exitStatus.done;
	});
}

/** Options of a run, for both commands: what was planned is run by another word. */
function addRunOptions(command: Command): Command {
	return addPrivateOptions(addEngineOptions(command, { model: true }))
		.option('--documents <k>', 'How many documents to use: the first k', numberIn(z.number().int().nonnegative()))
		.option('--system <text>', 'Instruction to the model. It is not protected')
		.option('--corpus <dir>', 'Folder whose budget pays (default: the folder of the documents)', someText)
		.option('--ledger <file>', 'Ledger that pays (default: the one in your data directory)', someText)
		.option('--seed <n>', 'For tests: random seed. The answer has no guarantee, and nothing is spent', numberIn(z.number().int()))
		.option('--anyway', 'Spend even if little of use can come out', false)
		.option('--out <release>', 'Write the release as JSON, for example to NAME.release.json', someText)
		.option(
			'--original [file]',
			'Write the model\u2019s answer without privacy, for a review (default: beside --out). This file is private',
		)
		.option('--force', 'Overwrite the files at --out and --original', false)
		.option('--filler-url <url>', 'OpenAI-compatible address that refills what was cut. It receives the query and what is already released')
		.option('--filler-model <name>', 'Model at that address', someText, 'default');
}

const docsDescription = 'Documents: *.md, *.txt, JSON Lines, contexts of a *.rag.md, or folders of them';

export function addPrivate(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = parent.command('private').description('Answers with a privacy guarantee, paid for from a budget (docs/private.md)');
	addRunOptions(
		command
			.command('generate')
			.description('Answer a question with what the documents have in common, without revealing what any one of them says')
			.requiredOption('--query <text>', 'The question. It is not protected: leave private facts out of it', someText)
			.requiredOption('--docs <path...>', docsDescription),
	).action(async (options: GenerateOptions, self: Command) => {
		const { original, out } = options;
		if (original === true && out === undefined) self.error('error: --original needs a file, or --out, beside which it is written');
		const originalFile = original === true ? privateOriginalFile(out!) : original;
		if (out !== undefined && originalFile !== undefined && resolve(out) === resolve(originalFile))
			self.error('error: --out and --original name the same file, and one is private');
		done(await generate(program, options, originalFile));
	});
	addRunOptions(
		command
			.command('plan')
			.description('Show what an answer can say with these options. Runs no model, writes and spends nothing')
			.option('--query <text>', 'The question; a plan ignores it')
			.option('--docs <path...>', `${docsDescription}. A plan only counts them`),
	).action(async (options: RunOptions, self: Command) => {
		if (options.docs === undefined && options.documents === undefined)
			self.error('error: name the documents with --docs, or say how many there will be with --documents');
		done(await plan(program, options));
	});
	addPrivateReview(command, program, done);
}

import { randomUUID } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
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
	const { query, docs, system, seed, out, force, fillerUrl, fillerModel } = options;
	const documents = firstOf(await readDocuments(docs), options.documents);
	const settings = await privateSettingsOf(options);
	const ledger = ledgerOf(options)!;
	// Before it is paid for.
	const seen = {
		out: out === undefined ? undefined : await requirePlace(out, { option: '--out', force, spends: true }),
		original: originalFile === undefined ? undefined : await requirePlace(originalFile, { option: '--original', force, spends: true }),
	};
	return withRunner(program, options, async ({ client, console }) => {
		if (!options.quiet) for (const note of passedOver(docs)) console.complain(note);
		const { release, original, whyNoOriginal } = await client.ask(GeneratePrivate, {
			token: randomUUID(),
			query,
			...(system === undefined ? {} : { system }),
			documents,
			settings,
			...ledger,
			...(seed === undefined ? {} : { seed }),
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
		if (whyNoOriginal !== null) console.complain(`The original was not written: ${whyNoOriginal}. The private answer stands.`);
		if (client.isCanceled) return whyNoOriginal === null ? exitStatus.done : exitStatus.interrupted;
		if (!options.json && release.ledger !== null) console.write(`\n${budgetText(await client.ask(GetBudget, ledger), console.depth)}`);
		return exitStatus.done;
	});
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
		const planned = await client.ask(PlanPrivate, { settings, documents, ...ledger });
		const output: PrivatePlanOutput = { schema: 'rag-assay/private-plan@1', ...planned, notes };
		if (options.json) console.json(output);
		else console.write(planText(output, { ofLedger: ledger !== undefined }, console.depth));
		return exitStatus.done;
	});
}

/** Options of a run, for both commands: what was planned is run by another word. */
function addRunOptions(command: Command): Command {
	return addPrivateOptions(addEngineOptions(command))
		.option('--documents <k>', 'how many documents are retrieved: the first k of those named', numberIn(z.number().int().nonnegative()))
		.option('--system <text>', 'instruction to the model; it is taken for public')
		.option('--corpus <dir>', 'whose budget pays (default: the folder that holds the documents)', someText)
		.option('--ledger <file>', 'the ledger that pays, in place of the corpus\u2019 own in your data directory', someText)
		.option('--seed <n>', 'for tests: repeatable, without a guarantee, nothing is spent', numberIn(z.number().int()))
		.option('--out <release>', 'write the release as JSON, such as NAME.release.json', someText)
		.option(
			'--original [file]',
			'write what the model says without privacy, for a review (default: beside --out, where a review looks for it); it is private',
		)
		.option('--force', 'overwrite what lies at --out and --original', false)
		.option('--filler-url <url>', 'OpenAI-compatible address that refills what was cut; it is sent the query and what is released already')
		.option('--filler-model <name>', 'its model', someText, 'default');
}

const docsDescription = 'documents: *.md, *.txt, JSON Lines, contexts of a *.rag.md, or folders of them';

export function addPrivate(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const command = parent.command('private').description('answers with a privacy guarantee, paid for from a budget (docs/private.md)');
	addRunOptions(
		command
			.command('generate')
			.description('answer a question from documents, without telling what any one of them says')
			.requiredOption('--query <text>', 'the question; it is taken for public', someText)
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
			.description('what can come out, with the options of generate, before anything is run, written or spent')
			.option('--query <text>', 'the question; no part of a plan')
			.option('--docs <path...>', `${docsDescription}; they are counted`),
	).action(async (options: RunOptions, self: Command) => {
		if (options.docs === undefined && options.documents === undefined)
			self.error('error: name the documents with --docs, or say how many there will be with --documents');
		done(await plan(program, options));
	});
	addPrivateReview(command, program, done);
}

import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import type { Review } from '../../formats/review.ts';
import { CheckRelease } from '../../protocol/review.ts';
import { rechecked } from '../../review/carry-over.ts';
import { exportReview, reviewFormats, stillToDo, type ReviewFormat } from '../../review/export.ts';
import { guaranteeOf, guaranteeTitle } from '../../review/guarantee.ts';
import { isReviewFile, readReview, reviewFile } from '../../review/review-file.ts';
import { statusOf } from '../../review/review-progress.ts';
import { listInWords, plural } from '../../wording/phrases.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { terminalJson, terminalText } from '../output/terminal-text.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

/** How far a review has come, for the terminal: no sentence of it, which may be private. */
export function reviewStatusText(review: Review): string {
	const reviewStatus = statusOf(review, '');
	const guarantee = guaranteeOf(review);
	const { marked, audited, required, decided, reviewers, order, items, stage } = reviewStatus;
	const open = order.filter((id) => items.get(id) === 'open').map((id) => String(review.items.findIndex((item) => item.id === id) + 1));
	return [
		stage === 'ready' ? 'Ready to go out.' : 'Not ready to go out.',
		`${guaranteeTitle(guarantee)}.`,
		...guarantee.why.map((why) => `  ${why}`),
		`${plural(review.items.length, 'sentence')}: ${marked} marked, ${audited.size} more drawn to be looked at; ${decided} of ${required} decided.`,
		...(open.length === 0 ? [] : [`Still to be decided, riskiest first: ${listInWords(open)}.`]),
		...stillToDo(reviewStatus, review).map((one) => `  ${one}`),
		reviewers.length === 0 ? 'Nobody has decided anything yet.' : `Decided by ${listInWords(reviewers)}.`,
		'',
	].join('\n');
}

interface ReviewOptions {
	readonly ledger?: string;
}

interface ExportOptions extends ReviewOptions {
	readonly format: ReviewFormat;
}

/** The review that is kept at `file`, or beside it. */
async function held(file: string): Promise<Review> {
	const path = isReviewFile(file) ? file : reviewFile(file);
	return readReview(
		await requireText(path, { ...fileKinds.review, hint: 'Name a NAME.rag-assay-review.json, or the file that is reviewed.' }),
		path,
	);
}

/** What a review's file says of its ledger, anybody could have written: a release is compared anew. An answer has none, and starts no runner. */
async function compared(program: RunnerProgram, file: string, named: string | undefined): Promise<Review> {
	const review = await held(file);
	const { source } = review;
	if (source.kind === 'trace') return review;
	const ledger = named === undefined ? {} : { ledger: resolve(named) };
	return withRunner(program, { json: false, quiet: true, device: 'auto', offline: true }, async ({ client }) =>
		rechecked(review, await client.ask(CheckRelease, { release: source.release, ...ledger })),
	);
}

async function status(program: RunnerProgram, file: string, { ledger }: ReviewOptions): Promise<ExitStatus> {
	process.stdout.write(terminalText(reviewStatusText(await compared(program, file, ledger))));
	return exitStatus.done;
}

async function write(program: RunnerProgram, file: string, { format, ledger }: ExportOptions): Promise<ExitStatus> {
	const text = exportReview(await compared(program, file, ledger), format);
	process.stdout.write(process.stdout.isTTY ? (format === 'json' ? terminalJson(text) : terminalText(text)) : text);
	return exitStatus.done;
}

export function addReview(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const review = parent.command('review').description('Redaction reviews (NAME.rag-assay-review.json) that you began in the editor');
	const ledger = (): Option => new Option('--ledger <file>', 'Ledger to check a release against (default: those in your data directory)');
	const file = 'A review, or the trace or release that it belongs to';
	review
		.command('status')
		.argument('<file>', file)
		.description('Show what you still must decide, and whether the privacy guarantee holds')
		.addOption(ledger())
		.action(async (path: string, options: ReviewOptions) => done(await status(program, path, options)));
	review
		.command('export')
		.argument('<file>', file)
		.addOption(
			new Option('--format <format>', 'Format of the reviewed text. Each one states the guarantee, or that there is none')
				.choices(reviewFormats)
				.default('text'),
		)
		.description('Print the reviewed text, once everything is decided')
		.addOption(ledger())
		.action(async (path: string, options: ExportOptions) => done(await write(program, path, options)));
}

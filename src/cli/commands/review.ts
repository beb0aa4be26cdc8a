import { Option, type Command } from 'commander';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import type { Review } from '../../formats/review.ts';
import { exportReview, reviewFormats, type ReviewFormat } from '../../review/export.ts';
import { isReviewFile, readReview, reviewFile } from '../../review/review-file.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { reviewStatusText } from '../output/review-status.ts';
import { terminalJson, terminalText } from '../output/terminal-text.ts';

/** The review that is kept at `file`, or beside it. */
async function held(file: string): Promise<Review> {
	const path = isReviewFile(file) ? file : reviewFile(file);
	return readReview(
		await requireText(path, { ...fileKinds.review, hint: 'Name a NAME.rag-assay-review.json, or the file that is reviewed.' }),
		path,
	);
}

async function status(file: string): Promise<ExitStatus> {
	process.stdout.write(terminalText(reviewStatusText(await held(file))));
	return exitStatus.done;
}

async function write(file: string, format: ReviewFormat): Promise<ExitStatus> {
	const text = exportReview(await held(file), format);
	process.stdout.write(process.stdout.isTTY ? (format === 'json' ? terminalJson(text) : terminalText(text)) : text);
	return exitStatus.done;
}

export function addReview(parent: Command, done: (status: ExitStatus) => void): void {
	const review = parent.command('review').description('redaction reviews (NAME.rag-assay-review.json), which the editor makes');
	const file = 'a review, or the trace or release beside which it lies';
	review
		.command('status')
		.argument('<file>', file)
		.description('what is still to be decided, and what becomes of the privacy guarantee')
		.action(async (path: string) => done(await status(path)));
	review
		.command('export')
		.argument('<file>', file)
		.addOption(
			new Option('--format <format>', 'of the reviewed text; all have its guarantee, or say that there is none')
				.choices(reviewFormats)
				.default('text'),
		)
		.description('the reviewed text, once everything is decided')
		.action(async (path: string, { format }: { readonly format: ReviewFormat }) => done(await write(path, format)));
}

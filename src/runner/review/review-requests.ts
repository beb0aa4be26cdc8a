import { basename, dirname } from 'node:path';
import type { Review } from '../../formats/review.ts';
import { ActOnReview, CheckRelease, ExportReview, OpenReview, ReadReview, type HeldReview } from '../../protocol/review.ts';
import { rechecked } from '../../review/carry-over.ts';
import { exportReview } from '../../review/export.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { authorIn } from '../labels/author.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { TypedAnswers } from '../lsp/request-handlers.ts';
import { checkRelease } from './check-release.ts';
import { openReview, OpenReviews } from './review-session.ts';

export interface ReviewRequestsOptions {
	readonly answers: TypedAnswers;
	readonly open: OpenDocuments;
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly now: () => Date;
}

/** What its ledger says when a text goes out, and not only when its review began. */
async function checked(review: Review, context: RunnerContext, ledger: string | undefined): Promise<Review> {
	return review.source.kind === 'trace' ? review : rechecked(review, await checkRelease(review.source.release, context, ledger));
}

/** Everything that is asked about redaction reviews. */
export function answerReviewRequests({ answers, open, context, models, now }: ReviewRequestsOptions): void {
	const reviews = new OpenReviews();
	const who = (path: string): Promise<string> => authorIn(dirname(path), context.settings.author);
	const held = async (key: string, review: Review): Promise<HeldReview> => ({
		key,
		name: basename(review.source.file),
		review,
		who: await who(key),
	});
	answers.request(OpenReview, (params, signal) => openReview(params, { open, context, models, reviews, signal, who }));
	answers.request(ActOnReview, async ({ key, action, seen }) => {
		const { review, said, changed, stale } = await reviews.act(key, action, seen, { who: await who(key), when: now().toISOString() });
		return { ...(await held(key, review)), said, changed: [...changed], stale };
	});
	answers.request(ReadReview, async ({ key }) => held(key, await reviews.get(key)));
	answers.request(ExportReview, async ({ key, format, ledger }) => {
		const review = await reviews.recheck(key, (before) => checked(before, context, ledger));
		return { ...(await held(key, review)), content: exportReview(review, format) };
	});
	answers.request(CheckRelease, ({ release, ledger }) => checkRelease(release, context, ledger));
}

import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { Reviewed } from '../formats/reviewed-answer.ts';
import type { Review } from '../formats/review.ts';
import { listInWords, plural } from '../wording/phrases.ts';
import { finalText } from './final-text.ts';
import { guaranteeOf, guaranteeTitle, promisedBy } from './guarantee.ts';
import { isMarked, isUnreleased, peopleBehind, statusOf, type ReviewStatus } from './review-progress.ts';
import { unreadInWords } from './unread.ts';

export const reviewFormats = ['text', 'markdown', 'json'] as const;
export type ReviewFormat = (typeof reviewFormats)[number];

/** What is still to be done before a text goes out, in sentences; none: it may. */
export function stillToDo({ required, decided, returned, stage }: ReviewStatus, { reviewers }: Pick<Review, 'reviewers'>): string[] {
	const open = required - decided;
	return [
		...(returned.size === 0
			? []
			: [
					`${plural(returned.size, 'sentence')} ${returned.size === 1 ? 'has' : 'have'} a value again that was redacted everywhere. Redact it, or undo that.`,
				]),
		...(open === 0 ? [] : [`${plural(open, 'sentence')} of ${required} still to be decided${reviewers === 2 ? ' by two people' : ''}.`]),
		...(stage === 'second' ? ['A second reviewer with a different name must decide them, too.'] : []),
	];
}

/** The record of a reviewed text. @throws UserError RA921 while something is to be decided. */
export function reviewedRecord(review: Review): Reviewed {
	const status = statusOf(review, '');
	const { source, items } = review;
	if (status.stage !== 'ready')
		throw new UserError(
			errorNumbers.reviewUndecided,
			`You can export only after everything is decided. ${stillToDo(status, review).join(' ')}`,
			{
				place: { file: source.file },
				hint: 'Open the review and decide what is left.',
			},
		);
	const guarantee = guaranteeOf(review);
	// How many sentences a private original has beside the released ones is private as well, and so is who has looked at them.
	const shown = items.filter((item) => !(isUnreleased(item) && item.text === ''));
	return {
		schema: 'rag-assay/reviewed@1',
		text: finalText(review),
		guarantee: promisedBy(guarantee),
		notes: [
			...guarantee.why,
			...('guarantee' in guarantee ? guarantee.guarantee.notCovered.map((one) => `Not covered: ${one}`) : []),
			...unreadInWords(review),
		],
		release:
			source.kind === 'release'
				? { id: source.release.id, corpus: source.release.corpus, decoder: source.release.decoder, ledger: source.release.ledger }
				: null,
		sentences: shown.length,
		marked: shown.filter(isMarked).length,
		audited: status.audited.size,
		reviewers: peopleBehind(shown),
		decisions: shown.flatMap(({ decisions }, i) => decisions.map(({ kind, who, when }) => ({ sentence: i + 1, kind, who, when }))),
	};
}

/** A reviewed text as it is handed on. @throws UserError RA921 while something is to be decided. */
export function exportReview(review: Review, format: ReviewFormat): string {
	const record = reviewedRecord(review);
	if (format === 'json') return `${JSON.stringify(record, undefined, '\t')}\n`;
	const status = guaranteeOf(review);
	const title = guaranteeTitle(status);
	const ledger = record.release?.ledger ?? null;
	const lines = [
		`${title}.`,
		...record.notes,
		...(ledger === null
			? []
			: [
					`${status.kind === 'claimed' ? 'Ledger that its file names, of' : 'Ledger of'} ${record.release?.corpus}: entry ${ledger.entry}, ${ledger.hash}.`,
				]),
		record.reviewers.length === 0 ? 'Nothing was marked.' : `Reviewed by ${listInWords(record.reviewers)}.`,
	];
	const text = record.text.trimEnd();
	return format === 'text'
		? `${text}\n\n-- \n${lines.join('\n')}\n`
		: `${text}\n\n---\n\n**${lines[0]}**\n\n${lines
				.slice(1)
				.map((line) => `- ${line}`)
				.join('\n')}\n`;
}

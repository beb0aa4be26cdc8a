import type { ReviewItem } from '../../formats/review.ts';
import { noGuarantee, unverifiedGuarantee, type Promised } from '../../formats/reviewed-answer.ts';
import type { HeldReview } from '../../protocol/review.ts';
import { stillToDo } from '../../review/export.ts';
import { guaranteeOf, promiseInWords, promisedBy } from '../../review/guarantee.ts';
import { statusOf, type ReviewStatus } from '../../review/review-progress.ts';
import { bold, dim, paint, type ColorDepth } from './color.ts';
import { oneLine } from './plain-text.ts';
import type { PrivateReviewOutput } from './schemas.ts';

type Sentence = PrivateReviewOutput['toDecide'][number];

/** What waits for the one who works here, in the order of the text. Private text that a release does not have stays in the review's file. */
export function reviewToDecide({ key, review, who }: HeldReview, resumed: boolean): PrivateReviewOutput {
	const status = statusOf(review, who);
	const guarantee = guaranteeOf(review);
	return {
		schema: 'rag-assay/private-review@1',
		file: review.source.file,
		review: key,
		resumed,
		who,
		guarantee: promisedBy(guarantee),
		notes: [...guarantee.why, ...review.notes],
		stage: status.stage,
		sentences: review.items.length,
		required: status.required,
		decided: status.decided,
		stillToDo: stillToDo(status, review),
		toDecide: review.items.flatMap((item, i) => (status.items.get(item.id) === 'open' ? [sentenceOf(item, i, status)] : [])),
	};
}

function sentenceOf(item: ReviewItem, index: number, { audited, returned }: ReviewStatus): Sentence {
	const { id, kind, text, proposed, original, reasons } = item;
	return {
		sentence: index + 1,
		kind,
		text,
		original: item.private ? null : original,
		reasons: [
			...(returned.has(id) ? [{ kind: 'returned' as const, text: 'It has a value again that was redacted everywhere.' }] : []),
			...reasons.map((reason) => ({
				kind: reason.kind,
				text: reason.figures === undefined ? reason.text : `${reason.text} ${reason.figures}`,
			})),
			...(text === proposed ? [] : [{ kind: 'changed' as const, text: 'It has changed. Decide about it as it reads now.' }]),
			...(audited.has(id) ? [{ kind: 'drawn' as const, text: 'Not marked; drawn at random as a spot check.' }] : []),
			...(kind === 'refill' ? [{ kind: 'refill' as const, text: 'Written in place of text that could not be released.' }] : []),
			...(kind === 'redaction' && reasons.length === 0 ? [{ kind: 'redaction' as const, text: 'A part was removed here.' }] : []),
		],
	};
}

/** A review for people: whether anything is left, what is promised, then each sentence that waits, with why. */
export function toDecideText(review: PrivateReviewOutput, depth: ColorDepth): string {
	const { guarantee, notes, stage, toDecide, sentences, required, decided, resumed, who } = review;
	const ready = stage === 'ready';
	return [
		paint(
			depth,
			bold,
			ready ? 'Everything is decided. You can export it.' : `${toDecide.length} of ${sentences} sentences wait for ${oneLine(who)}.`,
		),
		`${titleOf(guarantee)}.`,
		...notes.map((note) => `  ${oneLine(note)}`),
		...(ready ? [] : review.stillToDo),
		...toDecide.flatMap(({ sentence, text, original, reasons }) => [
			'',
			`${String(sentence).padStart(3)}  ${text === '' ? paint(depth, dim, 'left out') : oneLine(text)}`,
			...(original === null || original === text ? [] : [`     was: ${oneLine(original)}`]),
			...reasons.map((reason) => `     ${paint(depth, dim, oneLine(reason.text))}`),
		]),
		'',
		`${resumed ? 'Goes on in' : 'Begun in'} ${oneLine(review.review)}: ${decided} of ${required} decided.`,
		ready
			? '`rag-assay review export` writes the text.'
			: 'Decide them in the editor: "RAG Assay: Review Release\u2026" or "RAG Assay: Review Redactions".',
		'',
	].join('\n');
}

function titleOf(promised: Promised): string {
	switch (promised) {
		case noGuarantee:
			return 'No privacy guarantee';
		case unverifiedGuarantee:
			return 'Guarantee claimed, not verified';
		default:
			return `Privacy guarantee: ${promiseInWords(promised)}`;
	}
}

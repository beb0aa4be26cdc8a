import { noGuarantee, unverifiedGuarantee, type Promised } from '../../formats/reviewed.ts';
import { promiseInWords } from '../../review/guarantee.ts';
import { bold, dim, paint, type ColourDepth } from './colour.ts';
import { oneLine } from './plain-text.ts';
import type { PrivateReviewOutput } from './schemas.ts';

/** A review for people: whether anything is left, what is promised, then each sentence that waits, with why. */
export function toDecideText(review: PrivateReviewOutput, depth: ColourDepth): string {
	const { guarantee, notes, stage, toDecide, sentences, required, decided, resumed, who } = review;
	const ready = stage === 'ready';
	return [
		paint(
			depth,
			bold,
			ready ? 'Everything is decided: it can go out.' : `${toDecide.length} of ${sentences} sentences wait for ${oneLine(who)}.`,
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

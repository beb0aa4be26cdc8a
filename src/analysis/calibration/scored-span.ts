import type { SubjectKey, SubjectPlace } from '../../formats/subject.ts';
import type { EntryItem, QueryItem } from './text-item.ts';
import type { JudgedScore } from './threshold.ts';
import type { PlacedSpan, TraceItem } from './trace-item.ts';

/** The side of a threshold on which a score is flagged. A score equal to the threshold is not flagged. */
export type Direction = 'above' | 'below';

/** A part of a response, or a whole text, with its score. */
export interface ScoredSpan {
	/** Subject that the span belongs to. */
	readonly subject: SubjectKey;
	/** Place of the span. `null` if it is not in a text file. */
	readonly place: SubjectPlace | null;
	readonly text: string;
	readonly score: number;
	/** Whether the label says positive. `null`: nobody says. */
	readonly positive: boolean | null;
	/** Group of the span. Spans of one group depend on each other. */
	readonly cluster: string;
	/** Number of sentences of the response that the span belongs to. 1 for a whole text. */
	readonly responseSentences: number;
	readonly split: 'train' | 'test' | null;
	/** Other scores of the span. Higher is more suspect. */
	readonly others: Readonly<Record<string, number>>;
}

/** A span whose truth is known. */
export type LabeledSpan = ScoredSpan & { readonly positive: boolean };

/** Returns whether the truth of a span is known. */
export function isLabeled(span: ScoredSpan): span is LabeledSpan {
	return span.positive !== null;
}

/** Returns a part of a response with its score. */
export function scoredSpan(
	{ file, trace: id, group, split, sentences }: TraceItem,
	{ start, end, text, truth }: PlacedSpan,
	score: number,
	others: ScoredSpan['others'] = {},
): ScoredSpan {
	return {
		subject: { kind: 'trace', id },
		place: { file, start, end },
		text,
		score,
		positive: truth,
		cluster: group,
		responseSentences: sentences.length,
		split,
		others,
	};
}

/** Returns a text that is judged as a whole, with its score. */
export function scoredText(
	{ subject: kind, id, place, text, group, split }: EntryItem | QueryItem,
	truth: boolean | null,
	score: number,
	others: ScoredSpan['others'] = {},
): ScoredSpan {
	return { subject: { kind, id }, place, text, score, positive: truth, cluster: group, responseSentences: 1, split, others };
}

/** Returns whether a threshold flags a score. */
export function isFlagged(score: number, threshold: number, direction: Direction): boolean {
	return direction === 'above' ? score > threshold : score < threshold;
}

/** Returns the score with the sign that makes a higher score more suspect. */
export function suspectHigh(score: number, direction: Direction): number {
	return direction === 'above' ? score : -score;
}

/** Returns the scores for criteria that choose a threshold from above. */
export function judgedScores(spans: readonly LabeledSpan[]): JudgedScore[] {
	return spans.map(({ score, positive }) => ({ score, positive }));
}

/** Returns the number of spans in each class. */
export function classCounts(spans: readonly { readonly positive: boolean | null }[]): { positives: number; negatives: number } {
	return {
		positives: spans.filter(({ positive }) => positive === true).length,
		negatives: spans.filter(({ positive }) => positive === false).length,
	};
}

import type { SubjectKey, SubjectPlace } from '../../formats/subject.ts';
import type { EntryItem, QueryItem } from './text-item.ts';
import type { JudgedScore } from './threshold.ts';
import type { PlacedSpan, TraceItem } from './trace-item.ts';

/** On which side of a threshold a score is flagged; strictly. */
export type Direction = 'above' | 'below';

/** A stretch of a response, or a text as a whole, with its score. */
export interface ScoredSpan {
	/** What it is of. */
	readonly subject: SubjectKey;
	/** Where it stands; `null`: in no text file. */
	readonly place: SubjectPlace | null;
	readonly text: string;
	readonly score: number;
	/** By its label; `null`: nobody says. */
	readonly positive: boolean | null;
	/** What it depends on others through. */
	readonly cluster: string;
	/** Sentences of the response that it is of; 1 for a text as a whole. */
	readonly responseSentences: number;
	readonly split: 'train' | 'test' | null;
	/** Other scores of it, higher is more suspect. */
	readonly others: Readonly<Record<string, number>>;
}

/** One of which the truth is known. */
export type LabeledSpan = ScoredSpan & { readonly positive: boolean };

export function isLabeled(span: ScoredSpan): span is LabeledSpan {
	return span.positive !== null;
}

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

/** A text that is judged as a whole. */
export function scoredText(
	{ subject: kind, id, place, text, group, split }: EntryItem | QueryItem,
	truth: boolean | null,
	score: number,
	others: ScoredSpan['others'] = {},
): ScoredSpan {
	return { subject: { kind, id }, place, text, score, positive: truth, cluster: group, responseSentences: 1, split, others };
}

/** Whether a threshold flags a score. */
export function isFlagged(score: number, threshold: number, direction: Direction): boolean {
	return direction === 'above' ? score > threshold : score < threshold;
}

/** The score, turned so that a higher one is more suspect. */
export function suspectHigh(score: number, direction: Direction): number {
	return direction === 'above' ? score : -score;
}

/** For criteria that choose a threshold from above. */
export function judgedScores(spans: readonly LabeledSpan[]): JudgedScore[] {
	return spans.map(({ score, positive }) => ({ score, positive }));
}

/** How many of either class. */
export function classCounts(spans: readonly { readonly positive: boolean | null }[]): { positives: number; negatives: number } {
	return {
		positives: spans.filter(({ positive }) => positive === true).length,
		negatives: spans.filter(({ positive }) => positive === false).length,
	};
}

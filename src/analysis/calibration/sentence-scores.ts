import type { MeasuredTrace } from './measures.ts';
import type { ScoreNumbers } from './score-measure.ts';
import { scoredSpan, type ScoredSpan } from './scored-span.ts';
import { ordinaryItems } from './trace-item.ts';

export type SentenceNumbers = NonNullable<ScoreNumbers['sentences'][number]>;

/** The sentences of ordinary traces with one of their numbers as the score, and the others beside it; those without a token of their own are left out. */
export function sentenceScores(traces: readonly MeasuredTrace[], score: (numbers: SentenceNumbers) => number): ScoredSpan[] {
	return ordinaryItems(traces).flatMap((trace) => trace.sentences.flatMap((sentence, i) => {
		const numbers = trace.numbers.scores?.sentences[i] ?? null;
		if (numbers === null) return [];
		const { entropyMean, cgMean, surpriseMean } = numbers;
		return [scoredSpan(trace, sentence, score(numbers), { 'mean entropy': entropyMean, 'confidence gap (−CG)': -cgMean, 'mean surprise': surpriseMean })];
	}));
}

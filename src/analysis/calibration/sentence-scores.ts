import { numbersOf, type MeasuredTrace } from './measure.ts';
import { scoreMeasure, type ScoreNumbers } from './score-measure.ts';
import { scoredSpan, type ScoredSpan } from './scored-span.ts';
import { starterName, starterScores } from './starter-measure.ts';

export type SentenceNumbers = NonNullable<ScoreNumbers['sentences'][number]>;

/** Simpler scores that a detector is held against. */
type ScoreName = 'mean entropy' | 'confidence gap (−CG)' | 'mean surprise' | typeof starterName;

/**
 * The sentences of traces with one of their numbers as the score, and others beside it; those without a token of their own are left out.
 * @param itself the name of that score: it is not among the others.
 */
export function sentenceScores(
	traces: readonly MeasuredTrace[],
	score: (numbers: SentenceNumbers) => number,
	itself?: ScoreName,
): ScoredSpan[] {
	return traces.flatMap((trace) => {
		const known = numbersOf(trace, scoreMeasure)?.sentences;
		const starter = starterScores(trace);
		return trace.sentences.flatMap((sentence, i) => {
			const numbers = known?.[i] ?? null;
			if (numbers === null) return [];
			const { entropyMean, cgMean, surpriseMean } = numbers;
			const before = starter[i] ?? null;
			const others: readonly (readonly [ScoreName, number])[] = [
				['mean entropy', entropyMean],
				['confidence gap (−CG)', -cgMean],
				['mean surprise', surpriseMean],
				...(before === null ? [] : [[starterName, before] as const]),
			];
			return [scoredSpan(trace, sentence, score(numbers), Object.fromEntries(others.filter(([name]) => name !== itself)))];
		});
	});
}

import { rankScores } from './auc.ts';
import { onceEach, scoreCuts } from './score-cuts.ts';

export interface PrecisionRecallPoint {
	/** Scores that reach it are flagged. */
	readonly threshold: number;
	/** Share of the flagged that are positive. */
	readonly precision: number;
	/** Share of the positives that are flagged. */
	readonly recall: number;
}

/**
 * The precision–recall curve, one point for every different score, by rising recall. There is none where nothing is flagged: its precision is unknown.
 * @param labels one a score: 1 for positive, 0 for negative.
 * @throws RangeError as `rankScores`, or without a positive.
 */
export function precisionRecallCurve(scores: ArrayLike<number>, labels: ArrayLike<number>): PrecisionRecallPoint[] {
	const cuts = scoreCuts(rankScores(scores, labels), onceEach(scores.length));
	const positives = cuts.at(-1)!.truePositives;
	if (positives === 0) throw new RangeError('a precision-recall curve needs a positive');
	return cuts.slice(1).map(({ lowest, truePositives, falsePositives }) => ({
		threshold: scores[lowest!]!,
		precision: truePositives / (truePositives + falsePositives),
		recall: truePositives / positives,
	}));
}

import { rankScores, type RankedScores } from './auc.ts';
import { onceEach, scoreCuts } from './score-cuts.ts';

export interface RocPoint {
	/** Scores that reach it are flagged; `Infinity` at the first point. */
	readonly threshold: number;
	readonly falsePositiveRate: number;
	readonly truePositiveRate: number;
}

/**
 * The ROC curve, one point for every different score, from `(0, 0)` to `(1, 1)`.
 * @param labels one a score: 1 for positive, 0 for negative.
 * @throws RangeError as `rankScores`, or when a class is missing.
 */
export function rocCurve(scores: ArrayLike<number>, labels: ArrayLike<number>): RocPoint[] {
	const cuts = scoreCuts(rankScores(scores, labels), onceEach(scores.length));
	const { truePositives: positives, falsePositives: negatives } = cuts.at(-1)!;
	if (positives === 0 || negatives === 0) throw new RangeError('a ROC curve needs scores of both classes');
	return cuts.map(({ lowest, truePositives, falsePositives }) => ({
		threshold: lowest === null ? Infinity : scores[lowest]!,
		falsePositiveRate: falsePositives / negatives,
		truePositiveRate: truePositives / positives,
	}));
}

/**
 * The least false-positive rate at which at least this share of the positives is flagged, of a sample that holds score `i` `counts[i]`
 * times: RePCS's table has it at 0.95. `NaN` when the sample lacks one of the classes, so that it is a statistic for a bootstrap.
 */
export function falsePositiveRateAt(ranked: RankedScores, counts: ArrayLike<number>, truePositiveRate: number): number {
	const cuts = scoreCuts(ranked, counts);
	const { truePositives: positives, falsePositives: negatives } = cuts.at(-1)!;
	if (positives === 0) return Number.NaN;
	// Both counts rise from cut to cut: the first that is enough is the least.
	return cuts.find((cut) => cut.truePositives / positives >= truePositiveRate)!.falsePositives / negatives;
}

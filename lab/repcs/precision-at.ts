import type { RankedScores } from '../../src/statistics/auc.ts';
import { scoreCuts } from '../../src/statistics/score-cuts.ts';

/**
 * Share of positives among the `k` highest scores, of a sample that holds score `i` `counts[i]` times. Where equal scores stand on both sides of the
 * `k`-th place, its mean over their orders. `NaN` for a sample of fewer than `k`, so that it is a statistic for a bootstrap.
 * @throws RangeError unless `k` is a whole number above 0.
 */
export function precisionAt(ranked: RankedScores, counts: ArrayLike<number>, k: number): number {
	if (!Number.isInteger(k) || k < 1) throw new RangeError(`the precision at ${k}`);
	let [hits, flagged] = [0, 0];
	for (const { truePositives, falsePositives } of scoreCuts(ranked, counts)) {
		const next = truePositives + falsePositives;
		if (next >= k) return (hits + ((truePositives - hits) * (k - flagged)) / (next - flagged)) / k;
		[hits, flagged] = [truePositives, next];
	}
	return Number.NaN;
}

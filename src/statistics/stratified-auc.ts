import { areaOfCounts, rankScores } from './auc.ts';
import type { Statistic } from './bootstrap.ts';

/**
 * Area under the ROC curve of pairs within one stratum: `P(positive's score > negative's) + P(equal) / 2` for a positive and a negative
 * that have the stratum in common. What the stratum itself says of the truth does not help. Not defined on a resample without such a pair.
 * @param strata one a score.
 * @throws RangeError as `rankScores`.
 */
export function aucWithin(scores: ArrayLike<number>, labels: ArrayLike<number>, strata: readonly (string | number)[]): Statistic {
	const members = new Map<string | number, number[]>();
	for (const [i, stratum] of strata.entries()) {
		const items = members.get(stratum);
		if (items === undefined) members.set(stratum, [i]);
		else items.push(i);
	}
	const parts = [...members.values()].map((items) => ({
		items,
		labels: items.map((i) => labels[i]!),
		ranked: rankScores(
			items.map((i) => scores[i]!),
			items.map((i) => labels[i]!),
		),
	}));
	return (counts) => {
		let [wins, pairs] = [0, 0];
		for (const { items, labels: own, ranked } of parts) {
			const times = items.map((i) => counts[i]!);
			const positives = times.reduce((sum, n, i) => sum + n * own[i]!, 0);
			const here = positives * (times.reduce((sum, n) => sum + n, 0) - positives);
			if (here === 0) continue;
			wins += here * areaOfCounts(ranked, times);
			pairs += here;
		}
		return wins / pairs;
	};
}

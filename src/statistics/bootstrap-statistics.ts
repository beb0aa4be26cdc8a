import { areaOfCounts, rankScores } from './auc.ts';
import type { Statistic } from './bootstrap.ts';
import { confusionAt } from './confusion.ts';
import type { Confusion } from './confusion.ts';

/** Units of a cluster bootstrap: the items of each cluster, in the order in which the clusters first come. */
export function clusterUnits(clusters: readonly string[]): number[][] {
	const units = new Map<string, number[]>();
	clusters.forEach((cluster, item) => {
		const unit = units.get(cluster);
		if (unit === undefined) units.set(cluster, [item]);
		else unit.push(item);
	});
	return [...units.values()];
}

/** Area under the ROC curve; not defined on a resample of one class. @throws RangeError as `rankScores`. */
export function aucOf(scores: ArrayLike<number>, labels: ArrayLike<number>): Statistic {
	const ranked = rankScores(scores, labels);
	return (counts) => areaOfCounts(ranked, counts);
}

/** A measure of verdicts, such as `f1` or `recall`; positive where a score reaches the threshold. */
export function confusionOf(
	measure: (confusion: Confusion) => number,
	scores: ArrayLike<number>,
	labels: ArrayLike<number>,
	threshold: number,
): Statistic {
	return (counts) => measure(confusionAt(scores, labels, threshold, counts));
}

/** Mean of the items' values. */
export function meanOf(values: ArrayLike<number>): Statistic {
	return (counts) => {
		let [sum, count] = [0, 0];
		for (let i = 0; i < values.length; i++) {
			sum += counts[i]! * values[i]!;
			count += counts[i]!;
		}
		return sum / count;
	};
}

/** By how much the first statistic is above the second on the same items: a paired difference. */
export function differenceOf(first: Statistic, second: Statistic): Statistic {
	return (counts) => first(counts) - second(counts);
}

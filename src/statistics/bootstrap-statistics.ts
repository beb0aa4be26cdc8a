import { areaOfCounts, rankScores } from './auc.ts';
import type { Statistic } from './bootstrap.ts';

/** How verdicts and truth fall together. */
export interface Confusion {
	readonly truePositives: number;
	readonly falsePositives: number;
	readonly trueNegatives: number;
	readonly falseNegatives: number;
}

/**
 * Counts verdicts: positive where a score reaches the threshold.
 * @param labels one a score: 1 for positive, 0 for negative.
 * @param counts how many times the sample holds each score; each once when left out.
 * @throws RangeError for another number of labels, or a score that is NaN.
 */
export function confusionAt(
	scores: ArrayLike<number>,
	labels: ArrayLike<number>,
	threshold: number,
	counts?: ArrayLike<number>,
): Confusion {
	if (scores.length !== labels.length) throw new RangeError(`${labels.length} labels for ${scores.length} scores`);
	let [truePositives, falsePositives, trueNegatives, falseNegatives] = [0, 0, 0, 0];
	for (let i = 0; i < scores.length; i++) {
		if (Number.isNaN(scores[i])) throw new RangeError(`score ${i} is NaN`);
		const flagged = scores[i]! >= threshold;
		const count = counts === undefined ? 1 : counts[i]!;
		if (labels[i] === 1 && flagged) truePositives += count;
		else if (labels[i] === 1) falseNegatives += count;
		else if (flagged) falsePositives += count;
		else trueNegatives += count;
	}
	return { truePositives, falsePositives, trueNegatives, falseNegatives };
}

/** Share of the flagged that are positive; 0 when nothing is flagged. */
export function precision({ truePositives, falsePositives }: Confusion): number {
	return share(truePositives, truePositives + falsePositives);
}

/** Share of the positive that are flagged; 0 when nothing is positive. */
export function recall({ truePositives, falseNegatives }: Confusion): number {
	return share(truePositives, truePositives + falseNegatives);
}

/** Share of the negative that are flagged; 0 when nothing is negative. */
export function falsePositiveRate({ falsePositives, trueNegatives }: Confusion): number {
	return share(falsePositives, falsePositives + trueNegatives);
}

/** Harmonic mean of precision and recall; 0 when nothing is positive or flagged. */
export function f1({ truePositives, falsePositives, falseNegatives }: Confusion): number {
	return share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
}

function share(part: number, whole: number): number {
	return whole === 0 ? 0 : part / whole;
}

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

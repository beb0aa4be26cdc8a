import { areaInterval, independentPairs } from './area-interval.ts';
import type { Bounds } from './binomial-interval.ts';
import { areaComponents, clusteredVariance, type ClusterComponents, type LabeledScore } from './clustered-auc.ts';

/**
 * Area under the ROC curve of a way to learn, or a difference of two: from repeats that have cut the same samples anew into those that teach and
 * those that judge, or from one repeat for a score that nobody taught.
 */
export interface RepeatedArea {
	/** The mean over the repeats. */
	readonly value: number;
	/** One a repeat. */
	readonly values: readonly number[];
	/** The means over the repeats, one a cluster. */
	readonly clusters: readonly ClusterComponents[];
}

/**
 * @param repeats the same samples in the same order, with each repeat's scores.
 * @throws RangeError without two clusters that hold positives and two that hold negatives.
 */
export function repeatedArea(repeats: readonly (readonly LabeledScore[])[]): RepeatedArea {
	const found = repeats.map(areaComponents);
	const values = found.map(({ value }) => value);
	return {
		value: mean(values),
		values,
		clusters: found[0]!.clusters.map((first, i) => ({
			...first,
			x: mean(found.map(({ clusters }) => clusters[i]!.x)),
			y: mean(found.map(({ clusters }) => clusters[i]!.y)),
		})),
	};
}

/** How much more area the one has than the other of the same samples; repeat by repeat, where both have as many. */
export function areaGain(area: RepeatedArea, other: RepeatedArea): RepeatedArea {
	const paired = other.values.length === area.values.length;
	return {
		value: area.value - other.value,
		values: area.values.map((value, repeat) => value - (paired ? other.values[repeat]! : other.value)),
		clusters: area.clusters.map((own, i) => ({ ...own, x: own.x - other.clusters[i]!.x, y: own.y - other.clusters[i]!.y })),
	};
}

/** Variance by which samples judged (clustered, as in `clusteredAuc`) and by which cuts were made, as if what was taught were no matter of chance. */
export function judgingVariance({ values, clusters }: RepeatedArea): number {
	return Math.max(0, clusteredVariance(clusters)) + betweenRepeats(values) / values.length;
}

/**
 * Variance that also counts that other samples would have taught other classifiers. The area is a U-statistic of the samples, of which
 * `share` teach at a time: that part of its variance is at most `share` times that of one classifier (Hoeffding, 1948), for which the
 * variance between repeats stands. The same samples teach and judge, and samples that are easily judged teach well; so both parts may
 * depend on each other entirely, and their standard errors are added.
 */
export function learningVariance(area: RepeatedArea, share: number): number {
	const between = betweenRepeats(area.values);
	return (Math.sqrt(Math.max(0, clusteredVariance(area.clusters))) + Math.sqrt(share * between)) ** 2 + between / area.values.length;
}

/** 95 % interval of an area with that variance. */
export function repeatedAreaInterval(area: RepeatedArea, variance: number): Bounds {
	return areaInterval(area.value, variance, independentPairs(area.clusters));
}

/** 0 of one repeat. */
function betweenRepeats(values: readonly number[]): number {
	const middle = mean(values);
	return values.length < 2 ? 0 : values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

import { areaInterval, independentPairs } from './area-interval.ts';
import type { Bounds } from './binomial-interval.ts';

/** A score with its truth. Scores of one cluster (sentences of one response) may depend on each other. */
export interface LabelledScore {
	readonly score: number;
	readonly positive: boolean;
	readonly cluster: string;
}

export interface AreaUnderCurve extends Bounds {
	/** `P(positive's score > negative's) + P(equal) / 2`. */
	readonly value: number;
	/** 0 where no cluster differs from another: the interval is wide all the same (`areaInterval`). */
	readonly standardError: number;
	/** Pairs of a positive and a negative that are independent of one another. */
	readonly pairs: number;
}

/**
 * Area under the ROC curve with its 95 % interval for clustered data (Obuchowski, Biometrics 1997: DeLong's structural components
 * summed over clusters; with one score a cluster it is DeLong's). The interval is that of `areaInterval`: never of zero width.
 * @throws RangeError without two clusters that hold positives and two that hold negatives.
 */
export function clusteredAuc(data: readonly LabelledScore[]): AreaUnderCurve {
	const positives = data.filter((d) => d.positive);
	const negatives = data.filter((d) => !d.positive);
	const [sortedPositives, sortedNegatives] = [sorted(positives), sorted(negatives)];
	const clusters = new Map<string, { positives: number; negatives: number; x: number; y: number }>();
	const clusterOf = (name: string) => {
		let cluster = clusters.get(name);
		if (cluster === undefined) clusters.set(name, cluster = { positives: 0, negatives: 0, x: 0, y: 0 });
		return cluster;
	};
	let total = 0;
	for (const { score, cluster } of positives) {
		const component = shareBelow(sortedNegatives, score);
		total += component;
		const c = clusterOf(cluster);
		c.positives++;
		c.x += component;
	}
	for (const { score, cluster } of negatives) {
		const c = clusterOf(cluster);
		c.negatives++;
		c.y += 1 - shareBelow(sortedPositives, score);
	}
	const value = total / positives.length;
	const all = [...clusters.values()];
	const [holdPositives, holdNegatives] = [all.filter((c) => c.positives > 0).length, all.filter((c) => c.negatives > 0).length];
	if (holdPositives < 2 || holdNegatives < 2) throw new RangeError('an area with an interval needs positives in two clusters, and negatives');
	let [xx, yy, xy] = [0, 0, 0];
	for (const c of all) {
		const [x, y] = [c.x - c.positives * value, c.y - c.negatives * value];
		xx += x * x;
		yy += y * y;
		xy += x * y;
	}
	const [m, n] = [positives.length, negatives.length];
	const variance = xx * holdPositives / (holdPositives - 1) / m ** 2 + yy * holdNegatives / (holdNegatives - 1) / n ** 2
		+ 2 * xy * all.length / (all.length - 1) / (m * n);
	const pairs = independentPairs(all);
	return { value, standardError: Math.sqrt(Math.max(0, variance)), pairs, ...areaInterval(value, variance, pairs) };
}

function sorted(data: readonly LabelledScore[]): Float64Array {
	return Float64Array.from(data, (d) => d.score).toSorted();
}

/** Share of `values` (ascending) below `score`, equal ones by half. */
function shareBelow(values: Float64Array, score: number): number {
	return (countBelow(values, score, false) + countBelow(values, score, true)) / 2 / values.length;
}

function countBelow(values: Float64Array, score: number, orEqual: boolean): number {
	let [low, high] = [0, values.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (values[middle]! < score || (orEqual && values[middle] === score)) low = middle + 1;
		else high = middle;
	}
	return low;
}

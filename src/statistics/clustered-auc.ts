import { areaInterval, independentPairs } from './area-interval.ts';
import type { Bounds } from './binomial-interval.ts';
import { shareBelow } from './midranks.ts';

/** A score with its truth. Scores of one cluster (sentences of one response) may depend on each other. */
export interface LabeledScore {
	readonly score: number;
	readonly positive: boolean;
	readonly cluster: string;
}

export interface AreaUnderCurve extends Bounds {
	/** `P(positive's score > negative's) + P(equal) / 2`. */
	readonly value: number;
	/** 0 where no cluster differs from another: the interval is wide anyway (`areaInterval`). */
	readonly standardError: number;
	/** Pairs of a positive and a negative that are independent of one another. */
	readonly pairs: number;
}

/**
 * Area under the ROC curve with its 95 % interval for clustered data (Obuchowski, Biometrics 1997: DeLong's structural components
 * summed over clusters; with one score a cluster it is DeLong's). The interval is that of `areaInterval`: never of zero width.
 * @throws RangeError without two clusters that hold positives and two that hold negatives.
 */
export function clusteredAuc(data: readonly LabeledScore[]): AreaUnderCurve {
	const { value, clusters } = areaComponents(data);
	const variance = clusteredVariance(clusters);
	const pairs = independentPairs(clusters);
	return { value, standardError: Math.sqrt(Math.max(0, variance)), pairs, ...areaInterval(value, variance, pairs) };
}

/** What a cluster gives to an area: the components of its positives and of its negatives, summed and less their expectation. */
export interface ClusterComponents {
	readonly name: string;
	readonly positives: number;
	readonly negatives: number;
	readonly x: number;
	readonly y: number;
}

/**
 * The area and DeLong's structural components by cluster, in an order that scores have no part in.
 * @throws RangeError without two clusters that hold positives and two that hold negatives.
 */
export function areaComponents(data: readonly LabeledScore[]): {
	readonly value: number;
	readonly clusters: readonly ClusterComponents[];
} {
	const positives = data.filter((d) => d.positive);
	const negatives = data.filter((d) => !d.positive);
	const [sortedPositives, sortedNegatives] = [sorted(positives), sorted(negatives)];
	const clusters = new Map<string, { name: string; positives: number; negatives: number; x: number; y: number }>();
	const clusterOf = (name: string) => {
		let cluster = clusters.get(name);
		if (cluster === undefined) clusters.set(name, (cluster = { name, positives: 0, negatives: 0, x: 0, y: 0 }));
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
	if (all.filter((c) => c.positives > 0).length < 2 || all.filter((c) => c.negatives > 0).length < 2)
		throw new RangeError('an area with an interval needs positives in two clusters, and negatives');
	return { value, clusters: all.map((c) => ({ ...c, x: c.x - c.positives * value, y: c.y - c.negatives * value })) };
}

/** Variance of an area, or of a difference of two, from the components of all clusters. */
export function clusteredVariance(clusters: readonly ClusterComponents[]): number {
	let [xx, yy, xy, m, n, holdPositives, holdNegatives] = [0, 0, 0, 0, 0, 0, 0];
	for (const { positives, negatives, x, y } of clusters) {
		m += positives;
		n += negatives;
		if (positives > 0) holdPositives++;
		if (negatives > 0) holdNegatives++;
		xx += x * x;
		yy += y * y;
		xy += x * y;
	}
	return (
		(xx * holdPositives) / (holdPositives - 1) / m ** 2 +
		(yy * holdNegatives) / (holdNegatives - 1) / n ** 2 +
		(2 * xy * clusters.length) / (clusters.length - 1) / (m * n)
	);
}

function sorted(data: readonly LabeledScore[]): Float64Array {
	return Float64Array.from(data, (d) => d.score).toSorted();
}

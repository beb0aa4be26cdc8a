import { clopperPearson, type Bounds } from './binomial-interval.ts';

/** Of the standard normal, for 95 %. */
const z95 = 1.959963984540054;
/** A standard error below this is none: figures are written to nine decimals. */
const nothing = 1e-9;

/**
 * 95 % interval of an area under the ROC curve from its variance: Wald's in the log-odds (Pepe, The Statistical Evaluation of Medical
 * Tests, 2003, section 5.2), because areas of few labels lie near 1, where one that is symmetric in the area itself is far too short.
 *
 * Where the estimated variance is none, that is not because nothing could vary: every positive stands above every negative, or all are
 * tied, and the components are equal for want of cases. Among the scores are `pairs` pairs of a positive and a negative that share no
 * cluster with one another; such independent pairs all come out as they did with probability `share^pairs`, if that share of all pairs
 * does. So the share is at least the `L` of Clopper and Pearson for `pairs` of `pairs`, `0.025^(1 / pairs)` (about `1 - 3.7 / pairs`: the
 * rule of three, two-sided; Hanley and Lippman-Hand, JAMA 1983), whatever the scores' distribution; the other pairs may have any area
 * from 0 to 1: `[value · L, 1 − (1 − value) · L]`. It is never of zero width.
 * @param pairs at least 1: see `independentPairs`
 */
export function areaInterval(value: number, variance: number, pairs: number): Bounds {
	const standardError = Math.sqrt(Math.max(0, variance));
	if (standardError <= nothing || value <= 0 || value >= 1) {
		const { low: share } = clopperPearson(pairs, pairs);
		return { low: value * share, high: 1 - (1 - value) * share };
	}
	const half = z95 * standardError / (value * (1 - value));
	const odds = Math.log(value / (1 - value));
	return { low: 1 / (1 + Math.exp(half - odds)), high: 1 / (1 + Math.exp(-half - odds)) };
}

/**
 * The most pairs of a positive and a negative that no two of share a cluster, nor the two of one pair.
 * @param positives clusters that hold positives; `negatives`: negatives; `all`: clusters, of which some may hold both
 */
export function independentPairs(positives: number, negatives: number, all: number): number {
	return Math.min(positives, negatives, Math.floor(all / 2));
}

import type { Bounds } from './binomial-interval.ts';
import { z95 } from './normal.ts';
import { unvariedInterval } from './bootstrap.ts';

/** A standard error below this is none: figures are written to nine decimals. */
const nothing = 1e-9;

/**
 * 95 % interval of an area under the ROC curve from its variance: Wald's in the log-odds (Pepe, The Statistical Evaluation of Medical
 * Tests, 2003, section 5.2), because areas of few labels lie near 1, where one that is symmetric in the area itself is far too short.
 *
 * Where the estimated variance is none, every positive stands above every negative, or below, or all are tied: then `unvariedInterval` of
 * the independent pairs among the scores, which all came out alike whatever the scores' distribution is.
 * @param pairs see `independentPairs`
 */
export function areaInterval(value: number, variance: number, pairs: number): Bounds {
	const standardError = Math.sqrt(Math.max(0, variance));
	if (standardError <= nothing || value <= 0 || value >= 1) return unvariedInterval(value, pairs);
	const half = (z95 * standardError) / (value * (1 - value));
	const odds = Math.log(value / (1 - value));
	return { low: 1 / (1 + Math.exp(half - odds)), high: 1 / (1 + Math.exp(-half - odds)) };
}

/** The most pairs of a positive and a negative that stand in two clusters each and have no cluster in common. */
export function independentPairs(clusters: readonly { readonly positives: number; readonly negatives: number }[]): number {
	return Math.min(
		clusters.filter(({ positives }) => positives > 0).length,
		clusters.filter(({ negatives }) => negatives > 0).length,
		Math.floor(clusters.length / 2),
	);
}

/** The same of a bootstrap's units. @param labels one an item: 1 for positive, 0 for negative */
export function pairsAmong(units: readonly (readonly number[])[], labels: ArrayLike<number>): number {
	return independentPairs(
		units.map((unit) => ({
			positives: unit.filter((item) => labels[item] === 1).length,
			negatives: unit.filter((item) => labels[item] === 0).length,
		})),
	);
}

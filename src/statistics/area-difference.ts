import type { Bounds } from './binomial-interval.ts';
import { areaComponents, clusteredVariance, type LabelledScore } from './clustered-auc.ts';

/** Of the standard normal, for 95 %. */
const z95 = 1.959963984540054;

/** A span with two scores that are to be compared. */
export interface TwiceScored extends LabelledScore {
	readonly other: number;
}

export interface AreaDifference extends Bounds {
	/** Area of `score` less that of `other`. */
	readonly value: number;
	readonly standardError: number;
}

/**
 * Difference of the areas under the ROC curves of two scores of the same spans, with Wald's 95 % interval: both scores of a span depend on
 * each other, so the variance is that of the differences of their structural components, summed over clusters (Obuchowski, Biometrics 1997;
 * with one span a cluster DeLong's). Without variance, as between scores that order alike, the interval has no width.
 * @throws RangeError without two clusters that hold positives and two that hold negatives.
 */
export function areaDifference(data: readonly TwiceScored[]): AreaDifference {
	const [own, other] = [areaComponents(data), areaComponents(data.map((d) => ({ ...d, score: d.other })))];
	const value = own.value - other.value;
	// Both come from the same data in the same order, and so do their clusters.
	const variance = clusteredVariance(own.clusters.map((c, i) => ({ ...c, x: c.x - other.clusters[i]!.x, y: c.y - other.clusters[i]!.y })));
	const standardError = Math.sqrt(Math.max(0, variance));
	return { value, standardError, low: value - z95 * standardError, high: value + z95 * standardError };
}

import type { Bounds } from './binomial-interval.ts';
import type { LabeledScore } from './clustered-auc.ts';
import { z95 } from './normal.ts';
import { areaGain, judgingVariance, repeatedArea } from './repeated-area.ts';

/** A span with two scores that are to be compared. */
export interface TwiceScored extends LabeledScore {
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
	const gain = areaGain(repeatedArea([data]), repeatedArea([data.map((d) => ({ ...d, score: d.other }))]));
	const standardError = Math.sqrt(judgingVariance(gain));
	return { value: gain.value, standardError, low: gain.value - z95 * standardError, high: gain.value + z95 * standardError };
}

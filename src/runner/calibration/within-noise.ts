import type { ThresholdNoise } from '../../analysis/calibration/threshold-noise.ts';
import type { Interval } from '../../formats/detectors/figures.ts';
import { normalQuantile, z95 } from '../../statistics/normal.ts';

/** A threshold and the area of its score; `null`: not known. */
export interface Measured {
	readonly threshold: number;
	readonly auc: Interval | null;
}

export interface Compared {
	/** Whether both thresholds are one but for chance; `null` where that cannot be told. */
	readonly thresholds: boolean | null;
	/** The same of the areas. */
	readonly areas: boolean | null;
	/**
	 * By how much two thresholds of one distribution differ at most but for one time in twenty (one in forty beside an area); `Infinity`
	 * where draws may have no finite threshold, `null` where it is not known.
	 */
	readonly farthest: number | null;
}

/** One in twenty comparisons of what is the same calls it changed. */
const level = 0.05;

/**
 * Whether two calibrations differ by more than chance: two estimates of one quantity differ by more than
 * `z · √(se₁² + se₂²)` as often as `z` says. Intervals that overlap would not do: they do so too often. Where thresholds and areas are
 * both compared each has half the level, so that both together have it (Bonferroni).
 * @param noise the central 95 % of the new threshold over resamples of its data. The old one's is not kept: it is taken to be as large.
 * Where it has no upper end, what lies within the lower side is chance, and of the rest nobody can tell.
 */
export function withinNoise(before: Measured, after: Measured, noise: ThresholdNoise | null): Compared {
	const [was, is] = [before.auc, after.auc];
	const hasAreas = was !== null && is !== null;
	const z = normalQuantile(1 - level / (noise !== null && hasAreas ? 4 : 2));
	const min =
		noise === null ? null : z * Math.SQRT2 * standardError({ value: after.threshold, low: noise.low, high: noise.high ?? after.threshold });
	const farthest = noise?.high === null ? Infinity : min;
	const isNear = min !== null && Math.abs(before.threshold - after.threshold) <= min;
	return {
		thresholds: isNear ? true : farthest === null || farthest === Infinity ? null : false,
		areas: hasAreas ? areasWithin(was, is, z) : null,
		farthest,
	};
}

/**
 * In log-odds, on which scale the intervals of areas are symmetric (`areaInterval`): near 1 the side of an interval that faces away from the other
 * area is many times the one that faces it, or a fraction of it. Where an interval ends at 0 or 1 there are no such odds: then the sides that
 * face each other count, which is what the difference of two lopsided estimates has for an interval (Zou and Donner, Statistics in Medicine 2008).
 *
 * An area whose interval has no width is as uncertain as the other one: profiles of earlier versions have such intervals, where all was told
 * apart or all was tied. `null` where neither has any.
 */
function areasWithin(was: Interval, is: Interval, z: number): boolean | null {
	const widthless = [was, is].filter(({ low, high }) => low === high).length;
	if (widthless === 2) return null;
	const [more, less] = was.value >= is.value ? [was, is] : [is, was];
	if (widthless === 0 && [was, is].every(({ low, high }) => low > 0 && high < 1)) {
		return logOdds(more.value) - logOdds(less.value) <= z * Math.hypot(errorInLogOdds(more), errorInLogOdds(less));
	}
	const [below, above] = [more.value - more.low, less.high - less.value];
	return (
		more.value - less.value <=
		(z / z95) * (widthless === 1 ? Math.SQRT2 * longerSide(more.low === more.high ? less : more) : Math.hypot(below, above))
	);
}

function logOdds(share: number): number {
	return Math.log(share / (1 - share));
}

function errorInLogOdds({ low, high }: Interval): number {
	return (logOdds(high) - logOdds(low)) / (2 * z95);
}

/**
 * Of a threshold, by the longer side: both are rough, and the old one's may be either. By half the width, draws of one distribution would be
 * called changed up to one time in ten instead of one in twenty.
 */
function standardError(threshold: Interval): number {
	return longerSide(threshold) / z95;
}

function longerSide({ value, low, high }: Interval): number {
	return Math.max(high - value, value - low);
}

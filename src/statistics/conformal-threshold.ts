/** Which scores a threshold flags: those strictly below it, or those strictly above. */
export type Tail = 'low' | 'high';

/** A threshold by split conformal prediction. */
export interface ConformalThreshold {
	readonly threshold: number;
	/** The threshold is the `rank`-th of the calibration scores, counted from the flagged end. */
	readonly rank: number;
	/** Number of calibration scores. */
	readonly n: number;
}

/** The fewest calibration scores that `alpha` allows a threshold for: `⌈1/α⌉ − 1`. @throws RangeError unless `0 < alpha < 1`. */
export function minConformalSample(alpha: number): number {
	if (!(alpha > 0 && alpha < 1)) throw new RangeError(`a false-positive rate of ${alpha}`);
	return Math.max(1, Math.ceil(1 / alpha - rounding) - 1);
}

/**
 * The `⌊α(n + 1)⌋`-th smallest (or largest) of `n` clean scores: a new clean score that is exchangeable with them lies strictly beyond it
 * with probability at most `α`, over the draw of all `n + 1`; no assumption on the distribution, and ties only make it less (split
 * conformal prediction: Vovk, Gammerman, Shafer 2005; docs/methods/repcs.md).
 * @param tail the flagged end: 'low' for RePCS's `Z`.
 * @throws RangeError when `α(n + 1) < 1` (see `minConformalSample`), a score is NaN, or unless `0 < alpha < 1`.
 */
export function conformalThreshold(clean: ArrayLike<number>, alpha: number, tail: Tail = 'low'): ConformalThreshold {
	const min = minConformalSample(alpha);
	const n = clean.length;
	if (n < min) throw new RangeError(`${n} clean scores: a false-positive rate of ${alpha} needs at least ${min}`);
	const sorted = Float64Array.from(clean).toSorted();
	if (sorted.some(Number.isNaN)) throw new RangeError('a score is NaN');
	// Below n + 1, as α is below 1: that is the rounding's doing.
	const rank = Math.min(n, Math.floor(alpha * (n + 1) + rounding));
	return { threshold: sorted[tail === 'low' ? rank - 1 : n - rank]!, rank, n };
}

/** Decimal fractions such as 0.29 · 100 come out just below the whole number that is meant. */
const rounding = 1e-9;

/** Whether a score lies strictly beyond the threshold. */
export function isBeyond(score: number, threshold: number, tail: Tail): boolean {
	return tail === 'low' ? score < threshold : score > threshold;
}

import type { Bounds } from './binomial-interval.ts';

/**
 * Half the height of the Dvoretzky–Kiefer–Wolfowitz band with Massart's constant, `√(ln(2 / (1 − confidence)) / 2n)`: the distribution
 * function of `n` independent draws lies within it of the empirical one, everywhere at once, with at least this confidence.
 * @throws RangeError without draws, or unless `0 < confidence < 1`.
 */
export function dkwHalfHeight(n: number, confidence = 0.95): number {
	if (!(n >= 1) || !(confidence > 0 && confidence < 1)) throw new RangeError(`a band of confidence ${confidence} of ${n} draws`);
	return Math.sqrt(Math.log(2 / (1 - confidence)) / (2 * n));
}

/**
 * Share of the draws strictly below `x`, and where `P(X < x)` lies by the band. It bounds the share at any threshold, also at one that
 * these draws chose; it does not bound a quantile.
 * @param sorted ascending.
 * @throws RangeError as `dkwHalfHeight`.
 */
export function dkwShareBelow(sorted: ArrayLike<number>, x: number, confidence = 0.95): Bounds & { readonly value: number } {
	const half = dkwHalfHeight(sorted.length, confidence);
	let below = 0;
	while (below < sorted.length && sorted[below]! < x) below++;
	const value = below / sorted.length;
	return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}

import type { TrainingSettings } from './training-settings.ts';

/** Penalties of a leaf's output, `α |w| + λ w² / 2`. */
export type Penalties = Pick<TrainingSettings, 'alpha' | 'lambda'>;

/** The output that minimises a node's loss, `-T_α(G) / (H + λ)` (Chen & Guestrin, KDD 2016, equation 5, with L1); float32. */
export function bestWeight(first: number, second: number, { alpha, lambda }: Penalties): number {
	return second <= 0 ? 0 : Math.fround(-shrunk(first, alpha) / (second + lambda));
}

/** By how much that output lowers the loss, times two: `T_α(G)² / (H + λ)` (equation 6); each step rounded to float32, as in XGBoost, so that ties fall the same way. */
export function score(first: number, second: number, { alpha, lambda }: Penalties): number {
	if (second <= 0) return 0;
	const shrunkFirst = shrunk(first, alpha);
	return Math.fround(Math.fround(shrunkFirst * shrunkFirst) / Math.fround(second + lambda));
}

/** The soft threshold `T_α`: nearer to 0 by `alpha`, and 0 within it. */
export function shrunk(first: number, alpha: number): number {
	if (first > alpha) return first - alpha;
	return first < -alpha ? first + alpha : 0;
}

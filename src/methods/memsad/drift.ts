import { meanRow } from './scores.ts';
import type { Matrix } from './row-maxima.ts';

/** How a history moves. */
export interface Drift {
	/** L2 distance that the mean embedding moves a query; 0: no more than chance would. An upper bound on what a benign score moves. */
	readonly delta: number;
	/** `m* = (σ/Δ)^{2/3}`, the window that balances few queries against old ones (MEMSAD, theorem 12), at least 1; `null`: nothing moves. */
	readonly window: number | null;
}

/**
 * Mean of the newer half less mean of the older half, by how many queries lie between their middles. The squared distance that independent draws would
 * have, `tr Σ₁/n₁ + tr Σ₂/n₂`, is taken off first: without it any history drifts.
 * @param history unit embeddings, oldest first, `[m, d]`; below 4 nothing is said
 * @param deviation σ̂ of benign scores
 */
export function driftOf(history: Matrix, deviation: number): Drift {
	const half = Math.floor(history.count / 2);
	if (half < 2) return { delta: 0, window: null };
	const older = part(history, 0, half);
	const newer = part(history, history.count - half, history.count);
	const [a, b] = [meanRow(older), meanRow(newer)];
	let squared = 0;
	for (let k = 0; k < history.width; k++) squared += (b[k]! - a[k]!) ** 2;
	const chance = (scatter(older, a) + scatter(newer, b)) / half;
	const delta = Math.sqrt(Math.max(0, squared - chance)) / (history.count - half);
	return { delta, window: delta > 0 && deviation > 0 ? suggestedWindow(deviation, delta) : null };
}

/** `max(1, (σ/Δ)^{2/3})`. */
export function suggestedWindow(deviation: number, delta: number): number {
	return Math.max(1, (deviation / delta) ** (2 / 3));
}

function part({ values, width }: Matrix, from: number, to: number): Matrix {
	return { values: values.subarray(from * width, to * width), count: to - from, width };
}

/** Trace of the sample covariance. */
function scatter({ values, count, width }: Matrix, mean: Float64Array): number {
	let sum = 0;
	for (let at = 0; at < values.length; at++) sum += (values[at]! - mean[at % width]!) ** 2;
	return sum / (count - 1);
}

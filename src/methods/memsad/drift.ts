import { meanDifferencePermutationP } from '../../statistics/mean-difference-permutation.ts';
import { randomFor } from '../../statistics/random.ts';
import type { Matrix } from './row-maxima.ts';
import { meanRow } from './scores.ts';

/** How a history moves. */
export interface Drift {
	/** Whether the queries drift: `p` is at most `level`. */
	readonly found: boolean;
	/** Chance of halves as far apart as these if the order of the queries means nothing, by a permutation test; 1 for fewer than 4 queries. */
	readonly p: number;
	/** Of histories whose order means nothing, at most this share drifts. */
	readonly level: number;
	/**
	 * L2 distance that the mean embedding moves a query, less what chance alone would give; 0 where no drift is found. An upper bound on what a benign score
	 * moves.
	 */
	readonly delta: number;
	/** `m* = (σ/Δ)^{2/3}`, the window that balances few queries against old ones (MEMSAD, theorem 12), at least 1; `null`: nothing moves. */
	readonly window: number | null;
}

/** Level of the test: a scan says something about drift each time, so one in a hundred may be wrong. */
export const driftLevel = 0.01;

/**
 * Tests whether the newer half of a history lies elsewhere than the older half, and how fast it moves: the distance of the two means, by how many queries lie
 * between their middles. The squared distance that independent draws would have, `tr Σ₁/n₁ + tr Σ₂/n₂`, is taken off first.
 * @param history unit embeddings, oldest first, `[m, d]`
 * @param deviation σ̂ of benign scores
 */
export function driftOf(history: Matrix, deviation: number): Drift {
	const half = Math.floor(history.count / 2);
	if (half < 2) return { found: false, p: 1, level: driftLevel, delta: 0, window: null };
	const { p } = meanDifferencePermutationP(history, half, { random: randomFor(1, 'drift of a history') });
	if (p > driftLevel) return { found: false, p, level: driftLevel, delta: 0, window: null };
	const older = part(history, 0, half);
	const newer = part(history, half, history.count);
	const [a, b] = [meanRow(older), meanRow(newer)];
	let squared = 0;
	for (let k = 0; k < history.width; k++) squared += (b[k]! - a[k]!) ** 2;
	const chance = scatter(older, a) / older.count + scatter(newer, b) / newer.count;
	const delta = Math.sqrt(Math.max(0, squared - chance)) / (history.count / 2);
	return { found: true, p, level: driftLevel, delta, window: delta > 0 && deviation > 0 ? suggestedWindow(deviation, delta) : null };
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

import type { RandomBits } from './random-bits.ts';

/** A positive ratio of whole numbers. */
export interface Ratio {
	readonly over: bigint;
	readonly under: bigint;
}

/**
 * Laplace noise of scale `over / under`, rounded down to a whole number, without any arithmetic that rounds. A document that moves a whole number
 * by `d` moves the sum by `d`: rounding is post-processing of the real mechanism, so that all that is known of Laplace noise holds for it.
 *
 * A half of Laplace is an exponential, and the whole part of an exponential of scale `s` is geometric with ratio `e^{−1/s}`; below 0 it is
 * the mirror image, `−1 − g`.
 */
export function laplaceNoise(bits: RandomBits, scale: Ratio): bigint {
	const size = geometric(bits, scale);
	return bits.below(2n) === 0n ? size : -1n - size;
}

/**
 * How often a coin of chance `e^{−under/over}` shows heads before tails (Canonne, Kamath, Steinke 2020, algorithm 2): the whole part of an
 * exponential of scale `over`, `u + over · v` with `u` kept by chance `e^{−u/over}` and `v` geometric with `e^{−1}`, over `under`.
 */
function geometric(bits: RandomBits, { over, under }: Ratio): bigint {
	let u: bigint;
	do u = bits.below(over);
	while (!isHeads(bits, u, over));
	let v = 0n;
	while (isHeads(bits, 1n, 1n)) v++;
	return (u + over * v) / under;
}

/**
 * A coin of chance `e^{−x}`, `x = over / under` in `[0, 1]` (von Neumann; Canonne, Kamath, Steinke 2020, algorithm 1): draws coins of chance
 * `x/1`, `x/2`, … until one fails; the number of coins is odd with chance `1 − x + x²/2 − …`.
 */
function isHeads(bits: RandomBits, over: bigint, under: bigint): boolean {
	let coin = 1n;
	while (bits.below(under * coin) < over) coin++;
	return coin % 2n === 1n;
}

/** Steps of the grid of scores to a sensitivity, and of ε to 1. */
const grid = 2 ** 20;
/** Scores farther away than so many sensitivities are as far away: the same for all documents, so it costs nothing. */
const farthest = 2 ** 30;

/** How ε is divided: for the threshold, and for each report. */
export interface SparseVectorEpsilon {
	readonly threshold: number;
	readonly report: number;
}

/** ε of a sparse vector of at most `reports` reports in the parts that decide best: `1 : (2c)^(2/3)` (Lyu, Su, Li 2017, section 4.2). */
export function sparseVectorEpsilon(epsilon: number, reports: number): SparseVectorEpsilon {
	// Whole steps of the grid, so that the noise has exactly this scale; rounded down, so that all of it is no more than ε.
	const threshold = Math.floor((epsilon / (1 + (2 * reports) ** (2 / 3))) * grid);
	const report = Math.floor((Math.floor(epsilon * grid) - threshold) / reports);
	if (threshold < 1 || report < 1) throw new RangeError(`an ε of ${epsilon} for ${reports} reports`);
	return { threshold: threshold / grid, report: report / grid };
}

export interface SparseVectorOptions {
	/** Public. */
	readonly threshold: number;
	/** Δ: how far a document more or less can move each score. */
	readonly sensitivity: number;
	/** Of all of it together. */
	readonly epsilon: number;
	/** `c`: reports at most; what comes after the last is not looked at. */
	readonly max: number;
}

/**
 * Indices of scores above a threshold, in order, by the sparse vector technique (Dwork, Naor, Reingold, Rothblum, Vadhan 2009; the form of
 * Lyu, Su, Li 2017, algorithm 7, with one noise for the threshold): any number of scores may be below at no cost.
 *
 * Why it is private: take a threshold higher by Δ for the neighbor, with a chance at most `e^ε₁` times smaller (noise of scale `Δ/ε₁`).
 * What was below stays below, because its score rose by Δ at most. What was above stays above when its own noise is higher by 2Δ, each at
 * most `e^ε₂` times less likely (scale `2Δ/ε₂`), at most `c` times: `ε₁ + c ε₂`. Its Rényi curve is in `renyi-curves.ts`.
 * Scores are rounded down onto a grid of `2^-20 Δ`, whose Δ is one step more, and noise is added in whole numbers.
 * @throws RangeError unless `max` is a whole number `>= 1`, Δ and ε are positive and no score is NaN.
 */
export function aboveThreshold(bits: RandomBits, scores: Float64Array, options: SparseVectorOptions): number[] {
	const { threshold, sensitivity, max } = options;
	if (!(Number.isInteger(max) && max >= 1)) throw new RangeError(`${max} reports`);
	if (!(sensitivity > 0 && sensitivity < Infinity)) throw new RangeError(`a sensitivity of ${sensitivity}`);
	const epsilon = sparseVectorEpsilon(options.epsilon, max);
	const ofReports = scaleOf(2, epsilon.report);
	const min = onGrid(threshold / sensitivity) + laplaceNoise(bits, scaleOf(1, epsilon.threshold));
	const above: number[] = [];
	for (const [i, score] of scores.entries()) {
		if (onGrid(score / sensitivity) + laplaceNoise(bits, ofReports) < min) continue;
		above.push(i);
		if (above.length === max) break;
	}
	return above;
}

/** `times · Δ / ε` in steps of the grid. */
function scaleOf(times: number, epsilon: number): Ratio {
	return { over: BigInt(times * (grid + 1) * grid), under: BigInt(epsilon * grid) };
}

function onGrid(score: number): bigint {
	if (Number.isNaN(score)) throw new RangeError('a score that is no number');
	return BigInt(Math.floor(Math.min(farthest, Math.max(-farthest, score)) * grid));
}

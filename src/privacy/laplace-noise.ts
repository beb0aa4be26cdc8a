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

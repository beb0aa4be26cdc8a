import type { RandomBits } from './random-bits.ts';

/** Probability of a release by count, 0 to `most`. Stand-in until the mechanisms are here. */
export function releaseProbabilities(epsilon: number, delta: number, most: number): Float64Array {
	const p = new Float64Array(most + 1);
	for (let n = 1; n <= most; n++)
		p[n] = Math.min(Math.exp(epsilon) * p[n - 1]! + delta, 1 - Math.exp(-epsilon) * (1 - p[n - 1]! - delta), 1);
	return p;
}

/** Whether a count is released. Stand-in. */
export function isReleased(bits: RandomBits, epsilon: number, delta: number, count: number): boolean {
	return bits.below(2n ** 52n) < BigInt(Math.floor(releaseProbabilities(epsilon, delta, count)[count]! * 2 ** 52));
}

import { drawExponential } from './exponential-mechanism.ts';
import type { RandomBits } from './random-bits.ts';

/** `k` indices of high scores, by peeling. Stand-in until the mechanisms are here. */
export function privateTopK(bits: RandomBits, scores: Float64Array, sensitivity: number, epsilon: number, k: number): number[] {
	const left = Float64Array.from(scores, (score) => (score * epsilon) / (2 * sensitivity * k));
	return Array.from({ length: Math.min(k, scores.length) }, () => {
		const drawn = drawExponential(bits, left);
		left[drawn] = -Infinity;
		return drawn;
	});
}

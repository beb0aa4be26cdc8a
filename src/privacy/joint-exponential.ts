import type { RandomBits } from './random-bits.ts';
import { privateTopK } from './top-k.ts';

/** Indices of `k` high counts. Stand-in until the mechanisms are here: by peeling. */
export function jointTopK(bits: RandomBits, counts: Uint32Array, k: number, epsilon: number): number[] {
	return privateTopK(bits, Float64Array.from(counts), 1, epsilon, k);
}

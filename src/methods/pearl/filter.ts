import type { RandomBits } from '../../privacy/random-bits.ts';
import { privateTopK } from '../../privacy/gumbel-top-k.ts';
import { aboveThreshold } from '../../privacy/sparse-vector.ts';

/** Which sentences of a text are cut (`S_P`: the documents said them) and which refilled (`S_U`: the documents said little), by index; none is in both. */
export interface Filtered {
	readonly cut: readonly number[];
	readonly refill: readonly number[];
}

/**
 * A sentence's confidence gap over documents that were read apart: the mean over documents of `H_0 − H_i` (each already a mean over the
 * sentence's tokens, nats), a document's share held between `−bound` and `bound`. A document that could not be read counts as 0.
 */
export function boundedGap(ofDocuments: readonly number[], bound: number): number {
	const held = ofDocuments.map((gap) => (Number.isFinite(gap) ? Math.min(bound, Math.max(-bound, gap)) : 0));
	return held.reduce((sum, gap) => sum + gap, 0) / Math.max(1, held.length);
}

/** How far one document more, less or emptied can move `boundedGap` of `M` documents: `2 · bound / M`, nats. */
export function boundedGapSensitivity(documents: number, bound: number): number {
	return (2 * bound) / documents;
}

/**
 * How far one of `M` documents can move the entropy of their mean distribution over a vocabulary, as the paper has the gap: total variation
 * `1/M` (Audenaert 2007). Nats.
 */
export function mixtureGapSensitivity(documents: number, vocabulary: number): number {
	const share = 1 / documents;
	const binary = documents === 1 ? 0 : -share * Math.log(share) - (1 - share) * Math.log(1 - share);
	return share * Math.log(vocabulary - 1) + binary;
}

interface FilterOptions {
	/** Of one gap to one document, nats. */
	readonly sensitivity: number;
	readonly epsilon: number;
	readonly bits: RandomBits;
}

/**
 * TOP-K of the paper: the `k` sentences with the highest gaps are cut, the `k` with the lowest refilled, each chosen by a one-shot noisy
 * top-k at half of ε. A sentence that is in both is cut. Where there are no more than `k` sentences this cuts them all.
 */
export function topKFilter(gaps: readonly number[], k: number, { sensitivity, epsilon, bits }: FilterOptions): Filtered {
	const count = Math.min(k, gaps.length);
	if (count === 0) return { cut: [], refill: [] };
	const cut = privateTopK(bits, Float64Array.from(gaps), sensitivity, epsilon / 2, count);
	const low = privateTopK(
		bits,
		Float64Array.from(gaps, (gap) => -gap),
		sensitivity,
		epsilon / 2,
		count,
	);
	return disjoint(cut, low);
}

/**
 * SVT of the paper: sentences whose gap is above `high` are cut, those below `low` refilled, `k` of each at most, half of ε for each side.
 * The thresholds are public.
 */
export function sparseVectorFilter(
	gaps: readonly number[],
	{ high, low, k }: { readonly high: number; readonly low: number; readonly k: number },
	{ sensitivity, epsilon, bits }: FilterOptions,
): Filtered {
	const above = (values: readonly number[], threshold: number): number[] =>
		aboveThreshold(bits, Float64Array.from(values), { threshold, sensitivity, epsilon: epsilon / 2, most: k });
	return disjoint(
		above(gaps, high),
		above(
			gaps.map((gap) => -gap),
			-low,
		),
	);
}

function disjoint(cut: Iterable<number>, refill: Iterable<number>): Filtered {
	const first = new Set(cut);
	const inOrder = (indices: Iterable<number>): number[] => [...indices].toSorted((a, b) => a - b);
	return { cut: inOrder(first), refill: inOrder([...refill].filter((i) => !first.has(i))) };
}

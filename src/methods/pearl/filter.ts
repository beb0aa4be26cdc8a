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

export interface FilterOptions {
	/** Of one gap to one document, nats. */
	readonly sensitivity: number;
	readonly epsilon: number;
	readonly bits: RandomBits;
}

/** Sentences of a text by index, each side chosen by itself: those that the documents said, and those of which they said little. */
export interface FilterSides {
	readonly high: readonly number[];
	readonly low: readonly number[];
}

/**
 * TOP-K of the paper: the `k` sentences with the highest gaps are cut, the `k` with the lowest refilled, each chosen by a one-shot noisy
 * top-k at half of ε. A sentence that is in both is cut. Where there are no more than `k` sentences this cuts them all.
 */
export function topKFilter(gaps: readonly number[], k: number, options: FilterOptions): Filtered {
	return disjoint(topKSides(gaps, k, options));
}

/** `topKFilter`'s two choices as they are drawn. */
export function topKSides(gaps: readonly number[], k: number, { sensitivity, epsilon, bits }: FilterOptions): FilterSides {
	const count = Math.min(k, gaps.length);
	if (count === 0) return { high: [], low: [] };
	const high = privateTopK(bits, Float64Array.from(gaps), sensitivity, epsilon / 2, count);
	const negative = Float64Array.from(gaps, (gap) => -gap);
	return { high, low: privateTopK(bits, negative, sensitivity, epsilon / 2, count) };
}

/** Gaps above and below which sentences are chosen, and how many at most on each side. */
export interface Thresholds {
	readonly high: number;
	readonly low: number;
	readonly k: number;
}

/**
 * SVT of the paper: sentences whose gap is above `high` are cut, those below `low` refilled, `k` of each at most, half of ε for each side.
 * The thresholds are public.
 */
export function sparseVectorFilter(gaps: readonly number[], thresholds: Thresholds, options: FilterOptions): Filtered {
	return disjoint(sparseVectorSides(gaps, thresholds, options));
}

/** `sparseVectorFilter`'s two choices as they are drawn. */
export function sparseVectorSides(
	gaps: readonly number[],
	{ high, low, k }: Thresholds,
	{ sensitivity, epsilon, bits }: FilterOptions,
): FilterSides {
	const above = (values: readonly number[], threshold: number): number[] =>
		aboveThreshold(bits, Float64Array.from(values), { threshold, sensitivity, epsilon: epsilon / 2, max: k });
	const negative = gaps.map((gap) => -gap);
	return { high: above(gaps, high), low: above(negative, -low) };
}

function disjoint({ high, low }: FilterSides): Filtered {
	const first = new Set(high);
	const inOrder = (indices: Iterable<number>): number[] => [...indices].toSorted((a, b) => a - b);
	return { cut: inOrder(first), refill: inOrder([...low].filter((i) => !first.has(i))) };
}

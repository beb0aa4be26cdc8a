import type { GramCounts } from './character-grams.ts';
import type { SparseRow } from './sparse-rows.ts';

/**
 * A text's known n-grams by number, each `(1 + ln count) · rarity`, together of length 1; nothing where none is known. As scikit-learn's
 * `TfidfVectorizer(sublinear_tf=True)` weighs them.
 */
export function weightedGrams(counts: GramCounts, numbers: ReadonlyMap<string, number>, rarity: Float64Array): SparseRow {
	const found: [gram: number, weight: number][] = [];
	for (const [gram, count] of counts) {
		const number = numbers.get(gram);
		if (number !== undefined) found.push([number, (1 + Math.log(count)) * rarity[number]!]);
	}
	// By number, so that sums come out the same for whatever order the grams have in the text.
	found.sort(([a], [b]) => a - b);
	const length = Math.sqrt(found.reduce((sum, [, weight]) => sum + weight * weight, 0));
	return { column: Uint32Array.from(found, ([number]) => number), value: Float64Array.from(found, ([, weight]) => weight / length) };
}

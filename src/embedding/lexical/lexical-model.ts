import { characterGrams, type GramCounts } from './character-grams.ts';
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

/** What `lexical` knows of a store: its n-grams, how rare each is, and the directions in which its texts differ most. */
export interface LexicalModel {
	/** Texts that it was fitted on, each different one once, and how many there were in all. */
	readonly fitted: { readonly texts: number; readonly of: number };
	/** By number: in the order of their Unicode code units. */
	readonly grams: readonly string[];
	/** How rare each is: `ln((1 + n) / (1 + df)) + 1` of `df` texts among `n` that hold it. */
	readonly rarity: Float64Array;
	/** Directions that are kept. */
	readonly directions: number;
	/** Of each direction, largest first. */
	readonly singularValues: Float64Array;
	/** `[grams, directions]`, orthonormal columns. */
	readonly components: Float32Array;
}

/** What is not there for this encoder, in a sentence for whoever reads what it found. */
export const lexicalCannotSee =
	"The built-in embedder 'lexical' compares spellings: it cannot see that two texts mean the same in other words (synonyms, paraphrases, another language).";

/**
 * Returns what embeds a text with a model: `[directions + 1]`, of length 1. A text without a known n-gram is the last axis alone, at right angles to all that have
 * one.
 */
export function lexicalEmbedding(
	model: Pick<LexicalModel, 'directions' | 'components' | 'rarity' | 'grams'>,
): (text: string) => Float64Array {
	const { directions, components, rarity } = model;
	const numbers = new Map(model.grams.map((gram, i) => [gram, i]));
	return (text) => {
		const vector = new Float64Array(directions + 1);
		const { column, value } = weightedGrams(characterGrams(text), numbers, rarity);
		for (const [at, gram] of column.entries()) {
			const [from, weight] = [gram * directions, value[at]!];
			for (let k = 0; k < directions; k++) vector[k]! += weight * components[from + k]!;
		}
		let length = 0;
		for (let k = 0; k < directions; k++) length += vector[k]! ** 2;
		length = Math.sqrt(length);
		// What the directions do not hold is as good as unknown; rounding would point anywhere.
		if (length < 1e-6) {
			vector.fill(0);
			vector[directions] = 1;
			return vector;
		}
		return vector.map((entry) => entry / length);
	};
}

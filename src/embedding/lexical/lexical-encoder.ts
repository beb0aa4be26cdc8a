import { setImmediate as nextTurn } from 'node:timers/promises';
import { characterGrams } from './character-grams.ts';
import { lexicalHash } from './lexical-file.ts';
import { lexicalCannotSee, weightedGrams, type LexicalModel } from './lexical-model.ts';

interface EmbedOptions {
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
}

/** An encoder as `src/analysis/readers.ts` asks for it. */
export interface LexicalEncoder {
	readonly identity: { readonly kind: 'encoder'; readonly name: string; readonly sha256: string };
	/** Directions of the model and one more, for texts of which it knows nothing. */
	readonly dimensions: number;
	readonly cannotSee: string;
	readonly model: LexicalModel;
	/** `[n, dimensions]`, rows of length 1. A text without a known n-gram is the last axis alone, at right angles to all that have one. */
	embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array>;
}

/** Texts between two looks at the signal. */
const chunk = 16;

export function lexicalEncoder(model: LexicalModel, sha256: string = lexicalHash(model)): LexicalEncoder {
	const numbers = new Map(model.grams.map((gram, i) => [gram, i]));
	const dimensions = model.directions + 1;
	return {
		identity: { kind: 'encoder', name: 'lexical', sha256 },
		dimensions,
		cannotSee: lexicalCannotSee,
		model,
		async embed(texts, { signal, onProgress }) {
			const all = new Float32Array(texts.length * dimensions);
			for (const [i, text] of texts.entries()) {
				if (i % chunk === 0) {
					onProgress(i, texts.length);
					// oxlint-disable-next-line no-await-in-loop -- lets a cancel come in
					await nextTurn();
					signal.throwIfAborted();
				}
				all.set(embedded(model, numbers, text), i * dimensions);
			}
			onProgress(texts.length, texts.length);
			return all;
		},
	};
}

function embedded(model: LexicalModel, numbers: ReadonlyMap<string, number>, text: string): Float64Array {
	const { directions, components, rarity } = model;
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
}

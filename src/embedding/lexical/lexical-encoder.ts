import { setImmediate as nextTurn } from 'node:timers/promises';
import { lexicalHash } from './lexical-file.ts';
import { lexicalCannotSee, lexicalEmbedding, type LexicalModel } from './lexical-model.ts';

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
	const embedding = lexicalEmbedding(model);
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
				all.set(embedding(text), i * dimensions);
			}
			onProgress(texts.length, texts.length);
			return all;
		},
	};
}

import type { Encoder } from '../../analysis/readers.ts';
import type { Embed, EmbeddedTexts } from './attack.ts';

/** Embeddings by an encoder, each text once: attacks ask for the same texts again and again. */
export function rememberedEmbeddings(encoder: Encoder, signal: AbortSignal): Embed {
	const known = new Map<string, Float32Array>();
	const { dimensions } = encoder;
	return async (texts) => {
		const missing = [...new Set(texts)].filter((text) => !known.has(text));
		if (missing.length > 0) {
			const found = await encoder.embed(missing, { signal, onProgress: () => undefined });
			for (const [i, text] of missing.entries()) known.set(text, found.slice(i * dimensions, (i + 1) * dimensions));
		}
		const values = new Float32Array(texts.length * dimensions);
		for (const [i, text] of texts.entries()) values.set(known.get(text)!, i * dimensions);
		return { dimensions, values };
	};
}

/** Number of rows. */
export function rowsOf({ dimensions, values }: EmbeddedTexts): number {
	return values.length / dimensions;
}

/** Inner product of row `i` of one with row `j` of the other. */
export function product(a: EmbeddedTexts, i: number, b: EmbeddedTexts, j: number): number {
	const d = a.dimensions;
	let sum = 0;
	for (let x = i * d, y = j * d; x < (i + 1) * d; x++, y++) sum += a.values[x]! * b.values[y]!;
	return sum;
}

/** Some rows, in that order. */
export function rowsAt({ dimensions, values }: EmbeddedTexts, rows: readonly number[]): EmbeddedTexts {
	const chosen = new Float32Array(rows.length * dimensions);
	for (const [i, row] of rows.entries()) chosen.set(values.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions);
	return { dimensions, values: chosen };
}

/** Mean of the rows, made a unit vector. */
export function centroid({ dimensions, values }: EmbeddedTexts): EmbeddedTexts {
	const mean = new Float32Array(dimensions);
	for (const [i, value] of values.entries()) mean[i % dimensions]! += value;
	const norm = Math.hypot(...mean);
	return { dimensions, values: norm === 0 ? mean : mean.map((value) => value / norm) };
}

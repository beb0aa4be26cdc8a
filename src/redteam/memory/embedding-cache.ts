import type { Encoder } from '../../analysis/readers.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { meanRow } from '../../methods/memsad/scores.ts';
import type { Embed } from './attack.ts';

/** Embeddings by an encoder, each text once: attacks ask for the same texts again and again. */
export function rememberedEmbeddings(
	encoder: Pick<Encoder, 'dimensions' | 'embed'>,
	signal: AbortSignal,
	onEmbedded: (texts: number) => void = () => undefined,
): Embed {
	const known = new Map<string, Float32Array>();
	const { dimensions: width } = encoder;
	return async (texts, as) => {
		const key = (text: string): string => `${as} ${text}`;
		const missing = [...new Set(texts)].filter((text) => !known.has(key(text)));
		if (missing.length > 0) {
			const found = await encoder.embed(missing, { as, signal, onProgress: () => undefined });
			for (const [i, text] of missing.entries()) known.set(key(text), found.slice(i * width, (i + 1) * width));
			onEmbedded(missing.length);
		}
		const values = new Float32Array(texts.length * width);
		for (const [i, text] of texts.entries()) values.set(known.get(key(text))!, i * width);
		return { values, count: texts.length, width };
	};
}

/** Inner product of row `i` of one with row `j` of the other. */
export function product(a: Matrix, i: number, b: Matrix, j: number): number {
	let sum = 0;
	for (let x = i * a.width, y = j * a.width, end = x + a.width; x < end; x++, y++) sum += a.values[x]! * b.values[y]!;
	return sum;
}

/** Some rows, in that order. */
export function rowsAt({ values, width }: Matrix, rows: readonly number[]): Matrix {
	const chosen = new Float32Array(rows.length * width);
	for (const [i, row] of rows.entries()) chosen.set(values.subarray(row * width, (row + 1) * width), i * width);
	return { values: chosen, count: rows.length, width };
}

/** Mean of the rows, made a unit vector. */
export function centroid(rows: Matrix): Matrix {
	const mean = meanRow(rows);
	const norm = Math.hypot(...mean);
	return { values: Float32Array.from(mean, (value) => (norm === 0 ? 0 : value / norm)), count: 1, width: rows.width };
}

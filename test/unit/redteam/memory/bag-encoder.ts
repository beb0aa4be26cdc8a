import type { Encoder } from '../../../../src/analysis/readers.ts';

const dimensions = 256;

function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (const unit of text) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193);
	return hash >>> 0;
}

function embedded(text: string): Float32Array {
	const row = new Float32Array(dimensions);
	for (const word of text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []) {
		const weight = 1 / Math.sqrt(1 + Math.max(0, 6 - word.length));
		for (const gram of [word, ...Array.from({ length: Math.max(0, word.length - 3) }, (_, i) => word.slice(i, i + 4))]) {
			const hash = hashOf(gram);
			row[hash % dimensions]! += hash & 0x10000 ? weight : -weight;
		}
	}
	const norm = Math.hypot(...row);
	return row.map((value) => (norm === 0 ? 0 : value / norm));
}

/** An encoder that hashes words and their parts into signs: small, and every text has the same embedding everywhere. */
export const bagEncoder: Pick<Encoder, 'dimensions' | 'embed'> = {
	dimensions,
	embed(texts) {
		const values = new Float32Array(texts.length * dimensions);
		for (const [i, text] of texts.entries()) values.set(embedded(text), i * dimensions);
		return Promise.resolve(values);
	},
};

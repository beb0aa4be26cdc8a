import { createHash } from 'node:crypto';
import type { Encoder } from '../../../../../src/analysis/readers.ts';

const dimensions = 32;

/** A small encoder: counts of hashed letter trigrams, of length 1. Texts of like letters lie near each other. */
export class TrigramEncoder implements Encoder {
	readonly identity = {
		kind: 'encoder',
		name: 'trigrams',
		sha256: createHash('sha256').update(`trigrams ${dimensions}`).digest('hex'),
	} as const;
	readonly dimensions = dimensions;
	/** Texts that it was asked for, in their order. */
	readonly asked: string[] = [];

	async embed(texts: readonly string[], { signal, onProgress }: Parameters<Encoder['embed']>[1]): Promise<Float32Array> {
		const all = new Float32Array(texts.length * dimensions);
		for (const [i, text] of texts.entries()) {
			signal.throwIfAborted();
			this.asked.push(text);
			all.set(rowOf(text), i * dimensions);
			onProgress(i + 1, texts.length);
		}
		return all;
	}
}

function rowOf(text: string): Float32Array {
	const row = new Float32Array(dimensions);
	const padded = ` ${text.toLowerCase()} `;
	for (let at = 0; at + 3 <= padded.length; at++) {
		const byte = createHash('sha256')
			.update(padded.slice(at, at + 3))
			.digest()[0]!;
		row[byte % dimensions]! += 1;
	}
	const norm = Math.hypot(...row);
	return row.map((count) => count / norm);
}

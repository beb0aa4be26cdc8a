import type { Encoder } from '../../analysis/readers.ts';
import { unitRows } from '../../analysis/memory/compare-entries.ts';
import { matrix, type Matrix } from '../../methods/memsad/row-maxima.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';

/** Entries whose stored embeddings are compared with the encoder's own. */
const compared = 4;
/** Cosine above which two embeddings come from one encoder: its int8 and its fp32 are two. */
const sameEncoder = 0.999;

/**
 * Embeds entries, or takes what the store keeps of them, where that is this encoder's: it has as many numbers, and of the first entries, which are embedded as well,
 * about the same ones. Names prove nothing: one model has many, and a store can say what it likes.
 */
export class EntryEmbedder {
	readonly #encoder: Encoder;
	readonly #signal: AbortSignal;
	/** `undefined`: not known yet. */
	#usesStored: boolean | undefined;

	constructor(encoder: Encoder, signal: AbortSignal) {
		this.#encoder = encoder;
		this.#signal = signal;
	}

	/** Whether embeddings of the store are used; `undefined`: it has shown none. */
	get usesStored(): boolean | undefined {
		return this.#usesStored;
	}

	/** Unit rows, one an entry. Rejects as the encoder does. */
	async embed(entries: readonly MemoryEntry[]): Promise<Matrix> {
		const { dimensions: width } = this.#encoder;
		this.#usesStored ??= await this.#isOurs(entries);
		const missing = entries.filter((entry) => !this.#isUsed(entry));
		const fresh = missing.length === 0 ? new Float32Array(0) : await this.#texts(missing.map(({ text }) => text));
		if (missing.length === entries.length) return matrix(fresh, width);
		let next = 0;
		return unitRows(
			entries.map((entry) => (this.#isUsed(entry) ? entry.embedding! : fresh.subarray(next * width, ++next * width))),
			width,
		);
	}

	#texts(texts: readonly string[]): Promise<Float32Array> {
		return embedTexts(this.#encoder, texts, 'document', this.#signal);
	}

	#isUsed({ embedding }: MemoryEntry): boolean {
		return this.#usesStored === true && embedding?.length === this.#encoder.dimensions;
	}

	async #isOurs(entries: readonly MemoryEntry[]): Promise<boolean | undefined> {
		const { dimensions: width } = this.#encoder;
		const some = entries.filter(({ embedding }) => embedding !== null).slice(0, compared);
		if (some.length === 0) return undefined;
		if (some.some(({ embedding }) => embedding!.length !== width)) return false;
		const theirs = unitRows(
			some.map(({ embedding }) => embedding!),
			width,
		);
		const ours = await this.#texts(some.map(({ text }) => text));
		return some.every((_, row) => {
			let cosine = 0;
			for (let k = row * width; k < (row + 1) * width; k++) cosine += theirs.values[k]! * ours[k]!;
			return cosine >= sameEncoder;
		});
	}
}

function rowsOf(values: Float32Array, width: number): Float32Array[] {
	return Array.from({ length: values.length / width }, (_, row) => values.subarray(row * width, (row + 1) * width));
}

/** Unit rows of texts. @param as what they are to the encoder */
export async function embedTexts(
	encoder: Encoder,
	texts: readonly string[],
	as: 'query' | 'document',
	signal: AbortSignal,
): Promise<Float32Array> {
	const all = await encoder.embed(texts, { as, signal, onProgress: () => undefined });
	return unitRows(rowsOf(all, encoder.dimensions), encoder.dimensions).values;
}

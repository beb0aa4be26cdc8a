import { createHash } from 'node:crypto';
import type { MemoryBatch, MemoryStore } from '../../stores/memory/memory-store.ts';

/** Entries that are read and embedded at once. */
export const batchSize = 256;

/** The most different texts of which a sample is made. */
export const largestSample = 4096;

/** Reads a store in batches; of one that is read elsewhere, from `after` on. */
export function batchesOf(store: MemoryStore, signal: AbortSignal, after?: string): AsyncIterable<MemoryBatch> {
	return store.read({ batch: batchSize, signal, ...(after === undefined ? {} : { after }) });
}

/** Some of many texts, each different one once: those whose hashes are smallest, which nobody has chosen, and whatever the order. */
export class TextSample {
	readonly #most: number;
	#held = new Map<string, string>();

	constructor(most: number = largestSample) {
		this.#most = most;
	}

	add(text: string): void {
		this.#held.set(createHash('sha256').update(text).digest('hex'), text);
		if (this.#held.size > 2 * this.#most) this.#drop();
	}

	/** In the order of their hashes. */
	texts(): string[] {
		this.#drop();
		return [...this.#held.values()];
	}

	#drop(): void {
		const kept = [...this.#held].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, this.#most);
		this.#held = new Map(kept);
	}
}

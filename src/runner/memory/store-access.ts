import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { MemoryBatch, MemoryStore } from '../../stores/memory/memory-store.ts';
import { openMemoryStore } from '../../stores/memory/open-store.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** Numbers of which nobody knows how many will come: 8 bytes each, for a store of a million entries. */
export class Float64Builder {
	#values = new Float64Array(1024);
	#length = 0;

	push(value: number): void {
		if (this.#length === this.#values.length) {
			const more = new Float64Array(2 * this.#length);
			more.set(this.#values);
			this.#values = more;
		}
		this.#values[this.#length++] = value;
	}

	/** Those that came, in their order; not a copy. */
	get values(): Float64Array {
		return this.#values.subarray(0, this.#length);
	}
}

/** A path as it is from anywhere; an address as it is. */
export function named(store: string): string {
	return isStoreAddress(store) ? store : resolve(store);
}

/** Opens a store for some work, and closes it whatever happens. @throws UserError RA511 for an address in a workspace without trust, and as `openMemoryStore`. */
export async function withStore<T>(
	target: string,
	signal: AbortSignal,
	{ settings }: Pick<RunnerContext, 'settings'>,
	task: (store: MemoryStore) => Promise<T>,
): Promise<T> {
	if (isStoreAddress(target)) requireTrust(settings, 'stores');
	const store = await openMemoryStore(target, undefined, { signal });
	try {
		return await task(store);
	} finally {
		await store.close();
	}
}

/** Entries that are read and embedded at once. */
const batchSize = 256;

/** The most different texts of which a sample is made. */
export const largestSample = 4096;

/** Reads a store in batches; of one that is read elsewhere, from `after` on. */
export function batchesOf(store: MemoryStore, signal: AbortSignal, after?: string): AsyncIterable<MemoryBatch> {
	return store.read({ batch: batchSize, signal, ...(after === undefined ? {} : { after }) });
}

/** Some of many texts, each different one once: those whose hashes are smallest, which nobody has chosen, and whatever the order. */
export class TextSample {
	readonly #max: number;
	#held = new Map<string, string>();

	constructor(max: number = largestSample) {
		this.#max = max;
	}

	add(text: string): void {
		this.#held.set(createHash('sha256').update(text).digest('hex'), text);
		if (this.#held.size > 2 * this.#max) this.#drop();
	}

	/** In the order of their hashes. */
	texts(): string[] {
		this.#drop();
		return [...this.#held.values()];
	}

	#drop(): void {
		const kept = [...this.#held].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, this.#max);
		this.#held = new Map(kept);
	}
}

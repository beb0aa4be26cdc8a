import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { FormatProblem } from '../../formats/trace.ts';

/** Kinds of stores that can be read. */
const memoryStoreKinds = [
	'jsonl',
	'json',
	'mcp-memory',
	'mem0-history',
	'langgraph-sqlite',
	'letta',
	'lancedb',
	'chroma',
	'chroma-folder',
	'pgvector',
	'qdrant',
	'instructions',
] as const;
export type MemoryStoreKind = (typeof memoryStoreKinds)[number];

/** Some entries of a store, with a cursor for the rest. */
export interface MemoryBatch {
	readonly entries: readonly MemoryEntry[];
	/** What could not be read. The other entries are valid. */
	readonly problems: readonly FormatProblem[];
	/** Opaque position. If it is passed as `after`, reading continues after this batch, even in another process. */
	readonly cursor: string;
}

/** What a store says in addition to its entries, such as deleted texts that are still in its files. */
export interface StoreRemark {
	readonly message: string;
	readonly hint: string;
}

/** How a store's own embeddings were made, as far as the store says. */
export interface StoredEmbeddings {
	readonly dimensions: number;
	/** Name of the encoder, if the store states it. */
	readonly encoder: string | null;
}

/** An entry that a store's own search found. */
export interface FoundEntry {
	readonly id: string;
	readonly text: string;
	/** Cosine similarity. */
	readonly similarity: number;
}

/** A memory that is read in place. It is never written and never loaded as a whole. Close it if you open it. */
export interface MemoryStore {
	readonly kind: MemoryStoreKind;
	/** Name that a person gave, without passwords. */
	readonly name: string;
	/**
	 * Returns a text that identifies the store's contents. Two readings with the same state give the same entries. `null` if the store cannot
	 * tell.
	 */
	state(): Promise<string | null>;
	/** Returns the number of entries. `null` if only a full reading could tell. */
	count(): Promise<number | null>;
	readonly embeddings: StoredEmbeddings | null;
	/**
	 * Reads the entries in an order that does not change. `batch` is the largest number of entries at once. Rejects with the signal's reason.
	 */
	read(options: { readonly after?: string; readonly batch: number; readonly signal: AbortSignal }): AsyncIterable<MemoryBatch>;
	/**
	 * Searches with the store's own search: nearest first, by cosine of unit embeddings. The result is exact if the store's search is. Absent
	 * if the store has no search. The caller then reads the whole store.
	 */
	search?(embedding: Float32Array, options: { readonly k: number; readonly signal: AbortSignal }): Promise<readonly FoundEntry[]>;
	/** Returns the store's remarks. Call it after a full reading. */
	remarks(): Promise<readonly StoreRemark[]>;
	close(): Promise<void>;
}

/**
 * An opener of what a person named: a path, or an address such as `chroma+http://host:8000/collection`. `open` resolves to `null` if that
 * is not a store of this kind.
 */
export interface StoreOpener {
	readonly kind: MemoryStoreKind;
	/** Example for help and messages: `NAME.jsonl`, `postgres://…?table=…`. */
	readonly example: string;
	open(target: string, options: { readonly signal: AbortSignal }): Promise<MemoryStore | null>;
}

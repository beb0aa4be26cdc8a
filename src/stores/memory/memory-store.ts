import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { FormatProblem } from '../../formats/trace.ts';

/** Every kind of store that is read. */
export const memoryStoreKinds = [
	'jsonl',
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

/** Some entries of a store, with where to go on. */
export interface MemoryBatch {
	readonly entries: readonly MemoryEntry[];
	/** What could not be read; the other entries stand. */
	readonly problems: readonly FormatProblem[];
	/** Given back as `after`, reading goes on behind this batch, also in another process; opaque. */
	readonly cursor: string;
}

/** What a store says beside its entries, such as deleted texts that linger on. */
export interface StoreRemark {
	readonly message: string;
	readonly hint: string;
}

/** How a store's own embeddings were made, as far as it says. */
export interface StoredEmbeddings {
	readonly dimensions: number;
	/** Name of the encoder, where the store tells it. */
	readonly encoder: string | null;
}

/** An entry that a store's own search found. */
export interface FoundEntry {
	readonly id: string;
	readonly text: string;
	/** Cosine. */
	readonly similarity: number;
}

/** A memory that is read in place: never written, never loaded whole. Whoever opens it closes it. */
export interface MemoryStore {
	readonly kind: MemoryStoreKind;
	/** As a person named it; without passwords. */
	readonly name: string;
	/** What its bytes or its contents are known by: two readings with the same state give the same entries; `null`: the store cannot tell. */
	state(): Promise<string | null>;
	/** How many entries there are; `null`: only a whole reading could tell. */
	count(): Promise<number | null>;
	readonly embeddings: StoredEmbeddings | null;
	/** In an order that stays; `batch`: how many at most at once. Rejects with the signal's reason. */
	read(options: { readonly after?: string; readonly batch: number; readonly signal: AbortSignal }): AsyncIterable<MemoryBatch>;
	/** The store's own search, where it has one: nearest first by cosine of unit embeddings; exact where the store's search is. Absent: whoever searches reads it whole. */
	search?(embedding: Float32Array, options: { readonly k: number; readonly signal: AbortSignal }): Promise<readonly FoundEntry[]>;
	/** After a whole reading. */
	remarks(): Promise<readonly StoreRemark[]>;
	close(): Promise<void>;
}

/** Opens what a person named: a path, or an address such as `chroma+http://host:8000/collection`; `null`: it is no store of this kind. */
export interface StoreOpener {
	readonly kind: MemoryStoreKind;
	/** For help and messages: `NAME.jsonl`, `postgres://…?table=…`. */
	readonly example: string;
	open(target: string, options: { readonly signal: AbortSignal }): Promise<MemoryStore | null>;
}

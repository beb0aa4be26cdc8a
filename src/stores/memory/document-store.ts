import { createHash } from 'node:crypto';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import { inBatches, type ReadStep } from './batches.ts';
import { formatCursor, readCursor } from './memory-cursor.ts';
import type { MemoryBatch, MemoryStore, MemoryStoreKind, StoreRemark } from './memory-store.ts';
import { UniqueIds } from './unique-ids.ts';

/** A document of a store, held while its entries are handed on. */
export interface StoreDocument {
	/** Path within the store; empty: the store is one file. */
	readonly file: string;
	readonly entries: readonly MemoryEntry[];
	readonly problems: readonly FormatProblem[];
	/** SHA-256 of its bytes. */
	readonly sha256: string;
}

export interface DocumentStoreKind {
	readonly kind: MemoryStoreKind;
	readonly name: string;
	/** Documents one after the other, in an order that stays. */
	readonly documents: (signal: AbortSignal) => AsyncIterable<StoreDocument>;
	readonly remarks: () => readonly StoreRemark[];
}

/** A memory of documents that are read as a whole, one at a time. */
export class DocumentStore implements MemoryStore {
	readonly kind: MemoryStoreKind;
	readonly name: string;
	readonly embeddings = null;
	readonly #kind: DocumentStoreKind;

	constructor(kind: DocumentStoreKind) {
		this.kind = kind.kind;
		this.name = kind.name;
		this.#kind = kind;
	}

	/** A hash of the names and bytes of its documents. */
	async state(): Promise<string> {
		const hash = createHash('sha256');
		for await (const { file, sha256 } of this.#kind.documents(never)) hash.update(`${JSON.stringify(file)} ${sha256}\n`);
		return hash.digest('hex');
	}

	async count(): Promise<number> {
		let count = 0;
		for await (const { entries } of this.#kind.documents(never)) count += entries.length;
		return count;
	}

	read({ after, batch, signal }: Parameters<MemoryStore['read']>[0]): AsyncGenerator<MemoryBatch> {
		return inBatches(this.#steps(after, signal), { batch, signal });
	}

	async *#steps(after: string | undefined, signal: AbortSignal): AsyncGenerator<ReadStep> {
		const done = after === undefined ? null : readCursor(after);
		signal.throwIfAborted();
		for await (const { file, entries, problems } of this.#kind.documents(signal)) {
			// An id holds its file's name, so that what stands in others changes none.
			const ids = new UniqueIds();
			const skipped = done === null || file > done.file ? 0 : file < done.file ? Infinity : done.entries;
			if (entries.length === 0 && problems.length > 0 && skipped === 0)
				yield { entry: null, problems, cursor: formatCursor({ byte: 0, entries: 1, file }) };
			for (const [i, entry] of entries.entries()) {
				const id = ids.take(file === '' ? entry.id : `${file}#${entry.id}`);
				if (i < skipped) continue;
				yield {
					entry: { ...entry, id },
					problems: i === 0 ? problems : [],
					cursor: formatCursor({ byte: entry.place?.end ?? 0, entries: i + 1, file }),
				};
			}
		}
	}

	remarks(): Promise<readonly StoreRemark[]> {
		return Promise.resolve(this.#kind.remarks());
	}

	/** Files are opened for as long as they are read. */
	close(): Promise<void> {
		return Promise.resolve();
	}
}

const never = new AbortController().signal;

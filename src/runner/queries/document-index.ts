import { largestScreeningSample, type Corpus } from '../../analysis/queries/screened-query.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { HeldTexts } from '../../files/held-texts.ts';
import { sweepSpills } from '../../files/spill-file.ts';
import type { RetrievedDocument } from '../../formats/query-screen-record.ts';
import { matrix, type Matrix } from '../../methods/memsad/row-maxima.ts';
import { CorpusMoments, minDocuments } from '../../methods/mirabel/corpus-moments.ts';
import { randomFor } from '../../statistics/random.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import type { EntryEmbedder } from '../memory/scan-encoder.ts';
import { batchesOf } from '../memory/store-access.ts';
import { EmbeddedRows } from './embedded-rows.ts';

/** A random sample of rows of which nobody knows how many will come, each as likely as any other (Vitter's algorithm R), the same for the same seed. */
export class RowSample {
	readonly #width: number;
	readonly #max: number;
	readonly #random: ReturnType<typeof randomFor>;
	readonly #rows: Float32Array[] = [];
	#seen = 0;

	constructor(width: number, max: number, seed: number) {
		this.#width = width;
		this.#max = max;
		this.#random = randomFor(seed, 'sample of documents');
	}

	add(row: Float32Array): void {
		this.#seen++;
		if (this.#rows.length < this.#max) {
			this.#rows.push(row.slice());
			return;
		}
		const place = Math.floor(this.#random() * this.#seen);
		if (place < this.#max) this.#rows[place]!.set(row);
	}

	/** In no order that means anything. */
	rows(): Matrix {
		const values = new Float32Array(this.#rows.length * this.#width);
		for (const [i, row] of this.#rows.entries()) values.set(row, i * this.#width);
		return { values, count: this.#rows.length, width: this.#width };
	}
}

/** Of the sample of documents: always the same, so that two readings of a store say the same. */
export const sampleSeed = 1;

export interface BuildOptions {
	readonly width: number;
	/** Where lies what does not fit into the memory. */
	readonly folder: string;
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** The documents of a store that does not search by itself: read once, each different text embedded once. Whoever builds it disposes of it. */
export class DocumentIndex implements Corpus, AsyncDisposable {
	readonly moments: CorpusMoments;
	readonly #rows: EmbeddedRows;
	readonly #texts: HeldTexts;
	readonly #sample: RowSample;
	/** Once it is whole. */
	#sampled: Matrix | undefined;
	/** Row of a text, by its hash. */
	readonly #rowOf = new Map<string, number>();
	/** Ids of a row's documents, in the store's order. */
	readonly #ids: string[][] = [];
	/** What of the store could not be read. */
	problems = 0;

	private constructor({ width, folder }: BuildOptions) {
		this.moments = CorpusMoments.empty(width);
		this.#rows = new EmbeddedRows(width, folder);
		this.#texts = new HeldTexts(folder);
		this.#sample = new RowSample(width, largestScreeningSample, sampleSeed);
	}

	/** Rejects with RA683 for a store of too few documents, as store and encoder do, and with the signal's reason. */
	static async build(store: MemoryStore, embedder: EntryEmbedder, options: BuildOptions): Promise<DocumentIndex> {
		await sweepSpills(options.folder);
		const index = new DocumentIndex(options);
		try {
			const { signal, onProgress } = options;
			const total = (await store.count()) ?? 0;
			for await (const { entries, problems } of batchesOf(store, signal)) {
				index.problems += problems.length;
				const fresh = entries.filter(
					({ content }, i) => !index.#rowOf.has(keyOf(content)) && entries.findIndex((one) => one.content === content) === i,
				);
				const embedded = fresh.length === 0 ? matrix(new Float32Array(0), options.width) : await embedder.embed(fresh);
				await index.#add(entries, fresh, embedded);
				onProgress('Embedding documents', Math.min(index.n, total), total);
			}
			if (index.n < minDocuments) throw tooFewDocuments(store.name, index.n);
			return index;
		} catch (error) {
			await index[Symbol.asyncDispose]();
			throw error;
		}
	}

	get n(): number {
		return this.moments.n;
	}

	get sample(): Matrix {
		this.#sampled ??= this.#sample.rows();
		return this.#sampled;
	}

	async nearest(queries: Matrix, k: number, signal: AbortSignal): Promise<RetrievedDocument[][]> {
		const found = await this.#rows.nearest(queries, k, signal);
		const documents: RetrievedDocument[][] = [];
		for (const rows of found) {
			const of: RetrievedDocument[] = [];
			for (const { row, similarity } of rows) {
				if (of.length >= k) break;
				// oxlint-disable-next-line no-await-in-loop -- mostly from memory
				const text = await this.#texts.get(row);
				for (const id of this.#ids[row]!.slice(0, k - of.length)) of.push({ id, similarity, text });
			}
			documents.push(of);
		}
		return documents;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#rows[Symbol.asyncDispose]();
		await this.#texts[Symbol.asyncDispose]();
	}

	async #add(
		entries: readonly { readonly id: string; readonly text: string; readonly content: string }[],
		fresh: readonly { readonly content: string }[],
		{ values, width }: Matrix,
	): Promise<void> {
		const freshRow = new Map(fresh.map(({ content }, i) => [keyOf(content), values.subarray(i * width, (i + 1) * width)]));
		for (const { id, text, content } of entries) {
			const key = keyOf(content);
			const known = this.#rowOf.get(key);
			const row = known ?? this.#rows.count;
			if (known === undefined) {
				// oxlint-disable-next-line no-await-in-loop -- in the store's order
				await this.#rows.add(freshRow.get(key)!);
				// oxlint-disable-next-line no-await-in-loop -- as above
				await this.#texts.add(text);
				this.#rowOf.set(key, row);
				this.#ids.push([id]);
			} else this.#ids[row]!.push(id);
			// A copy is a document as well: it counts in what the others are like.
			// oxlint-disable-next-line no-await-in-loop -- as above
			const vector = freshRow.get(key) ?? (await this.#rows.get(row));
			this.moments.add(vector);
			this.#sample.add(vector);
		}
	}
}

/** Enough of a hash to tell texts apart, in a half of its memory. */
function keyOf(content: string): string {
	return content.slice(0, 32);
}

function tooFewDocuments(store: string, documents: number): UserError {
	return new UserError(
		errorNumbers.tooFewDocuments,
		`The store has ${documents === 0 ? 'no document' : documents === 1 ? 'one document' : `${documents} documents`}, and screening needs at least ${minDocuments}, because it compares the nearest one with the others.`,
		{ place: { file: store }, hint: 'Name the store from which the queries are answered.' },
	);
}

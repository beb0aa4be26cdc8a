import type { Matrix } from './row-maxima.ts';

/** What a history holds of a query. */
export interface HistoryQuery {
	readonly text: string;
	/** Of length 1. */
	readonly embedding: Float32Array;
}

/** The paper's `m_max`; the oldest query goes first. */
export const usualCapacity = 1000;

/** The last queries that the agent was asked, first in first out (MEMSAD, definition 6). */
export class QueryHistory {
	readonly capacity: number;
	readonly width: number;
	readonly #rows: Float32Array;
	readonly #texts: string[] = [];
	/** Row of the oldest query. */
	#oldest = 0;

	/** @param width numbers an embedding */
	constructor(width: number, capacity = usualCapacity) {
		if (!(Number.isInteger(capacity) && capacity > 0)) throw new RangeError(`a history of ${capacity} queries`);
		this.capacity = capacity;
		this.width = width;
		this.#rows = new Float32Array(capacity * width);
	}

	get size(): number {
		return this.#texts.length;
	}

	/** Takes a query in, and lets the oldest go where the history is full. @throws RangeError for an embedding of another width. */
	push({ text, embedding }: HistoryQuery): void {
		if (embedding.length !== this.width) throw new RangeError(`an embedding of ${embedding.length} numbers in a history of ${this.width}`);
		const isFull = this.#texts.length === this.capacity;
		const row = isFull ? this.#oldest : this.#texts.length;
		this.#rows.set(embedding, row * this.width);
		this.#texts[row] = text;
		if (isFull) this.#oldest = (this.#oldest + 1) % this.capacity;
	}

	/** Text of a query, 0 the oldest. */
	text(index: number): string {
		const text = index < this.size ? this.#texts[(this.#oldest + index) % this.capacity] : undefined;
		if (text === undefined) throw new RangeError(`query ${index} of ${this.size}`);
		return text;
	}

	/** The embeddings, oldest first; `[size, width]`. A copy. */
	embeddings(): Matrix {
		const values = new Float32Array(this.size * this.width);
		const cut = this.#oldest * this.width;
		values.set(this.#rows.subarray(cut, this.size * this.width));
		values.set(this.#rows.subarray(0, cut), values.length - cut);
		return { values, count: this.size, width: this.width };
	}
}

/** A history of these queries, oldest first; of more than `capacity` the last. @throws RangeError for no query. */
export function historyOf(queries: readonly HistoryQuery[], capacity = usualCapacity): QueryHistory {
	if (queries[0] === undefined) throw new RangeError('a history without a query');
	const history = new QueryHistory(queries[0].embedding.length, Math.max(1, Math.min(capacity, queries.length)));
	for (const query of queries.slice(-capacity)) history.push(query);
	return history;
}

/** Triggered calibration: the suspected trigger joined to each query, to be embedded in the query's place. */
export function withTrigger(queries: readonly string[], trigger: string): string[] {
	return queries.map((query) => `${query} ${trigger}`);
}

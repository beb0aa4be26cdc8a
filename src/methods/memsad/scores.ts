import { rowMaxima, type Matrix } from './row-maxima.ts';

/** Share of the maximum in the combined score (MEMSAD, equation 7). */
export const defaultAlpha = 0.5;

/** What the entries are compared with: made once of a history, for any number of entries. */
export interface Directions {
	/** The queries' embeddings, `[m, d]`. */
	readonly queries: Matrix;
	/** `[d]`, float64; not of length 1. */
	readonly mean: Float64Array;
	readonly alpha: number;
}

/** Scores of entries; each `[n]`. */
export interface MemsadScores {
	/** `α max + (1 − α) mean`. */
	readonly combined: Float64Array;
	/** Largest cosine to a query. */
	readonly max: Float64Array;
	/** Mean cosine to the queries. */
	readonly mean: Float64Array;
	/** Which query is nearest: its row, 0 the oldest. */
	readonly nearest: Int32Array;
}

/**
 * @param queries unit embeddings, `[m, d]`
 * @throws RangeError for no query, or a share outside `[0, 1]`
 */
export function directionsOf(queries: Matrix, alpha = defaultAlpha): Directions {
	if (queries.count === 0) throw new RangeError('a history without a query');
	if (!(alpha >= 0 && alpha <= 1)) throw new RangeError(`a share of ${alpha}`);
	return { queries, mean: meanRow(queries), alpha };
}

/**
 * Scores of unit embeddings against a history (docs/methods/memsad.md): one matrix product, in which the mean over the queries costs as much as one
 * more query. `v_q` need not be made for it: the query that is nearest by `e · v_q` is the one that is nearest by `e · e_q`.
 * @param entries unit embeddings, `[n, d]`
 */
export function memsadScores(entries: Matrix, { queries, mean, alpha }: Directions): MemsadScores {
	const { maximum: max, at: nearest } = rowMaxima(entries, queries);
	const { maximum: means } = rowMaxima(entries, { values: Float32Array.from(mean), count: 1, width: queries.width });
	const combined = max.map((value, row) => alpha * value + (1 - alpha) * means[row]!);
	return { combined, max, mean: means, nearest };
}

/** A query near an entry. */
export interface NearQuery {
	/** Row of the history, 0 the oldest. */
	readonly query: number;
	readonly similarity: number;
}

/** The `count` queries nearest to one entry, nearest first, of equals the older. */
export function nearestQueries(entry: Float32Array, queries: Matrix, count: number): NearQuery[] {
	const similarities = Array.from({ length: queries.count }, (_, query) => {
		let similarity = 0;
		for (let k = 0, at = query * queries.width; k < queries.width; k++) similarity += entry[k]! * queries.values[at + k]!;
		return { query, similarity };
	});
	return similarities.toSorted((a, b) => b.similarity - a.similarity).slice(0, count);
}

/** Mean of rows, `[width]`, in float64. */
export function meanRow({ values, count, width }: Matrix): Float64Array {
	const mean = new Float64Array(width);
	for (let row = 0, at = 0; row < count; row++) for (let k = 0; k < width; k++, at++) mean[k]! += values[at]!;
	return mean.map((sum) => sum / count);
}

/** Rows one behind the other. @throws RangeError for rows of different widths. */
export function stacked(rows: readonly Float32Array[], width = rows[0]?.length ?? 0): Matrix {
	const values = new Float32Array(rows.length * width);
	for (const [at, row] of rows.entries()) {
		if (row.length !== width) throw new RangeError(`a row of ${row.length} numbers among rows of ${width}`);
		values.set(row, at * width);
	}
	return { values, count: rows.length, width };
}

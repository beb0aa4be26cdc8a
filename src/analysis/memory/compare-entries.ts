import { stacked, directionsOf, memsadScores, nearestQueries, type Directions } from '../../methods/memsad/scores.ts';
import { matrix, type Matrix } from '../../methods/memsad/row-maxima.ts';
import type { Likeness } from './measured-entry.ts';

/** What entries are compared with. */
export interface Compared {
	/** Texts of the history, oldest first. */
	readonly queries: readonly string[];
	readonly directions: Directions;
	/** Unit embeddings of the probes; `null`: they were not asked for. */
	readonly probes: Matrix | null;
}

/**
 * @param embeddings unit rows of the queries, `[m, d]`, and of the probes
 * @param alpha share of the nearest query in the combined score
 */
export function comparedWith(
	queries: readonly string[],
	{ embeddings, probes, width, alpha }: { embeddings: Float32Array; probes: Float32Array | null; width: number; alpha?: number },
): Compared {
	return { queries, directions: directionsOf(matrix(embeddings, width), alpha), probes: probes === null ? null : matrix(probes, width) };
}

/** How many of the nearest queries are told. */
const maxNearest = 3;

/**
 * @param entries unit embeddings, a row each
 * @param detailed whether several of the nearest queries are looked for, which takes as long again
 */
export function likenessOf(entries: Matrix, { directions, probes }: Compared, detailed: boolean): Likeness[] {
	const { combined, max, mean, nearest } = memsadScores(entries, directions);
	const probed = probes === null ? null : memsadScores(entries, directionsOf(probes)).mean;
	return Array.from(combined, (score, row) => ({
		combined: score,
		max: max[row]!,
		mean: mean[row]!,
		nearest: detailed
			? nearestQueries(entries.values.subarray(row * entries.width, (row + 1) * entries.width), directions.queries, maxNearest)
			: [{ query: nearest[row]!, similarity: max[row]! }],
		proactive: probed === null ? null : probed[row]!,
	}));
}

/** Rows of length 1; one without a length stays as it is. @param rows as stores keep them */
export function unitRows(rows: readonly Float32Array[], width: number): Matrix {
	const all = stacked(rows, width);
	for (let row = 0; row < all.count; row++) {
		const of = all.values.subarray(row * width, (row + 1) * width);
		const length = Math.sqrt(of.reduce((sum, value) => sum + value * value, 0));
		if (length > 0) for (let k = 0; k < width; k++) of[k]! /= length;
	}
	return all;
}

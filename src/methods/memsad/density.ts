import { largestProducts } from './nearest.ts';
import type { Matrix } from './row-maxima.ts';

/** Entries of the same store that density looks at. */
export const densityNeighbors = 3;

export interface Densities {
	/** Mean cosine to the nearest other entries; `[to − from]`. */
	readonly density: Float64Array;
	/** Rows of those, nearest first; `[to − from, densityNeighbors]`. */
	readonly nearest: Int32Array;
}

/**
 * Mean cosine of entries to the three nearest others of their store: bulk planting, and nothing but copies. All of a store take the square of its size.
 * @param store unit embeddings, more than three
 */
export function densities(store: Matrix, from = 0, to = store.count): Densities {
	const rows = { values: store.values.subarray(from * store.width, to * store.width), count: to - from, width: store.width };
	const { products, at } = largestProducts(rows, store, densityNeighbors, from);
	const density = Float64Array.from({ length: rows.count }, (_, row) => {
		let sum = 0;
		for (let i = 0; i < densityNeighbors; i++) sum += products[row * densityNeighbors + i]!;
		return sum / densityNeighbors;
	});
	return { density, nearest: at };
}

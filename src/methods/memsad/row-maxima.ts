import { plainRowMaxima } from './plain-row-maxima.ts';
import { vectorKernel, vectorRowMaxima, type VectorKernel } from './vector-row-maxima.ts';

/** Rows of numbers, one behind the other; `[count, width]`. */
export interface Matrix {
	readonly values: Float32Array;
	readonly count: number;
	readonly width: number;
}

/** Of each entry: its largest inner product with a direction, and which direction that is (the first of equals). */
export interface RowMaxima {
	readonly maximum: Float64Array;
	readonly at: Int32Array;
}

/** @throws RangeError when the numbers are not `count × width`. */
export function matrix(values: Float32Array, width: number): Matrix {
	const count = width === 0 ? 0 : values.length / width;
	if (!Number.isInteger(count)) throw new RangeError(`${values.length} numbers are no rows of ${width}`);
	return { values, count, width };
}

/** Made at its first use; `null`: this processor has no vectors of four. */
let kernel: VectorKernel | null | undefined;

/**
 * `max_j e_i · v_j` and its arg max for every entry: one matrix product whose result is never kept, as the maximum is taken of the sums while they are in
 * registers. Sums are of float32 in four lanes, in the same order for every entry and direction, so that a score does not depend on what else is scored.
 * @param entries `[n, d]`
 * @param directions `[m, d]`, m at least 1
 * @throws RangeError for another width, or no direction
 */
export function rowMaxima(entries: Matrix, directions: Matrix): RowMaxima {
	if (entries.width !== directions.width) throw new RangeError(`entries of ${entries.width} numbers, directions of ${directions.width}`);
	if (directions.count === 0) throw new RangeError('no direction');
	kernel ??= vectorKernel();
	return kernel === null ? plainRowMaxima(entries, directions) : vectorRowMaxima(kernel, entries, directions);
}

import { plainRowMaxima } from './plain-row-maxima.ts';
import { vectorKernel, vectorRowMaxima, type VectorKernel } from './vector-row-maxima.ts';

/** Rows of numbers, one after the other: `[count, width]`. */
export interface Matrix {
	readonly values: Float32Array;
	readonly count: number;
	readonly width: number;
}

/** The largest inner product of each entry with a direction, and the number of that direction. If several are equal, it is the first. */
export interface RowMaxima {
	readonly maximum: Float64Array;
	readonly at: Int32Array;
}

/**
 * Returns numbers as a matrix with rows of `width`.
 * @throws {RangeError} if the number of values is not a multiple of `width`.
 */
export function matrix(values: Float32Array, width: number): Matrix {
	const count = width === 0 ? 0 : values.length / width;
	if (!Number.isInteger(count)) throw new RangeError(`${values.length} numbers are no rows of ${width}`);
	return { values, count, width };
}

/** The kernel, made at its first use. `null`: this processor has no vectors of four. */
let kernel: VectorKernel | null | undefined;

/**
 * Returns `max_j e_i · v_j` and its arg max for every entry.
 * This is one matrix product whose result is never kept. The maximum is taken while the sums are in registers.
 * Sums are float32 in four lanes, in the same order for every entry and direction. So a score does not depend on what else is scored.
 * @param entries `[n, d]`
 * @param directions `[m, d]`, m at least 1
 * @throws {RangeError} if the widths differ, or if there is no direction.
 */
export function rowMaxima(entries: Matrix, directions: Matrix): RowMaxima {
	if (entries.width !== directions.width) throw new RangeError(`entries of ${entries.width} numbers, directions of ${directions.width}`);
	if (directions.count === 0) throw new RangeError('no direction');
	kernel ??= vectorKernel();
	return kernel === null ? plainRowMaxima(entries, directions) : vectorRowMaxima(kernel, entries, directions);
}

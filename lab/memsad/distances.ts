import { choleskyFactor, solveLower } from '../../src/statistics/positive-definite.ts';
import { shrunkCovariance } from './shrunk-covariance.ts';
import type { Matrix } from '../../src/methods/memsad/row-maxima.ts';
import { largestProducts } from '../../src/methods/memsad/nearest.ts';

/** References that a distance counts to, in the paper's table. */
export const defaultNeighbors = 10;

/** Euclidean distance to the k-th nearest benign entry; of unit embeddings, `[n]`. Higher: odder. */
export function neighborDistances(entries: Matrix, benign: Matrix, k = defaultNeighbors): Float64Array {
	const { products } = largestProducts(entries, benign, k);
	return Float64Array.from({ length: entries.count }, (_, row) => Math.sqrt(Math.max(0, 2 - 2 * products[row * k + k - 1]!)));
}

/** `T ln Σ_q exp(cos(e, e_q)/T)`, the energy score negated, so that higher is odder (MEMSAD, appendix O); `[n]`. */
export function negatedEnergies(entries: Matrix, queries: Matrix, temperature = 1): Float64Array {
	const { products } = largestProducts(entries, queries, queries.count);
	return Float64Array.from({ length: entries.count }, (_, row) => {
		const from = row * queries.count;
		const largest = products[from]!;
		let sum = 0;
		for (let q = 0; q < queries.count; q++) sum += Math.exp((products[from + q]! - largest) / temperature);
		return largest + temperature * Math.log(sum);
	});
}

/** How far embeddings lie from benign ones, in their own widths. */
export interface MahalanobisFit {
	readonly mean: Float64Array;
	/** Cholesky factor of the shrunk covariance. */
	readonly lower: readonly Float64Array[];
	readonly shrinkage: number;
}

/** @throws RangeError when the benign embeddings do not differ */
export function mahalanobisFit(benign: Matrix): MahalanobisFit {
	const { mean, covariance, shrinkage } = shrunkCovariance(benign.values, benign.width);
	const lower = choleskyFactor(covariance);
	if (lower === undefined) throw new RangeError('the covariance of the benign embeddings is not positive definite');
	return { mean, lower, shrinkage };
}

/** `√((e − μ)ᵀ Σ⁻¹ (e − μ))`; `[n]`. Higher: odder. */
export function mahalanobisDistances(entries: Matrix, { mean, lower }: MahalanobisFit): Float64Array {
	return Float64Array.from({ length: entries.count }, (_, row) => {
		const off = mean.map((value, k) => entries.values[row * entries.width + k]! - value);
		return Math.hypot(...solveLower(lower, off));
	});
}

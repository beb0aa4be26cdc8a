/**
 * Solves `matrix · x = right` for a symmetric positive definite matrix (Cholesky).
 * @returns `undefined` when the matrix is not positive definite in float64.
 */
export function solvePositiveDefinite(matrix: readonly Float64Array[], right: Float64Array): Float64Array | undefined {
	const size = right.length;
	const lower = matrix.map((row) => Float64Array.from(row));
	for (let i = 0; i < size; i++) {
		for (let j = 0; j <= i; j++) {
			let rest = lower[i]![j]!;
			for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
			if (i > j) lower[i]![j] = rest / lower[j]![j]!;
			else if (rest > 1e-12 * matrix[i]![i]!) lower[i]![i] = Math.sqrt(rest);
			else return undefined;
		}
	}
	const x = Float64Array.from(right);
	for (let i = 0; i < size; i++) {
		for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
		x[i]! /= lower[i]![i]!;
	}
	for (let i = size - 1; i >= 0; i--) {
		for (let k = i + 1; k < size; k++) x[i]! -= lower[k]![i]! * x[k]!;
		x[i]! /= lower[i]![i]!;
	}
	return x;
}

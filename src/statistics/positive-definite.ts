/**
 * Lower triangle `L` of `matrix = L Lᵀ` (Cholesky), of a symmetric positive definite matrix.
 * @returns `undefined` when the matrix is not positive definite in float64.
 */
export function choleskyFactor(matrix: readonly Float64Array[]): Float64Array[] | undefined {
	const lower = matrix.map((row) => Float64Array.from(row));
	for (let i = 0; i < lower.length; i++) {
		for (let j = 0; j <= i; j++) {
			let rest = lower[i]![j]!;
			for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
			if (i > j) lower[i]![j] = rest / lower[j]![j]!;
			else if (rest > 1e-12 * matrix[i]![i]!) lower[i]![i] = Math.sqrt(rest);
			else return undefined;
		}
	}
	return lower;
}

/**
 * Solves `matrix · x = right` for a symmetric positive definite matrix (Cholesky).
 * @returns `undefined` when the matrix is not positive definite in float64.
 */
export function solvePositiveDefinite(matrix: readonly Float64Array[], right: Float64Array): Float64Array | undefined {
	const size = right.length;
	const lower = choleskyFactor(matrix);
	if (lower === undefined) return undefined;
	const x = solveLower(lower, right);
	for (let i = size - 1; i >= 0; i--) {
		for (let k = i + 1; k < size; k++) x[i]! -= lower[k]![i]! * x[k]!;
		x[i]! /= lower[i]![i]!;
	}
	return x;
}

/** `x` of `lower · x = right`. */
export function solveLower(lower: readonly Float64Array[], right: Float64Array): Float64Array {
	const x = Float64Array.from(right);
	for (let i = 0; i < x.length; i++) {
		for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
		x[i]! /= lower[i]![i]!;
	}
	return x;
}

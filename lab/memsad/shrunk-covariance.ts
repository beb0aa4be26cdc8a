/** A covariance between that of the sample and a multiple of the identity. */
export interface ShrunkCovariance {
	/** `[d]`. */
	readonly mean: Float64Array;
	/** `(1 − shrinkage) S + shrinkage μ I`, S over n, μ its mean variance; `[d][d]`. */
	readonly covariance: Float64Array[];
	/** In `[0, 1]`. */
	readonly shrinkage: number;
}

/**
 * Ledoit and Wolf's shrinkage (2004, 'A well-conditioned estimator for large-dimensional covariance matrices'), as scikit-learn's `LedoitWolf`: positive
 * definite also for fewer rows than numbers, where they differ at all.
 * @param rows `[n, width]`, one behind the other
 * @throws RangeError for no row
 */
export function shrunkCovariance(rows: ArrayLike<number>, width: number): ShrunkCovariance {
	const n = rows.length / width;
	if (!(Number.isInteger(n) && n > 0)) throw new RangeError(`${rows.length} numbers are no rows of ${width}`);
	const mean = new Float64Array(width);
	for (let at = 0; at < rows.length; at++) mean[at % width]! += rows[at]! / n;
	const covariance = Array.from({ length: width }, () => new Float64Array(width));
	const row = new Float64Array(width);
	let fourth = 0;
	for (let i = 0; i < n; i++) {
		let square = 0;
		for (let k = 0; k < width; k++) {
			row[k] = rows[i * width + k]! - mean[k]!;
			square += row[k]! ** 2;
		}
		fourth += square ** 2;
		for (let j = 0; j < width; j++) {
			const line = covariance[j]!;
			const factor = row[j]! / n;
			for (let k = 0; k <= j; k++) line[k]! += factor * row[k]!;
		}
	}
	let [trace, squares] = [0, 0];
	for (let j = 0; j < width; j++) {
		trace += covariance[j]![j]!;
		for (let k = 0; k < j; k++) {
			squares += 2 * covariance[j]![k]! ** 2;
			covariance[k]![j] = covariance[j]![k]!;
		}
		squares += covariance[j]![j]! ** 2;
	}
	const mu = trace / width;
	const beta = (fourth / n - squares) / (width * n);
	const delta = (squares - 2 * mu * trace + width * mu ** 2) / width;
	const shrinkage = delta <= 0 ? 1 : Math.max(0, Math.min(beta, delta) / delta);
	for (const [j, line] of covariance.entries())
		for (let k = 0; k < width; k++) line[k] = (1 - shrinkage) * line[k]! + (j === k ? shrinkage * mu : 0);
	return { mean, covariance, shrinkage };
}

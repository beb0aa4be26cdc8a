import { featureMatrix, type FeatureMatrix } from '../../../src/statistics/boosted-trees/feature-matrix.ts';
import { fitLogisticRegression, predictLogistic, type LogisticModel } from '../../logistic-regression.ts';

export interface NonNegativeOptions {
	/** Penalty of the scaled weights, as in `fitLogisticRegression`. It must be positive. */
	readonly ridge: number;
	/** How often each row counts. */
	readonly importance: ArrayLike<number>;
}

/**
 * Fits a logistic regression of which no weight is negative: the most probable one, by an active set. Features whose weight would be negative
 * are left out one by one, the most negative first, and come back where the loss would fall if their weight rose from 0. The loss is convex,
 * so where none is to leave and none is to come back, it is the smallest (Karush, Kuhn and Tucker).
 * @param labels one a row: 1 for positive, 0 for negative
 * @throws RangeError as `fitLogisticRegression`, and if the set does not come to rest.
 */
export function fitNonNegative(
	features: FeatureMatrix,
	labels: ArrayLike<number>,
	{ ridge, importance }: NonNegativeOptions,
): LogisticModel {
	const { columns, values, rows } = features;
	const column = (c: number): Float64Array => Float64Array.from({ length: rows }, (_, row) => values[row * columns + c]!);
	let used = Array.from({ length: columns }, (_, c) => c);
	for (let step = 0; step < 20 * (columns + 1); step++) {
		const matrix = featureMatrix(Array.from({ length: rows }, (_, row) => Float64Array.from(used, (c) => values[row * columns + c]!)));
		const model = fitLogisticRegression(matrix, labels, ridge, importance);
		const lowest = model.weights.indexOf(Math.min(...model.weights));
		if (used.length > 0 && model.weights[lowest]! < 0) {
			const left = used[lowest]!;
			used = used.filter((c) => c !== left);
			continue;
		}
		const errors = Float64Array.from(
			{ length: rows },
			(_, row) =>
				importance[row]! *
				(predictLogistic(
					model,
					used.map((c) => values[row * columns + c]!),
				) -
					labels[row]!),
		);
		const back = Array.from({ length: columns }, (_, c) => c)
			.filter((c) => !used.includes(c))
			.map((c) => ({ c, slope: slopeOf(column(c), errors) }))
			.filter(({ slope }) => slope < -1e-6 * rows)
			.toSorted((a, b) => a.slope - b.slope)[0];
		if (back === undefined) {
			const weights = new Float64Array(columns);
			for (const [i, c] of used.entries()) weights[c] = model.weights[i]!;
			return { intercept: model.intercept, weights };
		}
		used = [...used, back.c].toSorted((a, b) => a - b);
	}
	throw new RangeError('the set of features that have a weight does not come to rest');
}

/** Slope of the loss along a feature's scaled weight, at 0. */
function slopeOf(feature: Float64Array, errors: Float64Array): number {
	const mean = feature.reduce((sum, x) => sum + x, 0) / feature.length;
	const deviation = Math.sqrt(feature.reduce((sum, x) => sum + (x - mean) ** 2, 0) / feature.length);
	return deviation === 0 ? 0 : errors.reduce((sum, error, row) => sum + (error * (feature[row]! - mean)) / deviation, 0);
}

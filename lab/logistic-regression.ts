import type { FeatureMatrix } from '../src/statistics/boosted-trees/feature-matrix.ts';
import { solvePositiveDefinite } from '../src/statistics/positive-definite.ts';

/** `ln(P / (1 − P)) = intercept + Σ weights · features`. */
export interface LogisticModel {
	readonly intercept: number;
	readonly weights: Float64Array;
}

/**
 * Logistic regression of few features by Newton's method (iteratively reweighted least squares), each step halved until it helps.
 * Features are brought to mean 0 and variance 1 first; the model speaks of them as they were.
 * @param labels one a row: 1 for positive, 0 for negative
 * @param ridge penalty `ridge / 2 · Σ weight²` of the scaled weights, the intercept free: scikit-learn's `1 / C`. With 0 (its
 * `C = inf`) a solution exists only where no plane separates the classes.
 * @param importance how often each row counts; absent: once
 * @throws RangeError when the classes are separable and `ridge` is 0, a class is missing, or sizes differ.
 */
export function fitLogisticRegression(
	features: FeatureMatrix,
	labels: ArrayLike<number>,
	ridge = 1,
	importance: ArrayLike<number> = new Float64Array(features.rows).fill(1),
): LogisticModel {
	const { rows, columns } = features;
	const positives = Array.from(labels).filter((label) => label === 1).length;
	if (labels.length !== rows || positives === 0 || positives === rows)
		throw new RangeError(`${labels.length} labels for ${rows} rows, ${positives} of them positive`);
	const scales = scalesOf(features);
	const rowAt = (row: number): Float64Array =>
		Float64Array.from({ length: columns + 1 }, (_, c) => (c === 0 ? 1 : scaled(features, scales, row, c - 1)));
	const inputs = Array.from({ length: rows }, (_, row) => rowAt(row));
	let weights: Float64Array = new Float64Array(columns + 1);
	weights[0] = Math.log(positives / (rows - positives));
	let loss = penalizedLoss(inputs, labels, importance, weights, ridge);
	for (let step = 0; step < 100; step++) {
		const { gradient, curvature } = derivatives(inputs, labels, importance, weights, ridge);
		if (gradient.every((g) => Math.abs(g) < 1e-10 * rows)) return unscaled(weights, scales);
		const direction = solvePositiveDefinite(curvature, gradient);
		if (direction === undefined) break;
		// What a whole step would gain is lost in the loss's last bits: searching along it for a smaller loss would find noise.
		const gain = gradient.reduce((sum, g, i) => sum + g * direction[i]!, 0) / 2;
		if (gain < 1e-13 * loss)
			return unscaled(
				weights.map((w, i) => w - direction[i]!),
				scales,
			);
		let [length, next, nextLoss] = [1, weights, Infinity];
		for (; length > 1e-10 && !(nextLoss <= loss); length /= 2) {
			next = weights.map((w, i) => w - length * direction[i]!);
			nextLoss = penalizedLoss(inputs, labels, importance, next, ridge);
		}
		if (!(nextLoss <= loss)) return unscaled(weights, scales);
		[weights, loss] = [next, nextLoss];
		// Scaled features of this size times these weights are probabilities of 0 and 1: there is no minimum to come.
		if (ridge === 0 && loss < 1e-9 * rows) break;
	}
	throw new RangeError('the classes are separable: without a ridge their logistic regression has no solution');
}

/** Probability that a row is positive. @throws RangeError when it has another number of features. */
export function predictLogistic({ intercept, weights }: LogisticModel, row: ArrayLike<number>): number {
	if (row.length !== weights.length) throw new RangeError(`a row of ${row.length} features for ${weights.length} weights`);
	return 1 / (1 + Math.exp(-weights.reduce((sum, w, i) => sum + w * row[i]!, intercept)));
}

interface Scale {
	readonly mean: number;
	readonly deviation: number;
}

/** A constant feature keeps its scale; its weight is then 0 (with a ridge) or undetermined. */
function scalesOf({ values, rows, columns }: FeatureMatrix): Scale[] {
	return Array.from({ length: columns }, (_, c) => {
		let [sum, squares] = [0, 0];
		for (let row = 0; row < rows; row++) sum += values[row * columns + c]!;
		const mean = sum / rows;
		for (let row = 0; row < rows; row++) squares += (values[row * columns + c]! - mean) ** 2;
		return { mean, deviation: squares > 0 ? Math.sqrt(squares / rows) : 1 };
	});
}

function scaled({ values, columns }: FeatureMatrix, scales: readonly Scale[], row: number, column: number): number {
	const { mean, deviation } = scales[column]!;
	return (values[row * columns + column]! - mean) / deviation;
}

function unscaled(weights: Float64Array, scales: readonly Scale[]): LogisticModel {
	const own = Float64Array.from(scales, ({ deviation }, c) => weights[c + 1]! / deviation);
	return { intercept: scales.reduce((sum, { mean }, c) => sum - own[c]! * mean, weights[0]!), weights: own };
}

function margin(input: Float64Array, weights: Float64Array): number {
	return input.reduce((sum, x, i) => sum + x * weights[i]!, 0);
}

function penalizedLoss(
	inputs: readonly Float64Array[],
	labels: ArrayLike<number>,
	importance: ArrayLike<number>,
	weights: Float64Array,
	ridge: number,
): number {
	const fit = inputs.reduce((sum, input, row) => {
		const signed = labels[row] === 1 ? margin(input, weights) : -margin(input, weights);
		return sum + importance[row]! * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed);
	}, 0);
	return fit + (ridge / 2) * weights.subarray(1).reduce((sum, w) => sum + w * w, 0);
}

function derivatives(
	inputs: readonly Float64Array[],
	labels: ArrayLike<number>,
	importance: ArrayLike<number>,
	weights: Float64Array,
	ridge: number,
) {
	const size = weights.length;
	const gradient = weights.map((w, i) => (i === 0 ? 0 : ridge * w));
	const curvature = Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_2, j) => (i === j && i > 0 ? ridge : 0)));
	for (const [row, input] of inputs.entries()) {
		const probability = 1 / (1 + Math.exp(-margin(input, weights)));
		const weight = importance[row]! * probability * (1 - probability);
		for (let i = 0; i < size; i++) {
			gradient[i]! += importance[row]! * (probability - labels[row]!) * input[i]!;
			for (let j = 0; j < size; j++) curvature[i]![j]! += weight * input[i]! * input[j]!;
		}
	}
	return { gradient, curvature };
}

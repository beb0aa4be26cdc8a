import { areaUnderCurve } from './auc.ts';
import { solvePositiveDefinite } from './positive-definite.ts';
import { shuffled, type Random } from './random.ts';

/** What a classifier two-sample test found. */
export interface TwoSampleResult {
	/** Area under the curve of predictions out of fold: 0.5 where nothing tells the samples apart. */
	readonly area: number;
	/** Share of label permutations (the observed one among them) whose area is as large: exact where the rows are exchangeable. */
	readonly p: number;
	/** One a column: the chance that a value of the second sample is above one of the first, ties by half. */
	readonly columns: readonly number[];
}

export interface TwoSampleOptions {
	readonly random: Random;
	readonly folds?: number;
	readonly permutations?: number;
	/** Penalty of squared weights, of columns with variance 1. */
	readonly ridge?: number;
}

/**
 * Classifier two-sample test (Lopez-Paz & Oquab 2017): whether a classifier tells the rows of one sample from those of another that it has not
 * seen. The classifier is ridge regression on the labels, of each column's mid-ranks over both samples. Its predictions out of fold are linear in the
 * labels, so that a permutation costs one product of a matrix with a vector.
 * @param first `[n][C]`, rows that are independent of each other
 * @param second `[m][C]`
 * @throws RangeError for fewer than two rows of either, or rows of different lengths.
 */
export function twoSampleTest(
	first: readonly (readonly number[])[],
	second: readonly (readonly number[])[],
	{ random, folds = 5, permutations = 199, ridge = 10 }: TwoSampleOptions,
): TwoSampleResult {
	const all = [...first, ...second];
	const width = all[0]?.length ?? 0;
	if (first.length < 2 || second.length < 2 || all.some((row) => row.length !== width))
		throw new RangeError(`${first.length} and ${second.length} rows, of ${width} columns`);
	const labels = all.map((_, i) => Number(i >= first.length));
	const predict = outOfFold(rankedRows(all), foldsOf(all.length, folds, random), ridge);
	const areaOf = (given: readonly number[]): number => areaUnderCurve(predict(given), given);
	const area = areaOf(labels);
	let asLarge = 1;
	for (let i = 0; i < permutations; i++) if (areaOf(shuffled(random, labels)) >= area) asLarge++;
	return {
		area,
		p: asLarge / (permutations + 1),
		columns: Array.from({ length: width }, (_, c) =>
			areaUnderCurve(
				all.map((row) => row[c]!),
				labels,
			),
		),
	};
}

/** `[n]`: the fold of each row, of sizes that differ by one at most. */
function foldsOf(rows: number, folds: number, random: Random): number[] {
	return shuffled(
		random,
		Array.from({ length: rows }, (_, i) => i % folds),
	);
}

/** Mid-ranks of each column, brought to mean 0 and variance 1; 0 in a column without differences. */
export function rankedRows(rows: readonly (readonly number[])[]): Float64Array[] {
	const ranked = rows.map((row) => new Float64Array(row.length));
	for (let c = 0; c < (rows[0]?.length ?? 0); c++) {
		const order = rows.map((_, i) => i).toSorted((a, b) => rows[a]![c]! - rows[b]![c]!);
		const ranks = new Float64Array(rows.length);
		for (let begin = 0, end = 0; begin < order.length; begin = end) {
			while (end < order.length && rows[order[end]!]![c] === rows[order[begin]!]![c]) end++;
			for (let k = begin; k < end; k++) ranks[order[k]!] = (begin + end - 1) / 2;
		}
		const mean = (rows.length - 1) / 2;
		const deviation = Math.sqrt(ranks.reduce((sum, rank) => sum + (rank - mean) ** 2, 0) / rows.length);
		if (deviation > 0) for (const [i, row] of ranked.entries()) row[c] = (ranks[i]! - mean) / deviation;
	}
	return ranked;
}

/** Predictions of each row by the ridge regression on the rows of the other folds, as a function of the labels. */
function outOfFold(rows: readonly Float64Array[], fold: readonly number[], ridge: number): (labels: readonly number[]) => Float64Array {
	// `[n][n]`: what each row's label adds to each row's prediction.
	const weights = rows.map(() => new Float64Array(rows.length));
	for (const held of new Set(fold)) {
		const training = rows.flatMap((_, i) => (fold[i] === held ? [] : [i]));
		const products = productsOf(training.map((i) => rows[i]!));
		for (const [c, row] of products.entries()) row[c]! += ridge;
		for (const [i, row] of rows.entries()) {
			if (fold[i] !== held) continue;
			// Positive definite for its ridge.
			const solved = solvePositiveDefinite(products, row)!;
			for (const j of training) weights[i]![j] = dot(solved, rows[j]!);
		}
	}
	return (labels) => {
		// Centered over all rows, so that a fold with more rows of a kind does not move its predictions.
		const mean = labels.reduce((sum, label) => sum + label, 0) / labels.length;
		const centered = Float64Array.from(labels, (label) => label - mean);
		return Float64Array.from(weights, (row) => dot(row, centered));
	};
}

/** `XᵀX`. */
function productsOf(rows: readonly Float64Array[]): Float64Array[] {
	const width = rows[0]?.length ?? 0;
	return Array.from({ length: width }, (_, a) =>
		Float64Array.from({ length: width }, (__, b) => rows.reduce((sum, row) => sum + row[a]! * row[b]!, 0)),
	);
}

function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
	return sum;
}

import type { FeatureMatrix } from './feature-matrix.ts';
import { logit, sigmoid, type BoostedTrees, type Tree } from './model.ts';

/** Log-odds that each sample is positive, `[rows]`. @throws RangeError when the matrix has another number of features than the model. */
export function predictMargins(model: BoostedTrees, features: FeatureMatrix): Float32Array {
	checkFeatures(model, features.columns);
	const margins = new Float32Array(features.rows).fill(logit(model.baseScore));
	for (const tree of model.trees) addTree(tree, features, margins);
	return margins;
}

/** Probability that each sample is positive, `[rows]`. @throws RangeError as `predictMargins`. */
export function predictProbabilities(model: BoostedTrees, features: FeatureMatrix): Float32Array {
	return predictMargins(model, features).map(sigmoid);
}

/** Probability that one sample is positive; a missing feature is `NaN`. @throws RangeError as `predictMargins`. */
export function predictProbability(model: BoostedTrees, row: ArrayLike<number>): number {
	return predictProbabilities(model, { values: Float32Array.from(row), rows: 1, columns: row.length })[0]!;
}

/** Adds a tree's output for each sample to its margin. The order of the trees is part of a float32 sum. */
export function addTree(tree: Tree, features: FeatureMatrix, margins: Float32Array): void {
	const { values, rows, columns } = features;
	for (let row = 0; row < rows; row++) margins[row] = margins[row]! + tree.threshold[leafOf(tree, values, row * columns)]!;
}

/** The leaf that a sample reaches; its features begin in `values` at `from`. */
function leafOf(tree: Tree, values: Float32Array, from: number): number {
	let node = 0;
	for (let left = tree.left[0]!; left >= 0; left = tree.left[node]!) {
		node = goesLeft(tree, node, values[from + tree.feature[node]!]!) ? left : tree.right[node]!;
	}
	return node;
}

/** Whether a sample goes left at an inner node; `value` is its feature as a float32, `NaN` when missing. */
export function goesLeft(tree: Tree, node: number, value: number): boolean {
	return Number.isNaN(value) ? tree.defaultLeft[node] === 1 : value < tree.threshold[node]!;
}

/** @throws RangeError when a sample has another number of features than the model. */
export function checkFeatures(model: BoostedTrees, columns: number): void {
	if (columns !== model.featureCount) throw new RangeError(`a sample of ${columns} features for a model of ${model.featureCount}`);
}

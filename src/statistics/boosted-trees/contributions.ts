import { logit, type BoostedTrees, type Tree } from './model.ts';
import { checkFeatures, goesLeft } from './predict.ts';
import { ShapPath } from './shap-path.ts';

/**
 * What each feature of one sample contributed to its log-odds: exact path-dependent TreeSHAP values
 * (Lundberg et al., Nature Machine Intelligence 2020, Algorithm 2; XGBoost's `pred_contribs`).
 * @returns `[featureCount + 1]`: one a feature, then the bias (the mean output under the training samples' covers, base score
 * included). They sum to the sample's margin.
 * @throws RangeError when the row has another number of features than the model.
 */
export function contributions(model: BoostedTrees, row: ArrayLike<number>): Float64Array {
	checkFeatures(model, row.length);
	const sample = Float32Array.from(row);
	const result = new Float64Array(model.featureCount + 1);
	result[model.featureCount] = logit(model.baseScore);
	for (const tree of model.trees) {
		result[model.featureCount]! += meanOutput(tree, 0);
		addContributions(tree, 0, ShapPath.ofRoot(depthOf(tree, 0)), sample, result);
	}
	return result;
}

/** Adds a subtree's contributions; `path` holds the features on the way to `node`. */
function addContributions(tree: Tree, node: number, path: ShapPath, sample: Float32Array, result: Float64Array): void {
	const left = tree.left[node]!;
	const right = tree.right[node]!;
	if (left < 0) {
		path.addLeaf(tree.threshold[node]!, result);
		return;
	}
	const feature = tree.feature[node]!;
	const goes = goesLeft(tree, node, sample[feature]!) ? left : right;
	// A feature that was asked for before counts once: its earlier split is taken back, its fractions go into this one's.
	const { zero, one } = path.remove(feature);
	for (const child of [left, right]) {
		const share = tree.cover[child]! / tree.cover[node]!;
		addContributions(tree, child, path.extended(feature, zero * share, child === goes ? one : 0), sample, result);
	}
}

/** Mean output of a subtree, its leaves weighted by their covers. */
function meanOutput(tree: Tree, node: number): number {
	const left = tree.left[node]!;
	if (left < 0) return tree.threshold[node]!;
	const right = tree.right[node]!;
	return (tree.cover[left]! * meanOutput(tree, left) + tree.cover[right]! * meanOutput(tree, right)) / tree.cover[node]!;
}

/** Splits on the longest way from a node to a leaf. */
function depthOf(tree: Tree, node: number): number {
	return tree.left[node]! < 0 ? 0 : 1 + Math.max(depthOf(tree, tree.left[node]!), depthOf(tree, tree.right[node]!));
}

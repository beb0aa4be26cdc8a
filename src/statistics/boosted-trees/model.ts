/**
 * The logistic function and its inverse, step by step in float32, because a model's predictions are to be XGBoost's,
 * and its training goes on from them.
 */

/** Log-odds of a probability in `(0, 1)`; 0, not -0, for 0.5. */
export function logit(probability: number): number {
	return Math.fround(0 - Math.fround(Math.log(Math.fround(Math.fround(1 / Math.fround(probability)) - 1))));
}

/** Probability of log-odds, in `[0, 1]`. */
export function sigmoid(margin: number): number {
	// float32's exp overflows above 88.7; XGBoost cuts there.
	const power = Math.fround(Math.exp(Math.min(88.7, -margin)));
	return Math.fround(1 / Math.fround(power + 1));
}

/**
 * One regression tree, every array with one entry a node; node 0 is the root. A sample goes left at a node when
 * `feature < threshold` in float32, and where `defaultLeft` says when the feature is missing.
 */
export interface Tree {
	/** Index of the left child; -1 for a leaf. */
	readonly left: Int32Array;
	/** Index of the right child; -1 for a leaf. */
	readonly right: Int32Array;
	/** Feature that the node asks for; 0 for a leaf. */
	readonly feature: Int32Array;
	/** Where the node splits; for a leaf its output in log-odds, learning rate included (XGBoost's `split_conditions` does so too). */
	readonly threshold: Float32Array;
	/** 1 where missing values go left, 0 where they go right. */
	readonly defaultLeft: Uint8Array;
	/** The best single output of the node's samples (for an inner node before the learning rate); of no use to prediction. */
	readonly weight: Float32Array;
	/** Sum of the second derivatives of the training samples that came through the node: what TreeSHAP calls its cover. */
	readonly cover: Float32Array;
	/** By how much the split lowered the regularized loss, times two; 0 for a leaf. */
	readonly gain: Float32Array;
}

/** Boosted trees with logistic loss: `P(positive) = sigmoid(logit(baseScore) + Σ_trees leaf)`. */
export interface BoostedTrees {
	readonly featureCount: number;
	/** One a feature, or empty when they have none. */
	readonly featureNames: readonly string[];
	/** Probability before any tree, a float32 in `(0, 1)`. */
	readonly baseScore: number;
	/** Weight that positive samples had in training, against 1 of negative ones. */
	readonly scalePosWeight: number;
	readonly trees: readonly Tree[];
	/** What XGBoost keeps beside a model, such as `best_iteration`. */
	readonly attributes: Readonly<Record<string, string>>;
}

/**
 * A model of the first trees only. XGBoost's `Booster` predicts with all trees of a file, and so does this project; its wrapper for
 * scikit-learn takes those up to `attributes.best_iteration` (counted from 0).
 * @throws RangeError for a count that is not from 0 to the number of trees.
 */
export function firstTrees(model: BoostedTrees, count: number): BoostedTrees {
	if (!Number.isInteger(count) || count < 0 || count > model.trees.length) throw new RangeError(`${count} of ${model.trees.length} trees`);
	return { ...model, trees: model.trees.slice(0, count) };
}

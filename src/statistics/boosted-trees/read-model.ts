import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { BoostedTrees, Tree } from './model.ts';
import { modelSchema, type WrittenTree } from './model-schema.ts';

/**
 * Reads XGBoost's JSON model (`save_model('….json')`).
 * @param file what it is called in messages.
 * @throws UserError RA605 with the path of the first thing that is not understood, and what was expected: other objectives and
 * boosters, several classes or trees a round, categorical splits, and trees whose nodes do not make one.
 */
export function readBoostedTrees(text: string, file: string): BoostedTrees {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (cause) {
		throw refusal(file, 'is not JSON', cause);
	}
	const result = modelSchema.safeParse(value);
	if (!result.success) {
		const { path, message } = result.error.issues[0]!;
		throw refusal(file, `is not as expected at \`${path.join('.')}\`: ${message} (found ${described(value, path)})`, result.error);
	}
	const {
		learner_model_param: parameters,
		objective,
		gradient_booster: { model },
		feature_names: featureNames,
		attributes,
	} = result.data.learner;
	const wrong = (at: string, found: number, expected: number, of: string): never => {
		throw refusal(file, `is not as expected at \`learner.${at}\`: expected ${expected} ${of}, found ${found}`);
	};
	const featureCount = parameters.num_feature;
	if (featureNames.length !== 0 && featureNames.length !== featureCount) wrong('feature_names', featureNames.length, featureCount, 'names');
	const declared = model.gbtree_model_param.num_trees;
	if (model.trees.length !== declared) wrong('gradient_booster.model.trees', model.trees.length, declared, 'trees');
	if (model.tree_info.length !== declared) wrong('gradient_booster.model.tree_info', model.tree_info.length, declared, 'entries');
	return {
		featureCount,
		featureNames,
		attributes,
		baseScore: Math.fround(parameters.base_score),
		scalePosWeight: objective.reg_loss_param.scale_pos_weight,
		trees: model.trees.map((tree, i) =>
			readTree(tree, featureCount, (at, problem) => {
				throw refusal(file, `is not as expected at \`learner.gradient_booster.model.trees.${i}.${at}\`: ${problem}`);
			}),
		),
	};
}

/** Reads the nodes that can be reached from the root: XGBoost leaves pruned ones in its arrays. */
function readTree(tree: WrittenTree, featureCount: number, refuse: (at: string, problem: string) => never): Tree {
	const nodes = tree.tree_param.num_nodes;
	if (nodes === 0) refuse('tree_param.num_nodes', 'expected at least one node, found 0');
	for (const key of perNode) {
		if (tree[key].length !== nodes) refuse(key, `expected ${nodes} entries, one a node, found ${tree[key].length}`);
	}
	const reached = reachedNodes(tree, nodes, refuse);
	const place = new Map(reached.map((node, i) => [node, i]));
	const isLeaf = (node: number) => tree.left_children[node] === -1;
	for (const node of reached) {
		const feature = tree.split_indices[node]!;
		if (!isLeaf(node) && (feature < 0 || feature >= featureCount))
			refuse(`split_indices.${node}`, `expected a feature from 0 to ${featureCount - 1}, found ${feature}`);
		if (!(Math.fround(tree.sum_hessian[node]!) > 0))
			refuse(`sum_hessian.${node}`, `expected a number above 0, found ${tree.sum_hessian[node]}`);
	}
	const child = (children: readonly number[]) => Int32Array.from(reached, (node) => (isLeaf(node) ? -1 : place.get(children[node]!)!));
	const floats = (values: readonly number[]) => Float32Array.from(reached, (node) => values[node]!);
	return {
		left: child(tree.left_children),
		right: child(tree.right_children),
		feature: Int32Array.from(reached, (node) => (isLeaf(node) ? 0 : tree.split_indices[node]!)),
		threshold: floats(tree.split_conditions),
		defaultLeft: Uint8Array.from(reached, (node) => (isLeaf(node) ? 0 : tree.default_left[node]!)),
		weight: floats(tree.base_weights),
		cover: floats(tree.sum_hessian),
		// A node that became a leaf by pruning keeps its gain there.
		gain: Float32Array.from(reached, (node) => (isLeaf(node) ? 0 : tree.loss_changes[node]!)),
	};
}

const perNode = [
	'left_children',
	'right_children',
	'split_indices',
	'split_conditions',
	'default_left',
	'base_weights',
	'sum_hessian',
	'loss_changes',
] as const;

/** Ascending. Refuses what is no tree: half a pair of children, a child that is not there, or that is reached twice. */
function reachedNodes(tree: WrittenTree, nodes: number, refuse: (at: string, problem: string) => never): number[] {
	const reached = new Set([0]);
	// A set gives what is added while it is walked.
	for (const node of reached) {
		const left = tree.left_children[node]!;
		if ((left === -1) !== (tree.right_children[node] === -1)) refuse(`left_children.${node}`, 'expected two children or none');
		if (left === -1) continue;
		for (const key of ['left_children', 'right_children'] as const) {
			const child = tree[key][node]!;
			if (child < 0 || child >= nodes) refuse(`${key}.${node}`, `expected a node from 0 to ${nodes - 1} or -1, found ${child}`);
			if (reached.has(child)) refuse(`${key}.${node}`, `expected a node of its own, found ${child}, which has another parent`);
			reached.add(child);
		}
	}
	return [...reached].toSorted((a, b) => a - b);
}

function described(value: unknown, path: readonly PropertyKey[]): string {
	let found = value;
	for (const key of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
	const text = JSON.stringify(found) ?? 'nothing';
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function refusal(file: string, problem: string, cause?: unknown): UserError {
	return new UserError(errorNumbers.malformedClassifier, `This classifier ${problem}.`, {
		place: { file },
		cause,
		hint: "Use a model that XGBoost's `save_model` wrote as JSON, with booster `gbtree`, objective `binary:logistic` and numeric features.",
	});
}

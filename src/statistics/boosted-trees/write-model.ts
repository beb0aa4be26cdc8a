import type { BoostedTrees, Tree } from './model.ts';

/** XGBoost's mark of a node without a parent. */
const noParent = 2147483647;

/**
 * A model as XGBoost's JSON, which any XGBoost from 1.7 on loads (`Booster(model_file='….json')`), and `readBoostedTrees` too.
 *
 * It is written in the form of version 2.1. Since 3.1 XGBoost itself writes the base score as `'[4.7E-1]'`; it reads both forms,
 * while older versions take the new one for 0.5 and predict wrong without a word.
 */
export function formatBoostedTrees(model: BoostedTrees): string {
	const { featureCount, featureNames, trees } = model;
	return `${jsonOf({
		learner: {
			attributes: model.attributes,
			feature_names: featureNames,
			feature_types: featureNames.map(() => 'float'),
			gradient_booster: {
				model: {
					gbtree_model_param: { num_parallel_tree: '1', num_trees: String(trees.length) },
					iteration_indptr: Int32Array.from({ length: trees.length + 1 }, (_, i) => i),
					tree_info: new Int32Array(trees.length),
					trees: trees.map((tree, id) => writtenTree(tree, id, featureCount)),
				},
				name: 'gbtree',
			},
			learner_model_param: {
				base_score: float32Text(model.baseScore),
				boost_from_average: '1',
				num_class: '0',
				num_feature: String(featureCount),
				num_target: '1',
			},
			objective: { name: 'binary:logistic', reg_loss_param: { scale_pos_weight: float32Text(model.scalePosWeight) } },
		},
		version: Int32Array.of(2, 1, 4),
	})}\n`;
}

function writtenTree(tree: Tree, id: number, featureCount: number) {
	const nodes = tree.left.length;
	const parents = new Int32Array(nodes).fill(noParent);
	for (let node = 0; node < nodes; node++) {
		if (tree.left[node]! < 0) continue;
		parents[tree.left[node]!] = node;
		parents[tree.right[node]!] = node;
	}
	return {
		base_weights: tree.weight,
		categories: [],
		categories_nodes: [],
		categories_segments: [],
		categories_sizes: [],
		default_left: tree.defaultLeft,
		id,
		left_children: tree.left,
		loss_changes: tree.gain,
		parents,
		right_children: tree.right,
		split_conditions: tree.threshold,
		split_indices: tree.feature,
		split_type: new Uint8Array(nodes),
		sum_hessian: tree.cover,
		tree_param: { num_deleted: '0', num_feature: String(featureCount), num_nodes: String(nodes), size_leaf_vector: '1' },
	};
}

/**
 * The shortest decimal that is this float32, always with a point or an exponent: XGBoost refuses `0` in an array of floats.
 */
export function float32Text(value: number): string {
	let text = '';
	for (let digits = 1; digits <= 9; digits++) {
		text = value.toPrecision(digits);
		if (Math.fround(Number(text)) === Math.fround(value)) break;
	}
	const shortest = Object.is(value, -0) ? '-0' : String(Number(text));
	return /[.e]/u.test(shortest) ? shortest : `${shortest}.0`;
}

type Writable = string | number | Float32Array | Int32Array | Uint8Array | readonly Writable[] | { readonly [key: string]: Writable };

/** JSON in which the elements of a Float32Array are floats and those of the others whole numbers. */
function jsonOf(value: Writable): string {
	if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
	if (value instanceof Float32Array) return `[${Array.from(value, float32Text).join(',')}]`;
	if (value instanceof Int32Array || value instanceof Uint8Array) return `[${value.join(',')}]`;
	if (isList(value)) return `[${value.map(jsonOf).join(',')}]`;
	return `{${Object.entries(value)
		.map(([key, member]) => `${JSON.stringify(key)}:${jsonOf(member)}`)
		.join(',')}}`;
}

function isList(value: readonly Writable[] | { readonly [key: string]: Writable }): value is readonly Writable[] {
	return Array.isArray(value);
}

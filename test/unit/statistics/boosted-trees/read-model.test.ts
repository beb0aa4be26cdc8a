import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { predictMargins } from '../../../../src/statistics/boosted-trees/predict.ts';
import { readBoostedTrees } from '../../../../src/statistics/boosted-trees/read-model.ts';
import { oracle } from './oracle.ts';
import { syntheticData } from './synthetic-data.ts';

type Json = { [key: string]: Json } & Json[];

/** XGBoost's own model with a change. */
function changed(change: (learner: Json, firstTree: Json) => void): string {
	const model = structuredClone(oracle.models[0]!.model) as { learner: Json };
	change(model.learner, model.learner['gradient_booster']!['model']!['trees']![0]!);
	return JSON.stringify(model);
}

const json = (value: unknown) => value as Json;
const remove = (from: Json | undefined, key: string) => assert.ok(from !== undefined && key in from && Reflect.deleteProperty(from, key));

function refusal(text: string): UserError {
	try {
		readBoostedTrees(text, 'spad.json');
	} catch (error) {
		assert.ok(error instanceof UserError, String(error));
		assert.equal(error.code, 'RA605');
		assert.deepEqual(error.place, { file: 'spad.json' });
		return error;
	}
	return assert.fail('was read');
}

const model = 'learner.gradient_booster.model';

const refused: readonly [string, string, RegExp][] = [
	[
		'another objective',
		changed((learner) => {
			learner['objective'] = json({ name: 'reg:squarederror', reg_loss_param: {} });
		}),
		/learner\.objective\.name.*"binary:logistic".*found "reg:squarederror"/,
	],
	[
		'dart',
		changed((learner) => {
			learner['gradient_booster'] = json({ name: 'dart', weight_drop: [1], gbtree: learner['gradient_booster'] });
		}),
		/learner\.gradient_booster\.name.*"gbtree".*found "dart"/,
	],
	[
		'a linear booster',
		changed((learner) => {
			learner['gradient_booster'] = json({ name: 'gblinear', model: { weights: [1] } });
		}),
		/gradient_booster\.name.*found "gblinear"/,
	],
	[
		'several classes',
		changed((learner) => {
			learner['learner_model_param']!['num_class'] = json('3');
		}),
		/learner\.learner_model_param\.num_class.*found "3"/,
	],
	[
		'several targets',
		changed((learner) => {
			learner['learner_model_param']!['base_score'] = json('[5E-1,4E-1]');
		}),
		/base_score`: expected one number \(found "\[5E-1,4E-1\]"\)/,
	],
	[
		'a categorical split',
		changed((_, tree) => {
			tree['split_type']![2] = json(1);
		}),
		/trees\.0\.split_type\.2`: expected 0, a numeric split.*found 1/,
	],
	[
		'categories',
		changed((_, tree) => {
			tree['categories'] = json([4]);
		}),
		/trees\.0\.categories`: expected none/,
	],
	[
		'a categorical feature',
		changed((learner) => {
			learner['feature_types'] = json(['c', 'float', 'float', 'float', 'float', 'float']);
		}),
		/feature_types\.0.*found "c"/,
	],
	[
		'vectors at the leaves',
		changed((_, tree) => {
			tree['tree_param']!['size_leaf_vector'] = json('3');
		}),
		/size_leaf_vector.*found "3"/,
	],
	[
		'several trees a round',
		changed((learner) => {
			learner['gradient_booster']!['model']!['gbtree_model_param']!['num_parallel_tree'] = json('4');
		}),
		/num_parallel_tree.*found "4"/,
	],
	[
		'a base score of 1',
		changed((learner) => {
			learner['learner_model_param']!['base_score'] = json('1E0');
		}),
		/base_score.*found "1E0"/,
	],
	[
		'no base score',
		changed((learner) => {
			remove(learner['learner_model_param'], 'base_score');
		}),
		/base_score.*found nothing/,
	],
	[
		'a feature beyond the last',
		changed((_, tree) => {
			tree['split_indices']![0] = json(6);
		}),
		/trees\.0\.split_indices\.0`: expected a feature from 0 to 5, found 6/,
	],
	[
		'a child beyond the last',
		changed((_, tree) => {
			tree['left_children']![0] = json(4000);
		}),
		/trees\.0\.left_children\.0`: expected a node from 0 to 42 or -1, found 4000/,
	],
	[
		'a circle',
		changed((_, tree) => {
			tree['left_children']![1] = json(0);
		}),
		/left_children\.1`: expected a node of its own, found 0/,
	],
	[
		'one child',
		changed((_, tree) => {
			tree['right_children']![0] = json(-1);
		}),
		/left_children\.0`: expected two children or none/,
	],
	[
		'arrays of different length',
		changed((_, tree) => {
			tree['default_left']!.pop();
		}),
		/default_left`: expected 43 entries, one a node, found 42/,
	],
	[
		'a node that nothing came through',
		changed((_, tree) => {
			tree['sum_hessian']![1] = json(0);
		}),
		/sum_hessian\.1`: expected a number above 0, found 0/,
	],
	[
		'a number beyond float32',
		changed((_, tree) => {
			tree['split_conditions']![0] = json(1e39);
		}),
		/split_conditions\.0`: expected a number that float32 can hold/,
	],
	[
		'fewer trees than said',
		changed((learner) => {
			learner['gradient_booster']!['model']!['trees']!.pop();
		}),
		new RegExp(`${model}\\.trees\`: expected 4 trees, found 3`, 'u'),
	],
	[
		'names for some features',
		changed((learner) => {
			learner['feature_names'] = json(['a']);
		}),
		/feature_names`: expected 6 names, found 1/,
	],
	['no JSON', '{"learner":', /is not JSON/],
	['another JSON', '[]', /is not as expected at ``.*found \[\]/],
];

for (const [what, text, message] of refused) {
	test(`refused with its path: ${what}`, () => assert.match(refusal(text).message, message));
}

test('the forms of older versions are read: a bare base score, directions as booleans, fewer members', () => {
	const { kind, margins } = oracle.models[0]!;
	const old = readBoostedTrees(
		changed((learner) => {
			learner['learner_model_param']!['base_score'] = json(String(learner['learner_model_param']!['base_score']).slice(1, -1));
			remove(learner['learner_model_param'], 'num_target');
			const booster = learner['gradient_booster']!['model']!;
			for (const key of ['cats', 'iteration_indptr']) remove(booster, key);
			for (const tree of booster['trees']!) {
				tree['default_left'] = json(tree['default_left']!.map((left) => Number(left) === 1));
				remove(tree, 'split_type');
			}
		}),
		'old.json',
	);
	const found = predictMargins(old, syntheticData({ ...kind, rows: margins.length }).features);
	margins.forEach((margin, row) => assert.ok(Math.abs(found[row]! - margin) <= 1e-6));
});

test('names and attributes are kept, pruned nodes are not', () => {
	const read = (name: string) => readBoostedTrees(JSON.stringify(oracle.models.find((m) => m.name.startsWith(name))!.model), name);
	assert.deepEqual(read('named').featureNames, ['RAG_0', 'RAG_1', 'RAG_2', 'RAG_3', 'RAG_4']);
	assert.equal(read('named').scalePosWeight, 3);
	assert.equal(read('named').baseScore, Math.fround(0.3));
	assert.match(read('stopped early').attributes['best_iteration']!, /^\d+$/);
	// The file: 45 nodes of which 12 are deleted.
	assert.equal(read('pruned').trees[0]!.left.length, 33);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contributions } from '../../../../src/statistics/boosted-trees/contributions.ts';
import { featureMatrix, matrixRow } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import type { BoostedTrees, Tree } from '../../../../src/statistics/boosted-trees/model.ts';
import { goesLeft, predictMargins } from '../../../../src/statistics/boosted-trees/predict.ts';
import { readBoostedTrees } from '../../../../src/statistics/boosted-trees/read-model.ts';
import { trainBoostedTrees } from '../../../../src/statistics/boosted-trees/train.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { oracle } from './oracle.ts';
import { syntheticData } from './synthetic-data.ts';

const near = (actual: number, expected: number, tolerance: number, what: string) =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

for (const { name, kind, model: written, margins, contributions: theirs } of oracle.models) {
	test(`contributions are XGBoost ${oracle.xgboost}'s pred_contribs and sum to the margin: ${name}`, () => {
		const model = readBoostedTrees(JSON.stringify(written), name);
		const { features } = syntheticData({ ...kind, rows: margins.length });
		theirs.forEach((expected, row) => {
			const found = contributions(model, matrixRow(features, row));
			assert.equal(found.length, expected.length);
			expected.forEach((value, feature) => near(found[feature]!, value, 1e-5, `row ${row}, feature ${feature}`));
			near(sumOf(found), margins[row]!, 1e-5, `row ${row}, sum`);
		});
	});
}

/** What a tree gives when only the features of `known` are known: where another is asked for, both children by their covers. */
function outputKnowing(tree: Tree, node: number, sample: Float32Array, known: number): number {
	const [left, right, feature] = [tree.left[node]!, tree.right[node]!, tree.feature[node]!];
	if (left < 0) return tree.threshold[node]!;
	if (((known >> feature) & 1) === 1) return outputKnowing(tree, goesLeft(tree, node, sample[feature]!) ? left : right, sample, known);
	const share = tree.cover[left]! / tree.cover[node]!;
	return share * outputKnowing(tree, left, sample, known) + (1 - share) * outputKnowing(tree, right, sample, known);
}

/** Shapley values by their definition: over all orders in which the features may become known. */
function shapleyByDefinition(model: BoostedTrees, sample: Float32Array): number[] {
	const { featureCount: n } = model;
	const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));
	const size = (set: number): number => (set === 0 ? 0 : (set & 1) + size(set >> 1));
	const outputs = Array.from({ length: 2 ** n }, (_, known) =>
		model.trees.reduce((sum, tree) => sum + outputKnowing(tree, 0, sample, known), 0),
	);
	return Array.from({ length: n }, (_, feature) =>
		outputs.reduce((sum, output, set) => {
			if (((set >> feature) & 1) === 1) return sum;
			const weight = (factorial(size(set)) * factorial(n - size(set) - 1)) / factorial(n);
			return sum + weight * (outputs[set | (1 << feature)]! - output);
		}, 0),
	);
}

test('contributions are Shapley values over all subsets; features asked for repeatedly, missing values and an unused feature included', async () => {
	const kind = { seed: 31, rows: 400, columns: 6, levels: 0, missing: 0.15 };
	const data = syntheticData(kind);
	// The last feature is constant: no tree can ask for it.
	for (let row = 0; row < kind.rows; row++) data.features.values[row * 6 + 5] = 1;
	const { model } = await trainBoostedTrees(data, { rounds: 3, maxDepth: 6, minChildWeight: 0.5, eta: 0.6 }, { random: seededRandom(1) });
	assert.ok(model.trees[0]!.left.length > 30);
	for (let row = 0; row < 20; row++) {
		const sample = matrixRow(data.features, row);
		const found = contributions(model, sample);
		// The covers of two children are rounded to float32 apart from their parent's.
		shapleyByDefinition(model, sample).forEach((expected, feature) =>
			near(found[feature]!, expected, 1e-6, `row ${row}, feature ${feature}`),
		);
		assert.equal(found[5], 0);
		near(sumOf(found), predictMargins(model, { ...data.features, values: sample, rows: 1 })[0]!, 1e-6, `row ${row}, sum`);
	}
});

test('a stump by hand: the feature has the difference to the mean', () => {
	const model: BoostedTrees = {
		featureCount: 2,
		featureNames: [],
		baseScore: 0.5,
		scalePosWeight: 1,
		attributes: {},
		trees: [
			{
				left: Int32Array.of(1, -1, -1),
				right: Int32Array.of(2, -1, -1),
				feature: Int32Array.of(1, 0, 0),
				threshold: Float32Array.of(0, -1, 3),
				defaultLeft: Uint8Array.of(1, 0, 0),
				weight: new Float32Array(3),
				cover: Float32Array.of(4, 3, 1),
				gain: new Float32Array(3),
			},
		],
	};
	// Mean: (3 · -1 + 1 · 3) / 4 = 0.
	assert.deepEqual([...contributions(model, [7, 1])], [0, 3, 0]);
	assert.deepEqual([...contributions(model, [7, Number.NaN])], [0, -1, 0]);
	assert.throws(() => contributions(model, [1]), RangeError);
	assert.throws(() => predictMargins(model, featureMatrix([[1]])), RangeError);
});

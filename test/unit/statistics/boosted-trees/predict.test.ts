import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureMatrix, matrixRow, selectRows } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { firstTrees } from '../../../../src/statistics/boosted-trees/model.ts';
import { predictMargins, predictProbabilities, predictProbability } from '../../../../src/statistics/boosted-trees/predict.ts';
import { readBoostedTrees } from '../../../../src/statistics/boosted-trees/read-model.ts';
import { oracle } from './oracle.ts';
import { syntheticData } from './synthetic-data.ts';

for (const { name, kind, model: written, margins, probabilities } of oracle.models) {
	test(`a model of XGBoost ${oracle.xgboost} predicts as there: ${name}`, () => {
		const model = readBoostedTrees(JSON.stringify(written), name);
		const { features } = syntheticData({ ...kind, rows: margins.length });
		const [ourMargins, ourProbabilities] = [predictMargins(model, features), predictProbabilities(model, features)];
		margins.forEach((margin, row) => {
			assert.ok(Math.abs(ourMargins[row]! - margin) <= 1e-6, `margin ${ourMargins[row]} is not ${margin}`);
			assert.ok(
				Math.abs(ourProbabilities[row]! - probabilities[row]!) <= 1e-6,
				`probability ${ourProbabilities[row]} is not ${probabilities[row]}`,
			);
			assert.equal(predictProbability(model, matrixRow(features, row)), ourProbabilities[row]);
		});
	});
}

/** `x < 0.1` goes left to -1, the rest and, as told, missing values right to 2. */
const stump = {
	featureCount: 1,
	featureNames: [],
	baseScore: 0.5,
	scalePosWeight: 1,
	attributes: {},
	trees: [
		{
			left: Int32Array.of(1, -1, -1),
			right: Int32Array.of(2, -1, -1),
			feature: new Int32Array(3),
			threshold: Float32Array.of(0.1, -1, 2),
			defaultLeft: new Uint8Array(3),
			weight: Float32Array.of(0, -1, 2),
			cover: Float32Array.of(3, 1, 2),
			gain: Float32Array.of(1, 0, 0),
		},
	],
};

test('a value is compared in float32, and one that equals the threshold goes right', () => {
	// 0.1 rounds up in float32, and so does the next double below it.
	const justBelow = 0.1 - 2 ** -56;
	assert.ok(justBelow < 0.1);
	assert.deepEqual([...predictMargins(stump, featureMatrix([[0.09], [justBelow], [0.1], [Number.NaN]]))], [-1, 2, 2, 2]);
});

test('the base score shifts margins by its logit', () => {
	const found = predictMargins({ ...stump, baseScore: Math.fround(0.2) }, featureMatrix([[0]]))[0]!;
	assert.ok(Math.abs(found - (Math.log(0.25) - 1)) < 1e-6);
	assert.ok(Math.abs(predictProbability(stump, [0]) - 1 / (1 + Math.E)) < 1e-7);
});

test('the first trees alone; more than there are is refused', () => {
	assert.deepEqual([...predictMargins(firstTrees(stump, 0), featureMatrix([[0]]))], [0]);
	assert.throws(() => firstTrees(stump, 2), RangeError);
});

test('far margins neither overflow nor leave [0, 1]', () => {
	for (const [output, expected] of [
		[-1000, 0],
		[1000, 1],
	] as const) {
		const found = predictProbability({ ...stump, trees: [{ ...stump.trees[0]!, threshold: Float32Array.of(0.1, output, output) }] }, [0]);
		assert.ok(Math.abs(found - expected) < 1e-30, String(found));
	}
});

test('a sample of another width is refused, and so are infinite features', () => {
	assert.throws(() => predictProbability(stump, [1, 2]), RangeError);
	assert.throws(() => featureMatrix([[1], [Infinity]]), /feature 0 of row 1/);
	assert.throws(() => featureMatrix([[1], [1e39]]), RangeError);
	assert.throws(() => featureMatrix([[1], [1, 2]]), RangeError);
});

test('rows can be picked, more than once', () => {
	const picked = selectRows(
		featureMatrix([
			[1, 2],
			[3, 4],
			[5, 6],
		]),
		[2, 0, 2],
	);
	assert.deepEqual(picked, { values: Float32Array.of(5, 6, 1, 2, 5, 6), rows: 3, columns: 2 });
	assert.throws(() => selectRows(picked, [3]), RangeError);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { contributions } from '../../../../src/statistics/boosted-trees/contributions.ts';
import { matrixRow } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { predictMargins, predictProbabilities } from '../../../../src/statistics/boosted-trees/predict.ts';
import { readBoostedTrees } from '../../../../src/statistics/boosted-trees/read-model.ts';
import { float32Text, formatBoostedTrees } from '../../../../src/statistics/boosted-trees/write-model.ts';
import { oracle } from './oracle.ts';
import { oursTestRows, trainOurs } from './ours.ts';

const beside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

for (const { name, model } of oracle.models) {
	test(`what is written is read again, member for member: ${name}`, () => {
		const read = readBoostedTrees(JSON.stringify(model), name);
		const text = formatBoostedTrees(read);
		assert.deepEqual(readBoostedTrees(text, name), read);
		assert.equal(formatBoostedTrees(readBoostedTrees(text, name)), text);
	});
}

test('a float32 is written in few digits, and never as a whole number', () => {
	assert.deepEqual(
		[0, -0, 1, -3, 0.1, 1e-7, 3.4028234663852886e38].map((x) => float32Text(Math.fround(x))),
		['0.0', '-0.0', '1.0', '-3.0', '0.1', '1e-7', '3.4028235e+38'],
	);
	fc.assert(
		fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (x) => {
			assert.ok(Object.is(Math.fround(Number(float32Text(x))), x));
			assert.match(float32Text(x), /[.e]/);
		}),
	);
});

test("a model is written with parents, features' names and one round a tree, as XGBoost does", () => {
	const { model } = oracle.models.find(({ name }) => name.startsWith('named'))!;
	interface Written {
		learner: {
			feature_names: string[];
			gradient_booster: { model: { trees: { parents: number[] }[]; iteration_indptr: number[]; tree_info: number[] } };
		};
	}
	const [theirs, ours] = [
		model as Written,
		JSON.parse(formatBoostedTrees(readBoostedTrees(JSON.stringify(model), 'named'))) as Written,
	].map(({ learner }) => ({
		names: learner.feature_names,
		parents: learner.gradient_booster.model.trees.map((tree) => tree.parents),
		rounds: learner.gradient_booster.model.iteration_indptr,
		classes: learner.gradient_booster.model.tree_info,
	}));
	assert.deepEqual(ours, theirs);
});

interface Theirs {
	readonly xgboost: string;
	readonly margins: number[];
	readonly probabilities: number[];
	readonly contributions: number[][];
}
const theirs = JSON.parse(beside('xgboost-on-ours.json')) as Theirs;

test(`XGBoost ${theirs.xgboost} predicts with a model of our trainer as we do (check_ours.py asked it)`, () => {
	const model = readBoostedTrees(beside('ours.json'), 'ours.json');
	const [margins, probabilities] = [predictMargins(model, oursTestRows), predictProbabilities(model, oursTestRows)];
	assert.equal(theirs.margins.length, oursTestRows.rows);
	theirs.margins.forEach((margin, row) => {
		assert.ok(Math.abs(margins[row]! - margin) <= 1e-6, `margin ${margins[row]} is not ${margin}`);
		assert.ok(Math.abs(probabilities[row]! - theirs.probabilities[row]!) <= 1e-6);
		const found = contributions(model, matrixRow(oursTestRows, row));
		theirs.contributions[row]!.forEach((value, feature) =>
			assert.ok(Math.abs(found[feature]! - value) <= 1e-5, `${found[feature]} is not ${value}`),
		);
	});
});

test('that model is what the trainer makes today', async () => {
	assert.ok(
		formatBoostedTrees(await trainOurs()) === beside('ours.json'),
		'ours.json is another model; if the trainer was changed on purpose, run check_ours.py',
	);
});

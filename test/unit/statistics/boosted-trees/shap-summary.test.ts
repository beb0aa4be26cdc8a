import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contributions } from '../../../../src/statistics/boosted-trees/contributions.ts';
import { featureMatrix, matrixRow } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import type { BoostedTrees } from '../../../../src/statistics/boosted-trees/model.ts';
import { predictMargins } from '../../../../src/statistics/boosted-trees/predict.ts';
import { readBoostedTrees } from '../../../../src/statistics/boosted-trees/read-model.ts';
import { shapSummary } from '../../../../src/statistics/boosted-trees/shap-summary.ts';
import { trainBoostedTrees } from '../../../../src/statistics/boosted-trees/train.ts';
import { rankCorrelation } from '../../../../src/statistics/rank-correlation.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { oracle } from './oracle.ts';
import { syntheticData } from './synthetic-data.ts';

const all = { rows: 1000, features: 20, points: 200 };
const near = (actual: number, expected: number, tolerance: number, what: string): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);

/** A tree with one split: below 0 of the second feature the log-odds fall by 1, from there on they rise by 3. */
const stump: BoostedTrees = {
	featureCount: 3,
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

test('a stump by hand: one feature matters, by the mean of the sizes of what it gives and takes', () => {
	// The mean output is (3 · -1 + 1 · 3) / 4 = 0, so that the SHAP values are the leaves: -1, -1, -1, 3, of which the sizes have the mean 1.5.
	const rows = featureMatrix([
		[7, -3, 1],
		[8, -2, 1],
		[9, -2, 1],
		[6, 5, 1],
	]);
	const summary = shapSummary(stump, rows, all);
	assert.equal(summary.rows, 4);
	assert.deepEqual(
		summary.features.map(({ feature, mean }) => ({ feature, mean })),
		[{ feature: 1, mean: 1.5 }],
	);
	const [only] = summary.features;
	// Ranks of the values: 1, 2.5, 2.5, 4; of the SHAP values: 2, 2, 2, 4.
	near(only!.direction!, 3 / Math.sqrt(4.5 * 3), 1e-12, 'direction');
	assert.deepEqual(only!.points, [
		{ rank: 0, shap: -1 },
		{ rank: 0.5, shap: -1 },
		{ rank: 0.5, shap: -1 },
		{ rank: 1, shap: 3 },
	]);
});

test('a model of leaves alone has learned nothing, and a summary of no rows is empty', () => {
	const leaf = { ...stump, trees: [] };
	assert.deepEqual(shapSummary(leaf, featureMatrix([[1, 2, 3]]), all), { rows: 1, features: [] });
	assert.deepEqual(shapSummary(stump, featureMatrix([], 3), all), { rows: 0, features: [] });
});

test('what has no rank is refused, and so are rows of another model', () => {
	assert.throws(() => shapSummary(stump, featureMatrix([[1, Number.NaN, 3]]), all), RangeError);
	assert.throws(() => shapSummary(stump, featureMatrix([[1, 2]]), all), RangeError);
});

for (const { name, kind, model: written, contributions: theirs } of oracle.models.filter((one) => one.kind.missing === 0)) {
	test(`means and directions are those of XGBoost ${oracle.xgboost}'s own SHAP values: ${name}`, () => {
		const { features } = syntheticData({ ...kind, rows: theirs.length });
		const found = shapSummary(readBoostedTrees(JSON.stringify(written), name), features, all);
		for (let feature = 0; feature < features.columns; feature++) {
			const shap = theirs.map((row) => row[feature]!);
			const expected = shap.reduce((sum, value) => sum + Math.abs(value), 0) / shap.length;
			const own = found.features.find((one) => one.feature === feature);
			near(own?.mean ?? 0, expected, 1e-5, `mean of feature ${feature}`);
			if (own === undefined) continue;
			const values = theirs.map((_, row) => matrixRow(features, row)[feature]!);
			// Float32 of theirs and float64 of ours break and make ties apart.
			near(own.direction!, rankCorrelation(values, shap)!, 0.02, `direction of feature ${feature}`);
		}
		const means = found.features.map(({ mean }) => mean);
		assert.deepEqual(
			means,
			means.toSorted((a, b) => b - a),
		);
	});
}

test('SHAP values of all features add up to the margin: what a summary draws is all that the model says', async () => {
	const data = syntheticData({ seed: 5, rows: 150, columns: 6, levels: 0, missing: 0 });
	const { model } = await trainBoostedTrees(data, { rounds: 8, maxDepth: 3 }, { random: seededRandom(1) });
	const summary = shapSummary(model, data.features, { ...all, features: 6 });
	assert.equal(summary.rows, 150);
	const bias = contributions(model, matrixRow(data.features, 0))[6]!;
	const drawn = summary.features.flatMap(({ points }) => points).reduce((sum, { shap }) => sum + shap, 0);
	const margins = predictMargins(model, data.features).reduce((sum, margin) => sum + margin, 0);
	near(drawn + 150 * bias, margins, 1e-3, 'sum over rows');
});

test('a large table is explained in part, and so are its points: evenly, with both ends, the same each time', async () => {
	const data = syntheticData({ seed: 6, rows: 400, columns: 5, levels: 0, missing: 0 });
	const { model } = await trainBoostedTrees(data, { rounds: 5, maxDepth: 3 }, { random: seededRandom(1) });
	const limits = { rows: 90, features: 2, points: 11 };
	const summary = shapSummary(model, data.features, limits);
	assert.equal(summary.rows, 90);
	assert.deepEqual(
		summary.features.map(({ points }) => points.length),
		summary.features.map((_, place) => (place < 2 ? 11 : 0)),
	);
	const whole = shapSummary(model, data.features, { ...limits, points: 90 });
	for (const place of [0, 1]) {
		const [some, every] = [summary.features[place]!.points, whole.features[place]!.points];
		assert.deepEqual([some[0], some.at(-1)], [every[0], every.at(-1)]);
		assert.ok(some.every((point, i) => i === 0 || some[i - 1]!.shap <= point.shap));
		assert.ok(every.every(({ rank }) => rank >= 0 && rank <= 1));
	}
	assert.deepEqual(shapSummary(model, data.features, limits), summary);
});

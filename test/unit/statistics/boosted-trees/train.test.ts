import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { featureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { logisticLoss } from '../../../../src/statistics/boosted-trees/gradients.ts';
import { predictMargins } from '../../../../src/statistics/boosted-trees/predict.ts';
import { readBoostedTrees } from '../../../../src/statistics/boosted-trees/read-model.ts';
import { trainBoostedTrees } from '../../../../src/statistics/boosted-trees/train.ts';
import { formatBoostedTrees } from '../../../../src/statistics/boosted-trees/write-model.ts';
import { seededRandom, shuffled } from '../../../../src/statistics/random.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { oracle, settingsOf } from './oracle.ts';
import { syntheticData } from './synthetic-data.ts';

const near = (actual: number, expected: number, tolerance: number, what = '') =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${what} ${actual} is not ${expected}`);
const random = () => seededRandom(1);

for (const grown of oracle.grown) {
	test(`the trees are those of XGBoost ${oracle.xgboost}: ${grown.name}`, async () => {
		const theirs = readBoostedTrees(JSON.stringify(grown.model), grown.name);
		const { model } = await trainBoostedTrees(syntheticData(grown.kind), settingsOf(grown), { random: random() });
		assert.equal(model.baseScore, theirs.baseScore);
		assert.equal(model.trees.length, theirs.trees.length);
		theirs.trees.forEach((tree, i) => {
			const ours = model.trees[i]!;
			for (const key of ['left', 'right', 'feature', 'defaultLeft'] as const) assert.deepEqual(ours[key], tree[key], `tree ${i}, ${key}`);
			for (const key of ['threshold', 'weight', 'cover', 'gain'] as const) {
				tree[key].forEach((value, node) =>
					near(ours[key][node]!, value, 1e-5 * Math.max(1, Math.abs(value)), `tree ${i}, ${key} of node ${node}:`),
				);
			}
		});
	});
}

for (const judged of oracle.judged) {
	slowTest(`the area under the curve on unseen data is XGBoost's within 0.01: ${judged.name}`, async () => {
		const { model } = await trainBoostedTrees(syntheticData(judged.kind), settingsOf(judged), { random: random() });
		const unseen = syntheticData(judged.test);
		near(areaUnderCurve(predictMargins(model, unseen.features), unseen.labels), judged.auc, 0.01);
	});
}

/** Six samples that one split parts; the start is 0.5, so that each first derivative is ±0.5 and each second one 0.25. */
const six = { features: featureMatrix([[1], [2], [3], [4], [5], [6]]), labels: [0, 0, 0, 1, 1, 1] };
const oneRound = { rounds: 1, maxDepth: 1, minChildWeight: 0 };

test('one round by hand: leaves are -η T_α(G) / (H + λ), the gain is the sum of T_α(G)² / (H + λ)', async () => {
	const { model } = await trainBoostedTrees(six, { ...oneRound, eta: 0.3, lambda: 1, alpha: 0.5 }, { random: random() });
	const tree = model.trees[0]!;
	assert.equal(tree.threshold[0], 4);
	// G = ±1.5, H = 0.75 on either side; the root's G is 0.
	near(tree.threshold[1]!, (-0.3 * (1.5 - 0.5)) / (0.75 + 1), 1e-7);
	near(tree.threshold[2]!, (0.3 * (1.5 - 0.5)) / (0.75 + 1), 1e-7);
	near(tree.gain[0]!, (2 * 1) / 1.75, 1e-6);
	assert.deepEqual([...tree.cover], [1.5, 0.75, 0.75]);
});

test('gamma, minChildWeight and lambda keep a split that does not pay from being made', async () => {
	const nodes = async (settings: object) =>
		(await trainBoostedTrees(six, { ...oneRound, ...settings }, { random: random() })).model.trees[0]!.left.length;
	// Without penalties the gain is 2 · 1.5² / 1.75 = 2.571.
	assert.equal(await nodes({ gamma: 2.57 }), 3);
	assert.equal(await nodes({ gamma: 2.58 }), 1);
	assert.equal(await nodes({ minChildWeight: 0.75 }), 3);
	assert.equal(await nodes({ minChildWeight: 0.76 }), 1);
	assert.equal(await nodes({ alpha: 1.5 }), 1);
});

test('positive samples that weigh more move the start by one Newton step, and the leaves', async () => {
	const { model } = await trainBoostedTrees(six, { ...oneRound, scalePosWeight: 3, eta: 1, lambda: 0 }, { random: random() });
	// From 0.5: G = 3 · 0.5 - 3 · 3 · 0.5 = -3, H = 0.25 · (3 + 9) = 3, a margin of 1.
	near(model.baseScore, 1 / (1 + Math.exp(-1)), 1e-7);
	const start = 1 / (1 + Math.exp(-1));
	near(model.trees[0]!.threshold[1]!, -start / (start * (1 - start)), 1e-5);
	near(model.trees[0]!.threshold[2]!, (1 - start) / (start * (1 - start)), 1e-5);
	near(model.trees[0]!.cover[2]!, 9 * start * (1 - start), 1e-6);
});

test('missing values go to the side where they belong, also when they are all that tells', async () => {
	const train = async (values: number[], labels: number[]) =>
		(await trainBoostedTrees({ features: featureMatrix(values.map((x) => [x])), labels }, oneRound, { random: random() })).model;
	const low = await train([1, 2, 3, 4, Number.NaN, Number.NaN], [0, 0, 1, 1, 0, 0]);
	assert.equal(low.trees[0]!.defaultLeft[0], 1);
	const high = await train([1, 2, 3, 4, Number.NaN, Number.NaN], [0, 0, 1, 1, 1, 1]);
	assert.equal(high.trees[0]!.defaultLeft[0], 0);
	const alone = await train([5, 5, 5, Number.NaN, Number.NaN, Number.NaN], [0, 0, 0, 1, 1, 1]);
	const margins = predictMargins(alone, featureMatrix([[5], [Number.NaN]]));
	assert.ok(margins[0]! < 0 && margins[1]! > 0);
});

const noisy = { seed: 41, rows: 1200, columns: 8, levels: 0, missing: 0.05 };

test('labels in random order teach nothing', async () => {
	const data = syntheticData(noisy);
	const unseen = syntheticData({ ...noisy, seed: 42, rows: 3000 });
	const settings = { rounds: 40, maxDepth: 4 };
	const auc = async (labels: ArrayLike<number>) => {
		const { model } = await trainBoostedTrees({ features: data.features, labels }, settings, { random: random() });
		return areaUnderCurve(predictMargins(model, unseen.features), unseen.labels);
	};
	// The standard error of an area of 0.5 with 1,500 of each class is 0.0105.
	near(await auc(shuffled(seededRandom(3), [...data.labels])), 0.5, 0.035);
	assert.ok((await auc(data.labels)) > 0.75);
});

for (const metric of ['logloss', 'auc'] as const) {
	test(`training stops when ${metric} gets no better, and the model ends with the best round`, async () => {
		const unseen = syntheticData({ ...noisy, seed: 43, rows: 600 });
		const { model, ended, history } = await trainBoostedTrees(
			syntheticData(noisy),
			{ rounds: 400, eta: 0.5 },
			{ random: random(), validation: { ...unseen, metric, patience: 7 } },
		);
		assert.equal(ended, 'no-better');
		const scores = history.map((report) => report.validation!.score);
		const best = metric === 'auc' ? Math.max(...scores) : Math.min(...scores);
		assert.equal(model.trees.length, scores.indexOf(best) + 1);
		assert.equal(history.length, model.trees.length + 7);
		assert.deepEqual(model.attributes, { best_iteration: String(model.trees.length - 1), best_score: String(best) });
		const margins = predictMargins(model, unseen.features);
		near(metric === 'auc' ? areaUnderCurve(margins, unseen.labels) : logisticLoss(margins, unseen.labels), best, 1e-12);
	});
}

test('logistic loss by its definition, also far out', () => {
	const loss = logisticLoss(Float32Array.of(2, -1, 200, -200), Uint8Array.of(1, 1, 0, 0));
	near(loss, (Math.log(1 + Math.exp(-2)) + Math.log(1 + Math.exp(1)) + 200 + 0) / 4, 1e-12);
});

test('each round is reported and waited for, and false ends the training', async () => {
	const seen: number[] = [];
	let waiting = 0;
	const { model, ended, history } = await trainBoostedTrees(
		syntheticData(noisy),
		{ rounds: 50 },
		{
			random: random(),
			onRound: async ({ round, rounds, trainingLoss }) => {
				assert.equal(++waiting, 1);
				await new Promise((done) => {
					setImmediate(done);
				});
				waiting--;
				assert.equal(rounds, 50);
				seen.push(trainingLoss);
				return round < 4;
			},
		},
	);
	assert.equal(ended, 'cancelled');
	assert.equal(model.trees.length, 4);
	assert.deepEqual(
		history.map(({ trainingLoss }) => trainingLoss),
		seen,
	);
	assert.ok(seen[3]! < seen[0]!);
});

test('the same random numbers give the same model, others another', async () => {
	const settings = { rounds: 5, subsample: 0.6, colsampleByTree: 0.5 };
	const train = async (seed: number) =>
		formatBoostedTrees((await trainBoostedTrees(syntheticData(noisy), settings, { random: seededRandom(seed) })).model);
	assert.equal(await train(1), await train(1));
	assert.notEqual(await train(1), await train(2));
	const { model } = await trainBoostedTrees(syntheticData(noisy), { ...settings, rounds: 20 }, { random: seededRandom(1) });
	for (const tree of model.trees) assert.ok(new Set(tree.feature.filter((_, node) => tree.left[node]! >= 0)).size <= 4);
	const cover = model.trees[0]!.cover[0]! / (1200 * model.baseScore * (1 - model.baseScore));
	assert.ok(cover > 0.55 && cover < 0.65, String(cover));
});

test('settings and data that make no sense are refused', async () => {
	const refuses = (settings: object, data = six) => assert.rejects(trainBoostedTrees(data, settings, { random: random() }), RangeError);
	for (const settings of [
		{ eta: 0 },
		{ rounds: 0 },
		{ maxDepth: 0 },
		{ maxDepth: 2.5 },
		{ subsample: 1.1 },
		{ colsampleByTree: 0 },
		{ maxBin: 1 },
		{ lambda: -1 },
		{ gamma: Number.NaN },
		{ scalePosWeight: 0 },
	]) {
		await refuses(settings);
	}
	await refuses({}, { ...six, labels: [0, 0, 0, 0, 0, 0] });
	await refuses({}, { ...six, labels: [0, 1] });
	await refuses({}, { ...six, labels: [0, 1, 2, 0, 1, 0] });
	await assert.rejects(trainBoostedTrees(six, {}, { random: random(), featureNames: ['a', 'b'] }), RangeError);
	await assert.rejects(trainBoostedTrees(six, {}, { random: random(), validation: { ...six, metric: 'auc', patience: 0 } }), RangeError);
	await assert.rejects(
		trainBoostedTrees(
			six,
			{},
			{ random: random(), validation: { features: featureMatrix([[1, 2]]), labels: [1], metric: 'logloss', patience: 1 } },
		),
		RangeError,
	);
});

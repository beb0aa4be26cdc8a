import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitClassifier, trainingCount, trainModel, typicalValues } from '../../../../src/methods/spad/fit-classifier.ts';
import { drawSettings, fewLabelsPlan, smallPlan, standardPlan, type FitPlan } from '../../../../src/methods/spad/fit-plan.ts';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { bestF1 } from '../../../../src/statistics/best-f1.ts';
import { featureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { predictProbabilities } from '../../../../src/statistics/boosted-trees/predict.ts';
import { completeSettings } from '../../../../src/statistics/boosted-trees/training-settings.ts';
import { formatBoostedTrees } from '../../../../src/statistics/boosted-trees/write-model.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { syntheticNames, syntheticSamples, twinSamples } from './synthetic-samples.ts';

const quick: FitPlan = { ...standardPlan, draws: 3, folds: 3, stopping: { share: 0.15, patience: 10, maxRounds: 60 } };
const samples = syntheticSamples(300, 1);
const options = { plan: quick, featureNames: syntheticNames };

test('the plans are those of the protocols', () => {
	assert.deepEqual(
		[standardPlan.draws, standardPlan.folds, standardPlan.stopping?.share, standardPlan.stopping?.patience],
		[50, 5, 0.15, 50],
	);
	assert.deepEqual([smallPlan.draws, smallPlan.folds, smallPlan.stopping, smallPlan.balanced], [50, 5, null, true]);
	const random = seededRandom(1);
	for (let draw = 0; draw < 200; draw++)
		assert.doesNotThrow(() => completeSettings(drawSettings(random, draw % 2 === 0 ? standardPlan : smallPlan, 126)));
});

test('it learns, and its out-of-fold scores say how well', async () => {
	const classifier = await fitClassifier(samples, { ...options, random: seededRandom(1) });
	const unseen = syntheticSamples(1000, 2);
	const held = areaUnderCurve(predictProbabilities(classifier.model, unseen.features), unseen.labels);
	const outOfFold = areaUnderCurve(classifier.outOfFold, samples.labels);
	assert.ok(held > 0.8, String(held));
	assert.ok(Math.abs(held - outOfFold) < 0.08, `${held} held out, ${outOfFold} out of fold`);
	assert.deepEqual(bestF1(classifier.outOfFold, samples.labels), { threshold: classifier.threshold, f1: classifier.outOfFoldF1 });
	assert.deepEqual(classifier.model.featureNames, syntheticNames);
	// Early stopping: no patience is left in the model.
	assert.ok(classifier.model.trees.length <= 60);
});

test('the same seed gives the same classifier, another one another', async () => {
	const texts = await Promise.all(
		[4, 4, 5].map(async (seed) => formatBoostedTrees((await fitClassifier(samples, { ...options, random: seededRandom(seed) })).model)),
	);
	assert.equal(texts[0], texts[1]);
	assert.notEqual(texts[0], texts[2]);
});

test('permuted labels: nothing is learned, in or out of groups', async () => {
	// Labels that belong to the group and to nothing else: folds that cut groups would let a model recognize them by the features.
	const random = seededRandom(8);
	const base = syntheticSamples(600, 3, 15);
	const byGroup = new Map(base.groups.map((group) => [group, random() < 0.5 ? 1 : 0]));
	const rows = base.groups.map((group, row) => [
		Number(group.split('-')[1]),
		...Array.from(base.features.values.subarray(row * 4, row * 4 + 3)),
	]);
	const permuted = {
		features: featureMatrix(rows),
		labels: Uint8Array.from(base.groups, (group) => byGroup.get(group)!),
		groups: base.groups,
	};
	const { outOfFold } = await fitClassifier(permuted, { ...options, random: seededRandom(9) });
	const area = areaUnderCurve(outOfFold, permuted.labels);
	// 40 groups: a standard error of about 0.09.
	assert.ok(Math.abs(area - 0.5) < 0.25, String(area));
	// The same data cut through its groups: recognized. So the test above can fail.
	const cut = await fitClassifier({ ...permuted, groups: rows.map((_, row) => String(row)) }, { ...options, random: seededRandom(9) });
	const recognized = areaUnderCurve(cut.outOfFold, permuted.labels);
	assert.ok(recognized > 0.85, String(recognized));
});

test('a small plan trains on everything, with classes in balance', async () => {
	const few = syntheticSamples(60, 6);
	const { model, settings } = await fitClassifier(few, { ...options, plan: { ...smallPlan, draws: 2, folds: 3 }, random: seededRandom(1) });
	assert.equal(model.trees.length, settings.rounds);
	const positives = few.labels.reduce((sum, label) => sum + label, 0);
	assert.ok(Math.abs(model.scalePosWeight - (60 - positives) / positives) < 1e-6);
});

test('a plan with settings of its own searches nothing', async () => {
	const few = syntheticSamples(80, 6);
	const { model, settings, outOfFold } = await fitClassifier(few, { ...options, plan: fewLabelsPlan, random: seededRandom(1) });
	assert.equal(trainingCount(fewLabelsPlan), 6);
	assert.deepEqual(settings, fewLabelsPlan.settings?.(4));
	// The square root of four features is two of four.
	assert.equal(settings.colsampleByTree, 0.5);
	assert.equal(model.trees.length, 300);
	assert.ok(areaUnderCurve(outOfFold, few.labels) > 0.65);
	for (const features of [1, 9, 178]) assert.doesNotThrow(() => completeSettings(drawSettings(seededRandom(1), fewLabelsPlan, features)));
});

test('progress counts every training and is waited for', async () => {
	const seen: { done: number; of: number }[] = [];
	let waiting = 0;
	await fitClassifier(samples, {
		...options,
		random: seededRandom(1),
		onProgress: async (progress) => {
			assert.equal(waiting++, 0);
			await Promise.resolve();
			waiting--;
			seen.push(progress);
		},
	});
	assert.ok(seen.every(({ of }) => of === trainingCount(quick)));
	assert.deepEqual(seen.at(-1), { done: 10, of: 10 });
	assert.ok(seen.every(({ done }, i) => i === 0 || done >= seen[i - 1]!.done));
});

test("a canceled fit ends within a round, with the signal's reason", async () => {
	const controller = new AbortController();
	let after = 0;
	const fit = fitClassifier(samples, {
		...options,
		random: seededRandom(1),
		signal: controller.signal,
		onProgress: ({ done }) => {
			if (controller.signal.aborted) after++;
			if (done === 2) controller.abort(new Error('enough'));
		},
	});
	await assert.rejects(fit, /enough/u);
	assert.ok(after <= 1);
});

test('one class only, or too few groups, is a defect', async () => {
	await assert.rejects(fitClassifier({ ...samples, labels: new Uint8Array(300) }, { ...options, random: seededRandom(1) }), RangeError);
	await assert.rejects(
		fitClassifier({ ...samples, groups: samples.groups.map(() => 'one') }, { ...options, random: seededRandom(1) }),
		RangeError,
	);
});

test('typical: the median of grounded samples that have the feature', () => {
	const features = featureMatrix([
		[1, 0],
		[3, 0],
		[0, 0],
		[100, 5],
		[5, 0],
	]);
	assert.deepEqual(typicalValues({ features, labels: Uint8Array.of(0, 0, 0, 1, 0), groups: [] }), Float64Array.of(3, 0));
	assert.deepEqual(typicalValues({ features, labels: new Uint8Array(5).fill(1), groups: [] }), Float64Array.of(4, 5));
});

test('the search is judged, and trees are stopped, by groups that they have not seen', async () => {
	const [areas, trees]: [number[], number[]] = [[], []];
	for (let seed = 1; seed <= 9; seed++) {
		const twins = twinSamples(80, 4, seed);
		const fitting = { plan: { ...quick, draws: 1 }, featureNames: syntheticNames, random: seededRandom(seed) };
		areas.push(areaUnderCurve((await fitClassifier(twins, fitting)).outOfFold, twins.labels));
		trees.push((await trainModel(twins, { rounds: 60, maxDepth: 6, eta: 0.3 }, fitting, () => undefined)).trees.length);
	}
	// 40 groups of either class: a standard error of 0.065, of nine draws 0.022. Folds that cut through groups give 0.71.
	const area = areas.reduce((sum, one) => sum + one, 0) / areas.length;
	assert.ok(Math.abs(area - 0.5) < 0.08, String(areas));
	// There is nothing to learn of other groups, so that the first trees are the best. A part that holds rows of groups that train is glad of every tree (60 of 60).
	assert.ok((trees.toSorted((a, b) => a - b)[4] ?? 60) < 10, String(trees));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trainModel } from '../../../../src/methods/spad/fit-classifier.ts';
import { standardPlan, smallPlan } from '../../../../src/methods/spad/fit-plan.ts';
import { nestedLeaveOneOut, officialSplit, stratifiedCrossValidation } from '../../../../src/methods/spad/protocols.ts';
import { otherRows, samplesAt, type Samples } from '../../../../src/methods/spad/samples.ts';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { predictProbabilities } from '../../../../src/statistics/boosted-trees/predict.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { syntheticNames, syntheticSamples, twinSamples } from './synthetic-samples.ts';

const plan = { ...standardPlan, draws: 2, folds: 3, stopping: { share: 0.15, patience: 5, maxRounds: 25 } };
const small = { ...smallPlan, draws: 1, folds: 2 };
const options = (seed = 1) => ({ random: seededRandom(seed), plan, featureNames: syntheticNames });

test('I: fitted on one side, judged on the other', async () => {
	const other = syntheticSamples(300, 2);
	const { classifier, scores, flagged } = await officialSplit(syntheticSamples(300, 1), other, options());
	assert.ok(areaUnderCurve(scores, other.labels) > 0.75);
	assert.deepEqual(
		Array.from(flagged),
		Array.from(scores, (score) => (score > classifier.threshold ? 1 : 0)),
	);
	assert.ok(flagged.includes(1) && flagged.includes(0));
});

test('I: a group on both sides is refused', async () => {
	const samples = syntheticSamples(40, 1);
	await assert.rejects(officialSplit(samples, syntheticSamples(40, 1), options()), /'g1-0' is on both sides/u);
});

test('II: each sample is judged once, by a classifier that knows nothing of it', async () => {
	const samples = syntheticSamples(160, 4);
	const { scores } = await stratifiedCrossValidation(samples, options(), 4);
	assert.ok(areaUnderCurve(scores, samples.labels) > 0.7);
	assert.ok(scores.every((score) => score > 0 && score < 1));
});

test('II: permuted labels give half of the area', async () => {
	const samples = syntheticSamples(300, 5);
	const random = seededRandom(11);
	const permuted: Samples = { ...samples, labels: Uint8Array.from(samples.labels, () => (random() < 0.4 ? 1 : 0)) };
	const { scores } = await stratifiedCrossValidation(permuted, options(), 4);
	// 120 positives, 180 negatives: a standard error of 0.034.
	const area = areaUnderCurve(scores, permuted.labels);
	assert.ok(Math.abs(area - 0.5) < 0.11, String(area));
});

/** Mean area over data drawn anew, because one area of so few groups lies anywhere. */
async function meanArea(
	draws: number,
	groups: number,
	judge: (of: Samples, seed: number) => Promise<{ readonly scores: Float64Array }>,
): Promise<number> {
	let sum = 0;
	for (let seed = 1; seed <= draws; seed++) {
		const samples = twinSamples(groups, 3, seed);
		sum += areaUnderCurve((await judge(samples, seed)).scores, samples.labels);
	}
	return sum / draws;
}

test('II: what a group has in common is not known to who judges it', async () => {
	// 60 groups of either class: a standard error of 0.053, of eight draws 0.019. Folds that cut through groups give 0.67.
	const area = await meanArea(8, 120, (samples, seed) => stratifiedCrossValidation(samples, options(seed), 4));
	assert.ok(Math.abs(area - 0.5) < 0.08, String(area));
});

slowTest('III: what a group has in common is not known to who judges it', async () => {
	// 20 groups of either class: a standard error of 0.092, of eight draws 0.033. Leaving out single samples gives 0.8.
	const area = await meanArea(8, 40, (samples, seed) => nestedLeaveOneOut(samples, { ...options(seed), plan: small }));
	assert.ok(Math.abs(area - 0.5) < 0.12, String(area));
});

test('III: one group out at a time; what is left out has no say in its own score', async () => {
	const samples = syntheticSamples(24, 6, 2);
	const run = (of: Samples) => nestedLeaveOneOut(of, { ...options(), plan: small });
	const before = await run(samples);
	// Folds are groups, in order, so only the first group's own classifier stays the same when its labels turn.
	const turned = { ...samples, labels: samples.labels.map((label, row) => (row < 2 ? 1 - label : label)) };
	const after = await run(turned);
	assert.deepEqual([...after.scores.subarray(0, 2)], [...before.scores.subarray(0, 2)]);
	assert.notDeepEqual([...after.scores.subarray(2)], [...before.scores.subarray(2)]);
});

test('with fixed settings each fold trains once, and has no threshold of its own', async () => {
	const samples = syntheticSamples(24, 6, 2);
	const fixed = { ...small, settings: () => ({ rounds: 5, maxDepth: 2 }) };
	const seen: number[] = [];
	const { scores, flagged } = await nestedLeaveOneOut(samples, {
		...options(),
		plan: fixed,
		onProgress: ({ done, of }) => {
			assert.equal(of, 12);
			seen.push(done);
		},
	});
	assert.deepEqual([flagged, seen.at(-1), Math.max(...seen)], [null, 12, 12]);
	// The first group is left out first.
	const others = samplesAt(samples, otherRows(24, [0, 1]));
	const model = await trainModel(others, fixed.settings(), { ...options(), plan: fixed }, () => undefined);
	assert.deepEqual([...scores.subarray(0, 2)], [...predictProbabilities(model, samplesAt(samples, [0, 1]).features)]);
});

test('progress runs over all folds, and canceling ends it', async () => {
	const samples = syntheticSamples(60, 7);
	const controller = new AbortController();
	const seen: number[] = [];
	const fit = stratifiedCrossValidation(
		samples,
		{
			...options(),
			signal: controller.signal,
			onProgress: ({ done, of }) => {
				assert.equal(of, 3 * 7);
				seen.push(done);
				if (done === 9) controller.abort(new Error('enough'));
			},
		},
		3,
	);
	await assert.rejects(fit, /enough/u);
	assert.ok(seen.includes(7) && Math.max(...seen) === 9);
});

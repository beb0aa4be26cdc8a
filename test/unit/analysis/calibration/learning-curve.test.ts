import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewLabelsTrees, learningCurve, subsetSizes } from '../../../../src/analysis/calibration/learning-curve.ts';
import { samplesAt } from '../../../../src/methods/spad/samples.ts';
import { seededRandom, shuffled } from '../../../../src/statistics/random.ts';
import { syntheticNames, syntheticSamples } from '../../methods/spad/synthetic-samples.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { drawFrom, naiveLearner } from './known-curve.ts';

const samples = syntheticSamples(240, 1, 2);
const options = { seed: 3, repeats: 2, learner: fewLabelsTrees({ featureNames: syntheticNames }) };

test('subsets halve from what a fold leaves, and none is tiny or long to train on', () => {
	assert.deepEqual(subsetSizes(40), [16, 32]);
	assert.deepEqual(subsetSizes(300), [30, 60, 120, 240]);
	assert.deepEqual(subsetSizes(19), []);
	assert.deepEqual(subsetSizes(100_000), [31, 62, 125, 250, 500, 1000]);
});

test('the area rises with the labels', async () => {
	const seen: number[] = [];
	const curve = await learningCurve(samples, {
		...options,
		fallback: samples.labels.map(() => 0),
		onProgress: (done, of) => {
			assert.equal(of, 2 * 4 * 5);
			seen.push(done);
		},
	});
	assert.deepEqual(
		seen,
		Array.from({ length: 40 }, (_, i) => i + 1),
	);
	assert.deepEqual(
		curve.points.map(({ labels }) => labels),
		[24, 48, 96, 192],
	);
	const [first, last] = [curve.points[0]!.auc, curve.points.at(-1)!.auc];
	assert.ok(last.value > first.value && last.value > 0.75, `${first.value} to ${last.value}`);
	for (const {
		auc: { low, value, high },
	} of curve.points)
		assert.ok(0 <= low && low <= value && value <= high && high <= 1);
	assert.equal(curve.fallback?.value, 0.5);
	assert.equal(curve.better, 'classifier');
	const { labels, area } = curve.gain!;
	assert.ok([480, 960].includes(labels) && 0 <= area.low && area.low <= area.value && area.value <= area.high && area.high <= 1 - last.low);
	assert.match(curve.advice, /^240 sentences are labeled, \d+ of them not supported\. A classifier trained on 192 of them .*0\.50/);
});

for (const [by, given, declare] of [
	['a simple learner', { ...options, learner: naiveLearner }, quickTest],
	['trees', options, slowTest],
] as const)
	declare(`the same seed gives the same curve, another one another: ${by}`, async () => {
		const again = samplesAt(
			samples,
			Array.from({ length: 60 }, (_, i) => i),
		);
		const [one, same, other] = [
			await learningCurve(again, given),
			await learningCurve(again, { ...given, fallback: again.labels }),
			await learningCurve(again, { ...given, seed: 4 }),
		];
		assert.deepEqual(same.points, one.points);
		assert.equal(one.fallback, null);
		assert.notEqual(other.points[0]!.auc.value, one.points[0]!.auc.value);
	});

slowTest('labels that say nothing of the features: nothing is learned, and the score that needs none is trusted', async () => {
	const permuted = { ...samples, labels: Uint8Array.from(shuffled(seededRandom(5), [...samples.labels])) };
	const curve = await learningCurve(permuted, { ...options, repeats: 2, fallback: permuted.labels });
	// 80 positives and 160 negatives: a standard error of about 0.04.
	assert.ok(Math.abs(curve.points.at(-1)!.auc.value - 0.5) < 0.13, String(curve.points.at(-1)!.auc.value));
	assert.deepEqual([curve.fallback?.value, curve.fallback?.high], [1, 1]);
	// Nothing is told apart wrongly. Clopper and Pearson's lower bound of n successes in n trials is 0.025^(1/n); n: groups of the rarer kind, at most half of all.
	assert.ok(
		Math.abs(curve.fallback!.low - 0.025 ** (1 / Math.min(curve.counts.ungroundedGroups, Math.floor(new Set(samples.groups).size / 2)))) <
			1e-9,
		String(curve.fallback!.low),
	);
	assert.equal(curve.better, 'fallback');
	assert.match(curve.advice, /Of the two, the score that needs no labels is better\. Trust it until a classifier is better\./);
});

test('how many more would help is rounded once, where it is told: who shows it says the same number', async () => {
	const curve = await learningCurve(drawFrom({ features: 40, telling: 3, shift: 0.8, rate: 0.3 }, 456, 11), {
		seed: 11,
		learner: naiveLearner,
	});
	// Three times as many as there are: 1,368.
	assert.deepEqual([curve.gain?.labels, curve.more], [1824, 1400]);
	assert.match(curve.advice, / About 1,400 more labels would help: /);
});

test('too few labels, or one kind in too few traces, are too few to tell', async () => {
	const few = samplesAt(
		samples,
		Array.from({ length: 39 }, (_, i) => i),
	);
	const curve = await learningCurve(few, { ...options, fallback: few.labels, fallbackName: 'mean entropy' });
	assert.deepEqual([curve.points, curve.better, curve.gain, curve.more], [[], 'fallback', null, null]);
	assert.match(curve.advice, /^39 sentences are labeled, .*too few: a classifier needs 40 labels.*Until then, trust mean entropy/);
	const grounded = { ...samples, labels: samples.labels.map(() => 0) };
	assert.equal((await learningCurve(grounded, { ...options, fallback: new Float64Array(240) })).fallback, null);
	const oneGroup = { ...samples, groups: samples.groups.map((group, i) => (samples.labels[i] === 1 ? 'all' : group)) };
	assert.equal((await learningCurve(oneGroup, options)).points.length, 0);
});

test("a canceled curve ends with the signal's reason", async () => {
	const controller = new AbortController();
	const learner = fewLabelsTrees({ featureNames: syntheticNames, signal: controller.signal });
	const done = learningCurve(samples, {
		...options,
		learner,
		onProgress: (n) => {
			if (n === 2) controller.abort(new Error('enough'));
		},
	});
	await assert.rejects(done, /enough/);
});

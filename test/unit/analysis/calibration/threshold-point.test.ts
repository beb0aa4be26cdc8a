import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thresholdPoint } from '../../../../src/analysis/calibration/threshold-point.ts';

const truth = { scores: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], truths: [0, 0, 1, 0, null, 1, 1, 0] as const };

test('counts and rates of a threshold; what nobody judged counts nowhere; a score on the threshold is not flagged', () => {
	const point = thresholdPoint(truth, 0.4, 'above');
	assert.deepEqual([point.truePositives, point.falsePositives, point.trueNegatives, point.falseNegatives], [2, 1, 3, 1]);
	// Intervals: scipy.stats.binomtest(2, 3) and (1, 4), proportion_ci(method='exact').
	assert.deepEqual(point.truePositiveRate, { value: 0.666666667, low: 0.094299324, high: 0.991596241 });
	assert.deepEqual(point.falsePositiveRate, { value: 0.25, low: 0.006309463, high: 0.80587955 });
	assert.deepEqual(point.precision, point.truePositiveRate);
});

test('a verdict of another threshold weighs more than the threshold, where there is one', () => {
	// 0.1 (grounded) is flagged and 0.6 (ungrounded) is not, whatever 0.4 says; what nobody judged still counts nowhere.
	const point = thresholdPoint(truth, 0.4, 'above', { verdicts: [true, undefined, undefined, undefined, true, false] });
	assert.deepEqual([point.truePositives, point.falsePositives, point.trueNegatives, point.falseNegatives], [1, 2, 2, 2]);
});

test('below flags the other side', () => {
	const point = thresholdPoint(truth, 0.4, 'below');
	assert.deepEqual([point.truePositives, point.falsePositives, point.trueNegatives, point.falseNegatives], [1, 2, 2, 2]);
});

test('a rate of nothing is unknown', () => {
	const grounded = { scores: [1, 2], truths: [0, 0] as const };
	assert.deepEqual([thresholdPoint(grounded, 3, 'above').truePositiveRate, thresholdPoint(grounded, 3, 'above').precision], [null, null]);
	assert.equal(thresholdPoint({ scores: [1], truths: [1] }, 0, 'above').falsePositiveRate, null);
});

test('scores in clusters: what stands together counts once, and the interval contains the rate of the verdicts', () => {
	const lists = { scores: [1, 1, 1, 1, 0, 0, 0, 0], truths: [0, 0, 0, 0, 0, 0, 0, 0] as const };
	const independent = thresholdPoint(lists, 0.5, 'above').falsePositiveRate!;
	const inClusters = thresholdPoint({ ...lists, clusters: [0, 0, 0, 0, 1, 1, 1, 1] }, 0.5, 'above').falsePositiveRate!;
	assert.ok(inClusters.low < independent.low && inClusters.high > independent.high, JSON.stringify([independent, inClusters]));
	const clusters = [0, 1, 2, 3, 4, 5, 6, 7];
	const errors = { truePositiveRate: null, falsePositiveRate: { bias: 0.5, variance: 1e-6 }, precision: null };
	const point = thresholdPoint({ ...lists, clusters }, 0.5, 'above', { verdicts: lists.scores.map(() => true), errors });
	// At the threshold half is flagged, all of it by chance as far as the errors say; the verdicts flag all.
	assert.deepEqual([point.falsePositiveRate?.value, point.falsePositiveRate?.low, point.falsePositiveRate?.high], [1, 0, 1]);
	assert.deepEqual(point.precision, { value: 0, low: 0, high: 1 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseThreshold, type JudgedScore } from '../../../../src/analysis/calibration/threshold.ts';

const judged = (...pairs: [number, boolean][]): JudgedScore[] => pairs.map(([score, positive]) => ({ score, positive }));

const scores = judged([1, false], [2, false], [3, true], [4, false], [5, true], [6, true]);

test('each criterion cuts where its figure is best, halfway between two scores', () => {
	assert.equal(chooseThreshold(scores, { kind: 'f1' }), 2.5);
	assert.equal(chooseThreshold(scores, { kind: 'quantile', probability: 0.5 }), 3.5);
});

test('a class that is missing is refused, except where labels are not needed', () => {
	for (const one of [true, false]) assert.throws(() => chooseThreshold(judged([1, one], [2, one]), { kind: 'f1' }), RangeError);
	assert.throws(() => chooseThreshold([], { kind: 'quantile', probability: 0.5 }), RangeError);
	assert.equal(chooseThreshold(judged([1, true]), { kind: 'quantile', probability: 0.5 }), 1);
});

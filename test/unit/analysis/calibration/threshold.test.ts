import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseThreshold } from '../../../../src/analysis/calibration/threshold.ts';
import type { JudgedScore } from '../../../../src/analysis/calibration/threshold.ts';

const judged = (...pairs: [number, boolean][]): JudgedScore[] => pairs.map(([score, positive]) => ({ score, positive }));
const flagged = (scores: readonly JudgedScore[], threshold: number) => scores.filter((s) => s.score > threshold);
const share = (part: readonly JudgedScore[], positive: boolean, whole: readonly JudgedScore[]) =>
	part.filter((s) => s.positive === positive).length / whole.filter((s) => s.positive === positive).length;

const scores = judged([1, false], [2, false], [3, true], [4, false], [5, true], [6, true]);

test('each criterion cuts where its figure is best, halfway between two scores', () => {
	assert.equal(chooseThreshold(scores, { kind: 'false-positive-rate', target: 0 }), 4.5);
	assert.equal(chooseThreshold(scores, { kind: 'false-positive-rate', target: 0.34 }), 2.5);
	assert.equal(chooseThreshold(scores, { kind: 'f1' }), 2.5);
	// 2/3 - 0 and 1 - 1/3: equally good, so the higher.
	assert.equal(chooseThreshold(scores, { kind: 'youden' }), 4.5);
	assert.equal(chooseThreshold(scores, { kind: 'quantile', probability: 0.5 }), 3.5);
});

test('where nothing may be flagged, nothing is', () => {
	const inverted = judged([1, true], [2, false]);
	assert.equal(flagged(inverted, chooseThreshold(inverted, { kind: 'false-positive-rate', target: 0 })).length, 0);
});

test('a class that is missing is refused, except where labels are not needed', () => {
	assert.throws(() => chooseThreshold(judged([1, true]), { kind: 'f1' }), RangeError);
	assert.throws(() => chooseThreshold([], { kind: 'quantile', probability: 0.5 }), RangeError);
	assert.equal(chooseThreshold(judged([1, true]), { kind: 'quantile', probability: 0.5 }), 1);
});

test('no threshold at a score beats the chosen one', () => {
	const arbitrary = fc.array(fc.record({ score: fc.integer({ min: 0, max: 20 }), positive: fc.boolean() }), { minLength: 2, maxLength: 40, size: 'max' });
	fc.assert(fc.property(arbitrary, fc.constantFrom(0, 0.05, 0.2, 0.5), (data, target) => {
		fc.pre(data.some((d) => d.positive) && data.some((d) => !d.positive));
		const chosen = flagged(data, chooseThreshold(data, { kind: 'false-positive-rate', target }));
		assert.ok(share(chosen, false, data) <= target);
		const youden = (part: readonly JudgedScore[]) => share(part, true, data) - share(part, false, data);
		const best = youden(flagged(data, chooseThreshold(data, { kind: 'youden' })));
		for (let threshold = -1; threshold <= 20; threshold++) {
			const other = flagged(data, threshold);
			if (share(other, false, data) <= target) assert.ok(share(other, true, data) <= share(chosen, true, data));
			// Flagging everything is no cut: Youden's figure of it is that of flagging none.
			assert.ok(youden(other) <= best + 1e-12);
		}
	}));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confusionAt, f1, falsePositiveRate, precision, recall } from '../../../src/statistics/bootstrap-statistics.ts';
import { gridLabels, gridScores } from './grid-scores.ts';

// make_oracle.py: scikit-learn's precision, recall and F1 with zero_division=0.
const expected: readonly [number, number, number, number][] = [
	[-0.5, 0.5306122448979592, 0.896551724137931, 0.6666666666666666],
	[0.5, 0.6071428571428571, 0.5862068965517241, 0.5964912280701754],
	[1.625, 0.6, 0.10344827586206896, 0.17647058823529413],
	[9, 0, 0, 0],
];

test('precision, recall and F1 agree with scikit-learn; a score that equals the threshold is flagged', () => {
	for (const [threshold, ...values] of expected) {
		const confusion = confusionAt(gridScores, gridLabels, threshold);
		[precision(confusion), recall(confusion), f1(confusion)].forEach((value, i) =>
			assert.ok(Math.abs(value - values[i]!) < 1e-15, `${value} is not ${values[i]} at ${threshold}`),
		);
	}
});

test('counts, once each or as often as said', () => {
	const found = confusionAt([3, 1, 2, 0], [1, 1, 0, 0], 2);
	assert.deepEqual(found, { truePositives: 1, falseNegatives: 1, falsePositives: 1, trueNegatives: 1 });
	assert.equal(falsePositiveRate(found), 0.5);
	assert.deepEqual(confusionAt([3, 1, 2, 0], [1, 1, 0, 0], 2, [4, 0, 2, 1]), {
		truePositives: 4,
		falseNegatives: 0,
		falsePositives: 2,
		trueNegatives: 1,
	});
});

test('NaN and a missing label are refused; without any score all shares are 0', () => {
	assert.throws(() => confusionAt([Number.NaN], [1], 0), RangeError);
	assert.throws(() => confusionAt([1, 2], [1], 0), RangeError);
	const none = confusionAt([], [], 0);
	assert.deepEqual([precision(none), recall(none), f1(none), falsePositiveRate(none)], [0, 0, 0, 0]);
});

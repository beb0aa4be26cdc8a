import assert from 'node:assert/strict';
import { test } from 'node:test';
import { precisionRecallCurve } from '../../../src/statistics/precision-recall-curve.ts';
import { gridLabels, gridScores } from './grid-scores.ts';

const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) <= 1e-14, `${actual} is not ${expected}`);

// make_detection_oracle.py: precision_recall_curve, as threshold, precision and recall, from its end.
const expected: readonly (readonly [number, number, number])[] = [
	[1.75, 1, 0.06896551724137931],
	[1.625, 0.6, 0.10344827586206896],
	[1.5, 0.625, 0.1724137931034483],
	[1.375, 0.6363636363636364, 0.2413793103448276],
	[1.25, 0.6153846153846154, 0.27586206896551724],
	[1.125, 0.6666666666666666, 0.3448275862068966],
	[1, 0.6111111111111112, 0.3793103448275862],
	[0.875, 0.6190476190476191, 0.4482758620689655],
	[0.75, 0.625, 0.5172413793103449],
	[0.625, 0.6153846153846154, 0.5517241379310345],
	[0.5, 0.6071428571428571, 0.5862068965517241],
	[0.375, 0.5806451612903226, 0.6206896551724138],
	[0.25, 0.5882352941176471, 0.6896551724137931],
	[0.125, 0.5833333333333334, 0.7241379310344828],
	[0, 0.5789473684210527, 0.7586206896551724],
	[-0.125, 0.5609756097560976, 0.7931034482758621],
	[-0.25, 0.5227272727272727, 0.7931034482758621],
	[-0.375, 0.5319148936170213, 0.8620689655172413],
	[-0.5, 0.5306122448979592, 0.896551724137931],
	[-0.625, 0.5098039215686274, 0.896551724137931],
	[-0.75, 0.5, 0.9310344827586207],
	[-0.875, 0.5087719298245614, 1],
	[-1, 0.48333333333333334, 1],
];

test('the curve agrees with scikit-learn', () => {
	const curve = precisionRecallCurve(gridScores, gridLabels);
	assert.equal(curve.length, expected.length);
	for (const [i, [threshold, precision, recall]] of expected.entries()) {
		assert.equal(curve[i]!.threshold, threshold);
		near(curve[i]!.precision, precision);
		near(curve[i]!.recall, recall);
	}
});

test('perfect order is precise until all positives are flagged, and so is one without negatives; without a positive there is no curve', () => {
	assert.deepEqual(
		precisionRecallCurve([4, 3, 2, 1], [1, 1, 0, 0]).map(({ precision, recall }) => [precision, recall]),
		[
			[1, 0.5],
			[1, 1],
			[2 / 3, 1],
			[0.5, 1],
		],
	);
	assert.deepEqual(precisionRecallCurve([2, 2], [1, 1]), [{ threshold: 2, precision: 1, recall: 1 }]);
	assert.throws(() => precisionRecallCurve([1, 2], [0, 0]), RangeError);
	assert.throws(() => precisionRecallCurve([], []), RangeError);
});

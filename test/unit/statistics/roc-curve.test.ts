import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areaUnderCurve, rankScores } from '../../../src/statistics/auc.ts';
import { confusionAt, falsePositiveRate, recall } from '../../../src/statistics/bootstrap-statistics.ts';
import { falsePositiveRateAt, rocCurve } from '../../../src/statistics/roc-curve.ts';
import { onceEach } from '../../../src/statistics/score-cuts.ts';
import { gridLabels, gridScores } from './grid-scores.ts';

const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) <= 1e-14, `${actual} is not ${expected}`);

// make_detection_oracle.py: roc_curve(drop_intermediate=False), as threshold, false- and true-positive rate.
const expected: readonly (readonly [number, number, number])[] = [
	[Infinity, 0, 0],
	[1.75, 0, 0.06896551724137931],
	[1.625, 0.06451612903225806, 0.10344827586206896],
	[1.5, 0.0967741935483871, 0.1724137931034483],
	[1.375, 0.12903225806451613, 0.2413793103448276],
	[1.25, 0.16129032258064516, 0.27586206896551724],
	[1.125, 0.16129032258064516, 0.3448275862068966],
	[1, 0.22580645161290322, 0.3793103448275862],
	[0.875, 0.25806451612903225, 0.4482758620689655],
	[0.75, 0.2903225806451613, 0.5172413793103449],
	[0.625, 0.3225806451612903, 0.5517241379310345],
	[0.5, 0.3548387096774194, 0.5862068965517241],
	[0.375, 0.41935483870967744, 0.6206896551724138],
	[0.25, 0.45161290322580644, 0.6896551724137931],
	[0.125, 0.4838709677419355, 0.7241379310344828],
	[0, 0.5161290322580645, 0.7586206896551724],
	[-0.125, 0.5806451612903226, 0.7931034482758621],
	[-0.25, 0.6774193548387096, 0.7931034482758621],
	[-0.375, 0.7096774193548387, 0.8620689655172413],
	[-0.5, 0.7419354838709677, 0.896551724137931],
	[-0.625, 0.8064516129032258, 0.896551724137931],
	[-0.75, 0.8709677419354839, 0.9310344827586207],
	[-0.875, 0.9032258064516129, 1],
	[-1, 1, 1],
];

test('the curve agrees with scikit-learn', () => {
	const curve = rocCurve(gridScores, gridLabels);
	assert.equal(curve.length, expected.length);
	for (const [i, [threshold, falsePositives, truePositives]] of expected.entries()) {
		assert.equal(curve[i]!.threshold, threshold);
		near(curve[i]!.falsePositiveRate, falsePositives);
		near(curve[i]!.truePositiveRate, truePositives);
	}
});

test("the least false-positive rate at a true-positive rate agrees with scikit-learn's curve", () => {
	for (const [rate, min] of [
		[0.5, 0.2903225806451613],
		[0.9, 0.8709677419354839],
		[0.95, 0.9032258064516129],
		[1, 0.9032258064516129],
	] as const) {
		near(falsePositiveRateAt(rankScores(gridScores, gridLabels), onceEach(60), rate), min);
	}
});

const data = fc.array(fc.record({ score: fc.integer({ min: -5, max: 5 }), label: fc.integer({ min: 0, max: 1 }), count: fc.nat(3) }), {
	minLength: 2,
	maxLength: 40,
	size: 'max',
});

test('each point is what its threshold flags, and the area below is the area under the curve', () => {
	fc.assert(
		fc.property(data, (items) => {
			const [scores, labels] = [items.map((d) => d.score), items.map((d) => d.label)];
			fc.pre(new Set(labels).size === 2);
			const curve = rocCurve(scores, labels);
			assert.equal(curve.length, new Set(scores).size + 1);
			for (const point of curve) {
				const confusion = confusionAt(scores, labels, point.threshold);
				assert.equal(point.falsePositiveRate, falsePositiveRate(confusion));
				assert.equal(point.truePositiveRate, recall(confusion));
			}
			const area = curve
				.slice(1)
				.reduce(
					(sum, { falsePositiveRate: x, truePositiveRate: y }, i) =>
						sum + ((x - curve[i]!.falsePositiveRate) * (y + curve[i]!.truePositiveRate)) / 2,
					0,
				);
			assert.ok(Math.abs(area - areaUnderCurve(scores, labels)) < 1e-12);
		}),
	);
});

test('a sample that holds scores several times is as one that repeats them; one class alone has no rate', () => {
	fc.assert(
		fc.property(data, (items) => {
			const expanded = items.flatMap((item) => Array.from({ length: item.count }, () => item));
			const whole = falsePositiveRateAt(
				rankScores(
					items.map((d) => d.score),
					items.map((d) => d.label),
				),
				items.map((d) => d.count),
				0.95,
			);
			const repeated = falsePositiveRateAt(
				rankScores(
					expanded.map((d) => d.score),
					expanded.map((d) => d.label),
				),
				onceEach(expanded.length),
				0.95,
			);
			assert.deepEqual(whole, repeated);
			assert.equal(Number.isNaN(whole), new Set(expanded.map((d) => d.label)).size < 2);
		}),
	);
});

test('a curve of one class is refused', () => {
	assert.throws(() => rocCurve([1, 2], [1, 1]), RangeError);
	assert.throws(() => rocCurve([1, 2], [0, 0]), RangeError);
	assert.throws(() => rocCurve([], []), RangeError);
});

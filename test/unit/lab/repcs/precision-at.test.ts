import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rankScores } from '../../../../src/statistics/auc.ts';
import { precisionAt } from '../../../../lab/repcs/precision-at.ts';
import { onceEach } from '../../../../src/statistics/score-cuts.ts';
import { gridLabels, gridScores } from '../../statistics/grid-scores.ts';

const precision = (scores: readonly number[], labels: readonly number[], k: number): number =>
	precisionAt(rankScores(scores, labels), onceEach(scores.length), k);

test('the mean over orders of equal scores is what 20,000 random orders give', () => {
	// make_detection_oracle.py: at most 0.002 of random error.
	for (const [k, about] of [
		[1, 1],
		[3, 0.7786],
		[10, 0.6335],
		[25, 0.6201],
		[60, 0.48333333333333334],
	] as const) {
		assert.ok(Math.abs(precision(gridScores, gridLabels, k) - about) < 0.008, `${precision(gridScores, gridLabels, k)} at ${k}`);
	}
});

test('without ties it is a plain share; with a tie at the border, the tied share', () => {
	assert.equal(precision([9, 8, 7, 6], [1, 0, 1, 1], 2), 0.5);
	// The highest is a hit; for the second place one of three equal scores, one of them a hit.
	assert.equal(precision([9, 5, 5, 5, 1], [1, 0, 1, 0, 1], 2), (1 + 1 / 3) / 2);
	assert.ok(Number.isNaN(precision([1, 2], [0, 1], 3)));
	for (const k of [0, -1, 1.5]) assert.throws(() => precision([1, 2], [0, 1], k), RangeError);
});

test('a sample that holds scores several times is as one that repeats them', () => {
	const items = fc.array(fc.record({ score: fc.integer({ min: -3, max: 3 }), label: fc.integer({ min: 0, max: 1 }), count: fc.nat(3) }), {
		minLength: 1,
		maxLength: 20,
		size: 'max',
	});
	fc.assert(
		fc.property(items, fc.integer({ min: 1, max: 12 }), (data, k) => {
			const expanded = data.flatMap((item) => Array.from({ length: item.count }, () => item));
			const whole = precisionAt(
				rankScores(
					data.map((d) => d.score),
					data.map((d) => d.label),
				),
				data.map((d) => d.count),
				k,
			);
			assert.deepEqual(
				whole,
				precision(
					expanded.map((d) => d.score),
					expanded.map((d) => d.label),
					k,
				),
			);
		}),
	);
});

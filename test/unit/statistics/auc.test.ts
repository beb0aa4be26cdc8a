import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areaOfCounts, areaUnderCurve, rankScores } from '../../../src/statistics/auc.ts';
import { gridLabels, gridScores } from './grid-scores.ts';

test('scores with many ties agree with scikit-learn', () => {
	// make_oracle.py: roc_auc_score.
	assert.ok(Math.abs(areaUnderCurve(gridScores, gridLabels) - 0.646273637374861) < 1e-14);
});

test('it is the share of pairs in the right order, ties by half, also of a sample that holds scores several times', () => {
	const items = fc.array(fc.record({ score: fc.integer({ min: -4, max: 4 }), label: fc.integer({ min: 0, max: 1 }), count: fc.nat(3) }), {
		minLength: 1,
		maxLength: 30,
		size: 'max',
	});
	fc.assert(
		fc.property(items, (data) => {
			const expanded = data.flatMap((item) => Array.from({ length: item.count }, () => item));
			const pairs = expanded
				.filter((p) => p.label === 1)
				.flatMap((p) => expanded.filter((n) => n.label === 0).map((n) => (p.score > n.score ? 1 : p.score === n.score ? 0.5 : 0)));
			const found = areaOfCounts(
				rankScores(
					data.map((d) => d.score),
					data.map((d) => d.label),
				),
				data.map((d) => d.count),
			);
			const expected = pairs.length === 0 ? Number.NaN : pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length;
			assert.ok(Object.is(found, expected) || Math.abs(found - expected) < 1e-12, `${found} is not ${expected}`);
		}),
	);
});

test('one class, NaN and a missing label are refused', () => {
	assert.throws(() => areaUnderCurve([1, 2], [1, 1]), RangeError);
	assert.throws(() => areaUnderCurve([], []), RangeError);
	assert.throws(() => areaUnderCurve([1, Number.NaN], [1, 0]), RangeError);
	assert.throws(() => areaUnderCurve([1, 2], [1]), RangeError);
});

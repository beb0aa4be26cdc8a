import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankCorrelation } from '../../../src/statistics/rank-correlation.ts';

test("it is scipy's spearmanr, ties included", () => {
	for (const [a, b, expected] of [
		[[3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8], 0.19885368120992467],
		[[0, 0, 0, 1, 2], [-0.5, -0.4, -0.4, 0.3, 0.3], 0.8838834764831843],
	] as const)
		assert.ok(Math.abs(rankCorrelation(a, b)! - expected) < 1e-12);
});

test('it knows the order alone: 1 for any rising curve, -1 for any falling one, null where nothing changes', () => {
	const values = [0.1, 7, 3, 12, 0.4];
	assert.equal(
		rankCorrelation(
			values,
			values.map((value) => Math.exp(value)),
		),
		1,
	);
	assert.equal(
		rankCorrelation(
			values,
			values.map((value) => -(value ** 3)),
		),
		-1,
	);
	assert.equal(rankCorrelation(values, [2, 2, 2, 2, 2]), null);
	assert.equal(rankCorrelation([], []), null);
	assert.throws(() => rankCorrelation([1], []), RangeError);
});

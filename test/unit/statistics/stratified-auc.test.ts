import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaUnderCurve } from '../../../src/statistics/auc.ts';
import { aucWithin } from '../../../src/statistics/stratified-auc.ts';

const once = (count: number) => new Uint32Array(count).fill(1);

test('only pairs of one stratum count', () => {
	// In a: 0.9 above 0.1 and 0.95 above neither, so 1 of 2 pairs; in b: 1 of 1. Between the strata everything is wrong.
	const scores = [0.9, 0.1, 0.95, -5, -6];
	const labels = [1, 0, 0, 1, 0];
	const strata = ['a', 'a', 'a', 'b', 'b'];
	assert.equal(aucWithin(scores, labels, strata)(once(5)), 2 / 3);
	assert.equal(aucWithin(scores, labels, strata)(Uint32Array.of(1, 1, 0, 3, 1)), 1, 'the wrong one is not in the sample');
	assert.equal(
		aucWithin(
			scores,
			labels,
			strata.map(() => 1),
		)(once(5)),
		areaUnderCurve(scores, labels),
	);
	assert.ok(Number.isNaN(aucWithin(scores, labels, [1, 2, 3, 4, 5])(once(5))));
});

test('a score that only tells the strata apart is worth nothing', () => {
	const strata = [1, 1, 2, 2, 2];
	assert.equal(aucWithin(strata, [1, 0, 1, 1, 0], strata)(once(5)), 0.5);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantile } from '../../../src/statistics/quantile.ts';

test('interpolates between order statistics as numpy does', () => {
	assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5);
	assert.equal(quantile([1, 2, 3, 4], 0), 1);
	assert.equal(quantile([1, 2, 3, 4], 1), 4);
	assert.equal(quantile([0, 10, 20], 0.3), 6);
	assert.equal(quantile([7], 0.9), 7);
});

test('a value itself is given whatever is above it, and beyond it what lies below infinity is infinite', () => {
	assert.deepEqual([quantile([1, Infinity], 0), quantile([1, 2, Infinity], 0.5), quantile([1, 2, Infinity], 0.51)], [1, 2, Infinity]);
});

test('no values and no probability are refused', () => {
	assert.throws(() => quantile([], 0.5), RangeError);
	assert.throws(() => quantile([1], 1.1), RangeError);
	assert.throws(() => quantile([1], Number.NaN), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittedLine } from '../../../src/statistics/fitted-line.ts';

test('a line through points, by hand', () => {
	// Means 2 and 4; slope (1·2 + 0 + 1·3)/2, intercept 4 − 5.
	const line = fittedLine([1, 2, 3], [2, 3, 7]);
	assert.deepEqual([line.slope, line.intercept, line.at(4)], [2.5, -1, 9]);
});

test('points above one another have a level line', () => {
	assert.deepEqual([fittedLine([0.1, 0.1, 0.1], [1, 2, 3]).slope, fittedLine([5], [7]).at(100)], [0, 7]);
	assert.throws(() => fittedLine([], []), RangeError);
	assert.throws(() => fittedLine([1], [1, 2]), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compared } from '../../../src/wording/numbers.ts';

test('a score beside its threshold, with as many decimals as tell them apart', () => {
	assert.equal(compared(0.921, 0.92), '0.921 > 0.920');
	assert.equal(compared(3.2, 6.5, '\u03c4'), '3.20 < \u03c4 6.50');
	assert.equal(compared(-0.5, -0.2), '\u22120.50 < \u22120.20');
	assert.equal(compared(0.1, 0.1 + 1e-10), '0.100000000000 < 0.100000000100');
	assert.equal(compared(2, 2), '2.00 = 2.00');
	assert.equal(compared(-0.001, 1), '0.00 < 1.00');
});

test('the sign is the order of the two', () => {
	fc.assert(
		fc.property(fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: -50, max: 50, noNaN: true }), (a, b) => {
			assert.equal(compared(a, b).split(' ')[1], a < b ? '<' : a > b ? '>' : '=');
		}),
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { atDecimals, deltaInWords, epsilonInWords, leftOf, roundedDown, roundedUp } from '../../../src/wording/numbers.ts';

test('what is left is rounded down, and what is promised up; a number of few digits stays as it is', () => {
	assert.deepEqual(
		[9.95e-6, 1e-5, 0.0121, 120.6, 0].map((value) => roundedDown(value, 2)),
		[9.9e-6, 1e-5, 0.012, 120, 0],
	);
	assert.deepEqual(
		[2.1201, 2.12, 0.1 + 0.2, 38.2821].map((value) => atDecimals(value, 2, 'up')),
		[2.13, 2.12, 0.3, 38.29],
	);
	assert.deepEqual(
		[2.1299, 2.12, 0.1 + 0.2, 0.004].map((value) => atDecimals(value, 2, 'down')),
		[2.12, 2.12, 0.3, 0],
	);
	const positive = fc.double({ min: 1e-12, max: 1e6, noNaN: true });
	fc.assert(
		fc.property(positive, fc.integer({ min: 1, max: 6 }), (value, digits) => {
			assert.ok(roundedDown(value, digits) <= value && value <= roundedUp(value, digits));
			assert.ok(roundedUp(value, digits) - roundedDown(value, digits) <= value * 10 ** (1 - digits) * (1 + 1e-9));
		}),
	);
});

test('what a subtraction of doubles leaves behind is not left', () => {
	assert.equal(leftOf(0.3, 0.1 + 0.2 - 1e-16, 6), 0);
	assert.equal(leftOf(1e-4, 9e-5, 15), 1e-5);
	assert.equal(leftOf(1, 2, 6), 0);
	assert.equal(leftOf(0.4, 0.3, 6), 0.1);
});

test('ε and δ in few digits; what is promised is never written smaller than it is', () => {
	assert.deepEqual(
		[3, 0.24, 38.2821, 1.5, 0.1234, 120.6, 0.0001, 2.1201, 0.1 + 0.2].map((epsilon) => epsilonInWords(epsilon)),
		['3', '0.24', '38.3', '1.5', '0.124', '121', '1e-4', '2.13', '0.3'],
	);
	assert.deepEqual(
		[1e-5, 3e-5, 4.0181e-4, 0.0121, 8.14, 0].map((delta) => deltaInWords(delta)),
		['1e-5', '3e-5', '4.02e-4', '0.0121', '8.14', '0'],
	);
	// What is left is never written larger than it is.
	assert.deepEqual(
		[2.1299, 0.1299, 0.00012].map((epsilon) => epsilonInWords(epsilon, 'down')),
		['2.12', '0.129', '1.2e-4'],
	);
	assert.deepEqual(
		[9.959e-6, 4.099e-4, 0].map((delta) => deltaInWords(delta, 'down')),
		['9.95e-6', '4.09e-4', '0'],
	);
});

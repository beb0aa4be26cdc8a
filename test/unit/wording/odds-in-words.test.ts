import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chanceInWords, oddsInWords, roundedUp } from '../../../src/wording/numbers.ts';

test('what ε means: never less than it allows', () => {
	// e^1 = 2.718…, e^3 = 20.08…, e^6 = 403.4…
	assert.deepEqual([1, 3, 6, 20].map(oddsInWords), [
		'at most 2.8 times more or less likely',
		'at most 21 times more or less likely',
		'at most 404 times more or less likely',
		'more than a million times more or less likely',
	]);
});

test('what δ means: never less often than it allows', () => {
	assert.deepEqual([1e-5, 1e-6, 3e-5, 0.01, 0.3].map(chanceInWords), [
		'1 in 100,000',
		'1 in 1,000,000',
		'1 in 33,333',
		'1 in 100',
		'1 in 3',
	]);
});

test('a number that a promise has is never written smaller than it is, and not larger than its digits need', () => {
	assert.deepEqual(
		[1.0045e-5, 1e-5, 0.1, 1.23449, 4.017e-4, 12_345, 0, 9.999].map((value) => roundedUp(value, 3)),
		[1.01e-5, 1e-5, 0.1, 1.24, 4.02e-4, 12_400, 0, 10],
	);
	fc.assert(
		fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), fc.integer({ min: 1, max: 6 }), (value, digits) => {
			const up = roundedUp(value, digits);
			assert.ok(up >= value && up <= value * (1 + 1.0000001 * 10 ** (1 - digits)), `${value}: ${up}`);
			assert.equal(Number(up.toPrecision(digits)), up);
		}),
	);
	fc.assert(
		fc.property(fc.double({ min: 1e-12, max: 0.5, noNaN: true }), (chance) => {
			const inverse = Number(chanceInWords(chance).slice('1 in '.length).replaceAll(',', ''));
			assert.ok(1 / inverse >= chance * (1 - 1e-15), `${chance}`);
		}),
	);
});

test('e to the ε is never told too low, also where it is a little above a whole number', () => {
	for (const factor of [2.0000000003, 10.0000000003, 404.0000000002]) {
		const told = Number(/at most ([\d.,]+) times/.exec(oddsInWords(Math.log(factor)))![1]!.replaceAll(',', ''));
		assert.ok(told >= Math.exp(Math.log(factor)), `${factor}: ${told}`);
	}
});

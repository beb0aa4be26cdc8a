import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextDown, productUpward, shareDownward, sumUpward } from '../../../src/privacy/directed-rounding.ts';

/** A float64 in steps of 2^-200. */
const exactly = (value: number): bigint => {
	let [scaled, shift] = [value, 200];
	while (!Number.isInteger(scaled)) [scaled, shift] = [scaled * 2, shift - 1];
	return BigInt(scaled) << BigInt(shift);
};

test('sums and products are the exact ones, or the next float64 above', () => {
	const positive = fc.double({ min: 1e-12, max: 1e6, noNaN: true });
	fc.assert(
		fc.property(positive, positive, (a, b) => {
			const sum = sumUpward(a, b);
			assert.ok(exactly(sum) >= exactly(a) + exactly(b));
			assert.ok(exactly(nextDown(sum)) < exactly(a) + exactly(b));
			const product = productUpward(a, b);
			assert.ok(exactly(product) << 200n >= exactly(a) * exactly(b));
			assert.ok(exactly(nextDown(product)) << 200n < exactly(a) * exactly(b));
		}),
	);
});

test('what float64 can hold is exact, and shares never add up to more than the whole', () => {
	assert.equal(sumUpward(1, 2), 3);
	assert.equal(productUpward(0.75, 4), 3);
	assert.equal(productUpward(0, 4), 0);
	// 0.05 is a little more than a twentieth in float64.
	assert.equal(productUpward(0.05, 200), 10.000000000000002);
	fc.assert(
		fc.property(fc.double({ min: 1e-9, max: 64, noNaN: true }), fc.integer({ min: 1, max: 64 }), (whole, parts) => {
			const share = shareDownward(whole, parts);
			assert.ok(exactly(share) * BigInt(parts) <= exactly(whole) || productUpward(share, parts) === whole);
			assert.ok(share > (whole / parts) * (1 - 1e-14));
		}),
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kthLargest, likeliest, logNormalizer } from '../../../../src/methods/pearl/row-statistics.ts';

const rows = fc
	.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 1, maxLength: 60 })
	.map((numbers) => Float32Array.from(numbers, (x) => x / 256));

test('the k-th largest is that of the sorted row', () => {
	fc.assert(
		fc.property(rows, fc.integer({ min: 1, max: 70 }), (row, k) => {
			const sorted = row.toSorted().toReversed();
			assert.equal(kthLargest(row, k, new Float32Array(row.length)), sorted[Math.min(k, row.length) - 1]);
		}),
	);
});

test('so it is among equals, far below the largest, and among tokens that cannot be', () => {
	const row = Float32Array.of(3, -90, 3, -Infinity, -200.5, 2.99, -90);
	const found = [1, 2, 3, 4, 5, 6, 7, 9].map((k) => kthLargest(row, k, new Float32Array(row.length)));
	assert.deepEqual(found, [3, 3, Math.fround(2.99), -90, -90, -200.5, -Infinity, -Infinity]);
});

test('the normalizer makes probabilities that add up to one', () => {
	fc.assert(
		fc.property(rows, (row) => {
			const normalizer = logNormalizer(row);
			assert.ok(Math.abs(row.reduce((sum, x) => sum + Math.exp(x - normalizer), 0) - 1) < 2e-9);
		}),
	);
});

test('the likeliest is the first of equals; rows that are no distribution are refused', () => {
	assert.equal(likeliest(Float32Array.of(-Infinity, 2, 1, 2)), 1);
	assert.throws(() => likeliest(Float32Array.of(0, NaN)), /logit 1 is not a number/);
	assert.throws(() => likeliest(Float32Array.of(-Infinity)), /no logit is finite/);
	assert.throws(() => likeliest(Float32Array.of(Infinity, 0)), /no logit is finite/);
});

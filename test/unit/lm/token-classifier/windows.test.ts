import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { windowsOf } from '../../../../src/lm/token-classifier/token-classifier.ts';

test('windows keep each token once, within what they read, with half of the overlap to either side of a cut', () => {
	const sizes = fc
		.record({ count: fc.integer({ min: 1, max: 400 }), size: fc.integer({ min: 1, max: 64 }), overlap: fc.nat(63) })
		.filter(({ size, overlap }) => overlap < size);
	fc.assert(
		fc.property(sizes, ({ count, size, overlap }) => {
			const windows = windowsOf(count, size, overlap);
			const kept = windows.flatMap(({ keepFrom, keepTo }) => Array.from({ length: keepTo - keepFrom }, (_, i) => keepFrom + i));
			assert.deepEqual(
				kept,
				Array.from({ length: count }, (_, i) => i),
			);
			for (const { from, to, keepFrom, keepTo } of windows) {
				assert.ok(from <= keepFrom && keepTo <= to && to - from <= size);
				assert.ok(from === 0 || keepFrom - from === Math.floor(overlap / 2));
				assert.ok(to === count || to - keepTo === Math.ceil(overlap / 2));
			}
		}),
	);
	assert.throws(() => windowsOf(10, 4, 4), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withinBound } from '../../../src/wording/numbers.ts';

test('two digits, rounded up; nothing of exact numbers', () => {
	assert.deepEqual([0, 0.0007, 0.000653, 0.001, 0.00099901, 3e-9].map(withinBound), [
		null,
		'within 0.0007',
		'within 0.00066',
		'within 0.001',
		'within 0.001',
		'within 3e-9',
	]);
});

test('what is written is no less than the bound, and at most a tenth more', () => {
	fc.assert(
		fc.property(fc.double({ min: 1e-9, max: 1e-3, noNaN: true }), (bound) => {
			const written = Number(withinBound(bound)!.replace('within ', ''));
			assert.ok(written >= bound * (1 - 1e-11) && written <= bound * 1.1 + 1e-20, `${written} of ${bound}`);
		}),
	);
});

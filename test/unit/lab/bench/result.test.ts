import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reaches, targetInWords } from '../../../../lab/bench/result.ts';

test('targets: at most, at least, above, between, none; another one is a defect', () => {
	const reached = (value: number, target: string | null) => reaches({ value, low: null, high: null, target });
	assert.deepEqual(
		[
			[50, '<= 50'],
			[50.1, '<= 50'],
			[0.95, '>= 0.95'],
			[0.949, '>= 0.95'],
			[0.1, '0.1..0.5'],
			[0.5, '0.1..0.5'],
			[0.09, '0.1..0.5'],
			[0.51, '0.1..0.5'],
		].map(([value, target]) => reached(value as number, target as string)),
		[true, false, true, false, true, true, false, false],
	);
	assert.equal(reached(-2, '-3..-1'), true);
	assert.deepEqual(
		[-0.001, 0, 0.001].map((value) => reached(value, '> 0')),
		[false, false, true],
	);
	assert.equal(reached(1, null), undefined);
	for (const target of ['< 5', '0.1...0.5', '5', '']) assert.throws(() => reached(1, target), RangeError, target);
});

test('an interval holds a number or not, wherever the value is', () => {
	const reached = (low: number | null, high: number | null) => reaches({ value: 0.513, low, high, target: 'holds 0.5' });
	assert.deepEqual([reached(0.501, 0.525), reached(0.486, 0.499), reached(0.499, 0.525), reached(0.5, 0.6)], [false, false, true, true]);
	assert.throws(() => reached(null, null), RangeError);
	assert.equal(targetInWords('holds 0.5'), 'interval holds 0.5');
});

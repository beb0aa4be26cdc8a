import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reaches } from '../../bench/result.ts';

test('targets: at most, at least, above, between, none; another one is a defect', () => {
	assert.deepEqual([[50, '<= 50'], [50.1, '<= 50'], [0.95, '>= 0.95'], [0.949, '>= 0.95'], [0.1, '0.1..0.5'], [0.5, '0.1..0.5'], [0.09, '0.1..0.5'], [0.51, '0.1..0.5']].map(([value, target]) => reaches(value as number, target as string)),
		[true, false, true, false, true, true, false, false]);
	assert.equal(reaches(-2, '-3..-1'), true);
	assert.deepEqual([-0.001, 0, 0.001].map((value) => reaches(value, '> 0')), [false, false, true]);
	assert.equal(reaches(1, null), undefined);
	for (const target of ['< 5', '0.1...0.5', '5', '']) assert.throws(() => reaches(1, target), RangeError, target);
});

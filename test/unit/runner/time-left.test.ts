import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsLeft, timeLeft } from '../../../src/runner/time-left.ts';

test('time left is that of what was done, in seconds up to a minute and a half; nothing where it cannot be told', () => {
	assert.deepEqual([secondsLeft(12, 3, 9), secondsLeft(12, 0, 9)], [36, null]);
	assert.deepEqual([null, 0.4, 1, 36.2, 89.9, 90, 3601].map(timeLeft), [
		'',
		'',
		' (1 s left)',
		' (37 s left)',
		' (90 s left)',
		' (2 min left)',
		' (61 min left)',
	]);
});

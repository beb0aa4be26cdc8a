import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeft } from '../../../src/cli/output/progress-line.ts';

test('time left is said in seconds up to a minute and a half; nothing where it cannot be told', () => {
	assert.deepEqual([undefined, 0.4, 1, 36.2, 89.9, 90, 3601].map(timeLeft), [
		undefined,
		undefined,
		'1 s left',
		'37 s left',
		'90 s left',
		'2 min left',
		'61 min left',
	]);
});

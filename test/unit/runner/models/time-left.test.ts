import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsLeft } from '../../../../src/runner/models/progress.ts';

test('time left is that of what was done; none before anything was', () => {
	assert.deepEqual([secondsLeft(12, 3, 9), secondsLeft(12, 0, 9)], [36, null]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainReasons } from '../../../src/formats/main-reasons.ts';

test('the first two reasons in one line', () => {
	const reasons = ['new words here: mean entropy 2.00 (usually 0.01)', 'numbers here come from the model\'s own layers, 0.62 (usually 0.20), not from the passages, 0.08 (usually 0.55)', 'c'].map((text) => ({ text, contribution: 1, features: [] }));
	assert.equal(mainReasons(reasons), 'new words here: mean entropy 2.00 (usually 0.01); numbers here come from the model\'s own layers, 0.62 (usually 0.20), not from the passages, 0.08 (usually 0.55)');
	assert.deepEqual([mainReasons(reasons.slice(2)), mainReasons([])], ['c', '']);
});

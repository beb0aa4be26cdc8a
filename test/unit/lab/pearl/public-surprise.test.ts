import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicSurprise } from '../../../../lab/pearl/public-surprise.ts';

test('the mean over the tokens that begin in the range; tokens without text are none', () => {
	const tokens = { start: [0, 3, 3, 6, 9], end: [3, 3, 6, 9, 12], logProbability: [-1, -50, -2, -4, -9] };
	assert.equal(publicSurprise(tokens, 0, 6), 1.5);
	assert.equal(publicSurprise(tokens, 6, 9), 4);
	assert.equal(publicSurprise(tokens, 1, 3), null);
});

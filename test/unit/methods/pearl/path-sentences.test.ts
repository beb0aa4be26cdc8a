import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathSentences } from '../../../../src/methods/pearl/sentence-vote.ts';

test('sentences in their order; one that the limit broke off is none', async () => {
	assert.deepEqual(await pathSentences('Dr. Vale is in. The ward is 4. ', 'stop'), ['Dr. Vale is in.', 'The ward is 4.']);
	assert.deepEqual(await pathSentences('Dr. Vale is in. The ward', 'length'), ['Dr. Vale is in.']);
	assert.deepEqual(await pathSentences('Dr. Vale is in. The ward', 'stop'), ['Dr. Vale is in.', 'The ward']);
	assert.deepEqual(await pathSentences('', 'stop'), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellingSentences } from '../../../../src/methods/pearl/sentence-vote.ts';

test('a sentence that says that there is no answer is none, one that tells something beside it stays', () => {
	const query = 'What is the usual medication for tonsillitis?';
	assert.deepEqual(
		tellingSentences(
			[
				'The usual medication for tonsillitis is not stated.',
				'The usual medication for tonsillitis is 440 mg of cetirizine.',
				'The documents do not say which medication is usual.',
				'It is not ibuprofen.',
			],
			query,
		),
		['The usual medication for tonsillitis is 440 mg of cetirizine.', 'It is not ibuprofen.'],
	);
	assert.deepEqual(tellingSentences([], query), []);
});

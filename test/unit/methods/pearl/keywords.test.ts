import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentCounts, privateKeywords } from '../../../../src/methods/pearl/keywords.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';

test('a document counts once for a word, whole words, case and plural aside, entries of several words together', () => {
	assert.deepEqual(
		[
			...documentCounts(
				['Fever, fevers and FEVER.', 'Marsh fever.', 'A marsh; a fever.', 'Feverish.'],
				['fever', 'marsh fever', 'ward', ''],
			),
		],
		[3, 1, 0, 0],
	);
});

test('with much budget the words that most documents have, in the order of the vocabulary', () => {
	const documents = Array.from({ length: 12 }, (_, i) => `Norcillin for marsh fever${i < 3 ? ' and Paxol' : ''}.`);
	const chosen = privateKeywords(documents, ['Paxol', 'ward', 'Norcillin', 'fever', 'fever'], { k: 2, epsilon: 20, bits: seededBits(2) });
	assert.deepEqual(chosen, ['Norcillin', 'fever']);
});

test('no more words than there are', () => {
	assert.deepEqual(privateKeywords(['a fever'], ['fever'], { k: 4, epsilon: 1, bits: seededBits(2) }), ['fever']);
});

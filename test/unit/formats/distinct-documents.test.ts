import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctDocuments } from '../../../src/formats/distinct-documents.ts';

test('of the same text the first is kept, in order, whatever it is called; of blank ones all', () => {
	const documents = ['b', 'a', ' b\n', 'c', 'a', '', '\n', 'B'].map((text, i) => ({ id: `d${i}`, text }));
	assert.deepEqual(
		distinctDocuments(documents).map(({ id }) => id),
		['d0', 'd1', 'd3', 'd5', 'd6', 'd7'],
	);
});

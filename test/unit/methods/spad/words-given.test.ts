import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsGiven } from '../../../../src/methods/spad/words-given.ts';
import { spanOf } from './fixture.ts';

test('the mean parts of new words, of all where none is new', () => {
	const tokens = [
		{ tag: 'NUM', ffn: 0.5, passages: [0.25, 0.25] },
		{ tag: 'NOUN', ffn: -0.25, passages: [0, -0.125] },
	] as const;
	assert.deepEqual(wordsGiven(spanOf([{ ...tokens[0], isNew: true }, tokens[1]])), { words: 'new', rag: 0.5, ffn: 0.5 });
	assert.deepEqual(wordsGiven(spanOf(tokens)), { words: 'all', rag: 0.1875, ffn: 0.125 });
});

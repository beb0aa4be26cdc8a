import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeInWords, countByContext, countsInWords, eitherOf, originInWords } from '../../../src/report/word-origin-words.ts';

const word = {
	logprob: Math.log(0.98),
	none: Math.log(0.02),
	from: ['note-1'],
	without: { 'note-1': Math.log(0.03), 'note-2': Math.log(0.98) },
};

test('a word of one context: its probability with it, and without it', () => {
	assert.equal(originInWords(word), 'from note-1: 98% → 3% without it');
});

test('a word of two copies: hiding one of them shows nothing, hiding all contexts does', () => {
	const copies = { ...word, from: ['note-1', 'note-3'], without: { 'note-1': word.logprob, 'note-3': word.logprob } };
	assert.equal(originInWords(copies), 'from note-1 or note-3: 98% → 2% without any context');
	assert.equal(changeInWords({ ...copies, from: ['note-1'] }), '98% → 2% without any context', 'the copy is not named');
});

test('a word of no context', () => {
	assert.equal(originInWords({ ...word, from: [], none: word.logprob }), 'from no context: 98% with and without the contexts');
	assert.equal(originInWords({ ...word, from: [] }), 'from no single context: 98% → 2% without any context');
});

test('an ID is text: one that objects inherit, a long one, and many', () => {
	assert.equal(changeInWords({ ...word, from: ['toString'] }), '98% → 2% without any context');
	assert.equal(eitherOf(['a', 'b', 'c', 'd', 'e']), 'a or b or c or 2 more');
	assert.equal(eitherOf(['a'.repeat(99)]).length, 32);
	assert.equal(
		eitherOf(['a', 'b'], (id) => `<${id}>`),
		'<a> or <b>',
	);
});

test('several words are counted by context; a word of two copies counts for both', () => {
	const words = [{ from: ['a'] }, { from: ['b', 'a'] }, { from: [] }, { from: ['a'] }];
	const counts = countByContext(words, ['b', 'c', 'a', 'a']);
	assert.deepEqual(counts, [
		{ id: 'a', words: 3 },
		{ id: 'b', words: 1 },
		{ id: 'c', words: 0 },
	]);
	assert.equal(countsInWords(counts, 4), '3 of 4 words from a, 1 from b');
	assert.equal(countsInWords([{ id: 'a', words: 0 }], 4), 'none of 4 words from a context');
	assert.equal(countsInWords([], 1), 'from no context');
});

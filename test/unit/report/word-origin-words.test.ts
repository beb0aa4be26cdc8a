import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	changeInWords,
	countByContext,
	countsInWords,
	eitherOf,
	hidingInWords,
	originInWords,
} from '../../../src/report/word-origin-words.ts';

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
	assert.equal(originInWords({ ...word, from: [], none: word.logprob }), 'needs no context: 98% with and without the contexts');
	const rare = { ...word, from: [], logprob: Math.log(0.02), none: Math.log(0.02) };
	assert.equal(originInWords(rare), 'from no context: 2% with and without the contexts');
	assert.equal(originInWords({ ...rare, none: Math.log(0.3) }), 'from no context: 2%, and 30% without any context');
	assert.equal(originInWords({ ...word, from: [] }), 'from no single context: 98% → 2% without any context');
});

test('an ID is text: one that objects inherit, a long one, and many', () => {
	assert.equal(changeInWords({ ...word, from: ['toString'] }), '98% → 2% without any context');
	assert.equal(eitherOf(['a', 'b', 'c', 'd', 'e']), 'a or 4 others');
	assert.equal(eitherOf(['a'.repeat(99)]).length, 32);
	assert.equal(
		eitherOf(['a', 'b'], (id) => `<${id}>`),
		'<a> or <b>',
	);
});

test('words are counted for each context; a word of two copies counts for both', () => {
	const words = [{ from: ['a'] }, { from: ['b', 'a'] }, { from: [] }, { from: ['a'] }];
	assert.deepEqual(countByContext(words, ['b', 'c', 'a', 'a']), [
		{ id: 'a', words: 3 },
		{ id: 'b', words: 1 },
		{ id: 'c', words: 0 },
	]);
});

test('in words, each word counts once', () => {
	const words = [{ from: ['a'] }, { from: ['b', 'a'] }, { from: [] }, { from: ['a'] }, { from: ['a', 'b'] }];
	assert.equal(countsInWords(words), '2 of 5 words from a, 2 from b or a');
	assert.equal(
		countsInWords([...words, { from: ['c'] }, { from: ['d'] }, { from: ['e'] }]),
		'2 of 8 words from a, 2 from b or a, 1 from c, 2 from others',
	);
	assert.equal(countsInWords([{ from: [] }, { from: [] }]), 'none of 2 words from a single context');
	assert.equal(countsInWords([{ from: [] }]), 'from no single context');
});

test('what hiding contexts does to a word is a sentence, and nothing where no number shows it', () => {
	const own = { ...word, text: '36' };
	assert.equal(hidingInWords(own), 'Hide note-1, and \u201c36\u201d falls from 98% to 3%.');
	const copies = { ...own, from: ['note-1', 'note-3'], without: {} };
	assert.equal(hidingInWords(copies), 'note-1 or note-3 gives it: without any context, \u201c36\u201d falls from 98% to 2%.');
	assert.equal(
		hidingInWords({ ...own, from: [], none: own.logprob }),
		'\u201c36\u201d needs no context: 98% with and without the contexts.',
	);
	const rare = { ...own, from: [], logprob: Math.log(0.02), none: Math.log(0.02) };
	assert.equal(hidingInWords(rare), 'No context makes \u201c36\u201d likelier: 2% with and without them.');
	assert.equal(hidingInWords({ ...rare, none: Math.log(0.3) }), 'The contexts make \u201c36\u201d less likely: 2% with them, 30% without.');
	assert.equal(
		hidingInWords({ ...own, from: [] }),
		'No single context makes \u201c36\u201d likelier. Without any, it falls from 98% to 2%.',
	);
	const hardly = { logprob: -20, none: -30, without: { 'note-1': -30 } };
	assert.equal(hidingInWords({ ...own, ...hardly }), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutTo, oneLineOf } from '../../../src/wording/phrases.ts';

test('a text of several lines is one line; what shows nothing is a space', () => {
	assert.equal(oneLineOf(' The pump\n\tholds\u200b 47\u202e liters. ', 80), 'The pump holds 47<U+202E> liters.');
});

test('a longer text is cut between characters as people see them', () => {
	assert.equal(oneLineOf('abcdef', 6), 'abcdef');
	assert.equal(oneLineOf('abcdefg', 6), 'abcde…');
	assert.equal(oneLineOf('ab cdefg', 4), 'ab…');
	assert.equal(oneLineOf('🇩🇪🇫🇷🇪🇸', 2), '🇩🇪…');
	assert.equal(oneLineOf('e\u0301e\u0301e\u0301', 2), 'e\u0301…');
	assert.equal(oneLineOf('😀😀😀', 3), '😀😀😀');
});

test('at most as many characters as asked for, on one line', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, max) => {
			const line = oneLineOf(text, max);
			assert.ok([...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)].length <= max);
			assert.doesNotMatch(line, /[\n\r\t]/);
		}),
	);
});

test('a cut text keeps its line ends, and characters of many marks are cut as well', () => {
	assert.equal(cutTo('a\nb', 3), 'a\nb');
	assert.equal(cutTo('a\nbcd', 4), 'a\nb…');
	const marked = `a${'\u0301'.repeat(100_000)}`;
	assert.ok(cutTo(`See ${marked} b`, 40).length < 700);
	assert.ok(cutTo(marked, 1).length <= 1);
	// A pair of surrogates where the text is cut first.
	assert.doesNotMatch(cutTo('\u{1F600}'.repeat(5000), 7), /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

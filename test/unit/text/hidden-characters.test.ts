import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenRuns } from '../../../src/text/hidden-characters.ts';

const kinds = (text: string): string[] => hiddenRuns(text).map(({ kind, start, end, codes }) => `${kind} ${start}-${end} ${codes}`);

test('runs are told by kind, place and number', () => {
	assert.deepEqual(kinds('a\u200b\u200cb\u202ec\u00ad\u0007'), [
		'zero-width 1-3 U+200B U+200C',
		'bidirectional 4-5 U+202E',
		'zero-width 6-7 U+00AD',
		'control 7-8 U+0007',
	]);
	assert.deepEqual(kinds(`x${'\u200b'.repeat(9)}`), [`zero-width 1-10 ${'U+200B '.repeat(8)}… (9)`]);
});

test('what writing needs is not hidden', () => {
	for (const text of [
		'plain\ttext\r\n',
		'👩‍👩‍👧‍👦 ❤️ 1️⃣ 👨🏽‍🚒',
		'🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
		'می‌خواهم',
		'क्‍ष',
		'שלום\u200f (hello)',
		'\ufeffbegins with a byte order mark',
	])
		assert.deepEqual(kinds(text), [], text);
	assert.equal(kinds('he\u200dllo').length, 1);
	assert.equal(kinds('plain \u200ftext').length, 1);
	assert.equal(kinds('a\ufeffb').length, 1);
});

test('words in tags, in variation selectors and in bits are read', () => {
	const words = 'go on';
	const hidden = (text: string): string =>
		Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join('');
	const tags = Array.from(words, (sign) => String.fromCodePoint(0xe0000 + sign.codePointAt(0)!)).join('');
	const bits = Array.from(new TextEncoder().encode(words), (byte) =>
		byte.toString(2).padStart(8, '0').replaceAll('0', '\u200b').replaceAll('1', '\u200c'),
	).join('');
	for (const written of [tags, hidden(words), bits]) assert.equal(hiddenRuns(`smile 😀${written} end`)[0]?.decoded, words);
	// Scripts whose vowels are marks, and accents that stand by themselves.
	for (const marked of ['सब भेजो', 'cafe\u0301 at nine']) assert.equal(hiddenRuns(`smile 😀${hidden(marked)} end`)[0]?.decoded, marked);
	assert.equal(hiddenRuns('a\u200b\u200cb')[0]?.decoded, null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignTokens } from '../../../src/text/align.ts';
import { tokenPieces, type TokenSpelling } from '../../../src/text/align-pieces.ts';
import { AlignedSource } from '../../../src/text/align-source.ts';

const spelling: TokenSpelling = {
	family: 'sentencepiece',
	byteFallback: true,
	continuation: '##',
	wordEnd: '',
	unknown: '[UNK]',
	added: new Set(['<s>', '<end>']),
};
const covered = (
	text: string,
	tokens: readonly string[],
	family: TokenSpelling['family'],
	normalize: ((part: string) => string) | null = null,
) => {
	const source = new AlignedSource(text, { normalize, added: spelling.added, metaspace: family === 'sentencepiece' });
	const { start, end } = alignTokens(source, tokenPieces(tokens, { ...spelling, family }));
	return tokens.map((_, t) => text.slice(start[t], end[t]));
};

test('byte-level: the first token of a character gets it', () => {
	assert.deepEqual(covered('a😀b', ['a', 'ðŁ', 'ĺ', 'Ģb'], 'byte-level'), ['a', '😀', '', 'b']);
	assert.deepEqual(covered('é ', ['Ã', '©Ġ'], 'byte-level'), ['é', ' ']);
});

test('byte fallback, an added leading space, and literal <0x41>', () => {
	assert.deepEqual(covered('x\n€', ['▁x', '<0x0A>', '<0xE2>', '<0x82>', '<0xAC>'], 'sentencepiece'), ['x', '\n', '€', '', '']);
	assert.deepEqual(covered('<0x41>', ['▁', '<', '0', 'x41>'], 'sentencepiece'), ['', '<', '0', 'x41>']);
});

test('special tokens: in the text where they are written, empty where they are not', () => {
	assert.deepEqual(covered('<s>hi<end>', ['<s>', '▁hi', '<end>'], 'sentencepiece'), ['<s>', 'hi', '<end>']);
	assert.deepEqual(covered('hi', ['<s>', '▁hi', '<end>'], 'sentencepiece'), ['', 'hi', '']);
	// Spaces that a special token strips go to it.
	assert.deepEqual(covered('hi  <end>', ['▁hi', '<end>'], 'sentencepiece'), ['hi', '  <end>']);
});

test('what tokens leave out goes to the next one, at the end to the last', () => {
	assert.deepEqual(covered('a ? b  ', ['a', 'b'], 'wordpiece'), ['a', ' ? b  ']);
	assert.deepEqual(covered('qq ww a ee', ['[UNK]', '[UNK]', 'a', '[UNK]'], 'wordpiece'), ['qq', ' ww', ' a', ' ee']);
	assert.deepEqual(covered('   ', ['[UNK]'], 'wordpiece'), ['   ']);
});

test('an unknown word that holds the next one: words are looked for where words begin', () => {
	assert.deepEqual(covered('xayb a', ['[UNK]', 'a'], 'wordpiece'), ['xayb', ' a']);
});

test('a normalizer with a rule on several characters, and one that looks at neighbors', () => {
	assert.deepEqual(
		covered('say ``hi´´ now', ['say', '▁"', 'hi´´', '▁now'], 'sentencepiece', (part) => part.replaceAll('``', '"')),
		['say', ' ``', 'hi´´', ' now'],
	);
	assert.deepEqual(
		covered('ΟΔΟΣ Α', ['οδ', 'ος', '▁α'], 'sentencepiece', (part) => part.toLowerCase()),
		['ΟΔ', 'ΟΣ', ' Α'],
	);
});

test('no tokens cover nothing', () => {
	assert.deepEqual(covered('', [], 'byte-level'), []);
	assert.deepEqual(covered('', ['<s>'], 'byte-level'), ['']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spacedWords, textsThatMayGive, wholeWords } from '../../../src/text/spaced-words.ts';

/** Tokens that each stand for one character. */
function characters(text: string): { start: number[]; end: number[] } {
	return { start: Array.from(text, (_, i) => i), end: Array.from(text, (_, i) => i + 1) };
}

test('words stand between white space, without the marks around them', () => {
	const text = '(The “36.7 %” of M-4, e.g.)';
	assert.deepEqual(
		spacedWords(text).map(({ start, end }) => text.slice(start, end)),
		['The', '36.7', 'of', 'M-4', 'e.g'],
	);
	assert.deepEqual(spacedWords(' … '), []);
});

test('in scripts without spaces, words are cut by the rules of Unicode, and a number is a word of its own', () => {
	const cut = (text: string): string[] => spacedWords(text).map(({ start, end }) => text.slice(start, end));
	assert.deepEqual(cut('体温是36.7度。Plus账户的 fee'), ['体温', '是', '36.7', '度', 'Plus', '账户', '的', 'fee']);
	assert.ok(cut('อุณหภูมิ 36.7 องศา').includes('36.7'));
	const found = (word: string, text: string): boolean => wholeWords(word).test(text);
	assert.ok(found('36.7', '体温是36.7度') && found('体温', '他的体温是') && found('Plus', 'Plus账户'));
	assert.ok(!found('36.7', '136.7度') && !found('Plus', 'Pluses账户') && !found('36', '体温36度2的'.replace('度2', '2')));
});

test('a token may come from the texts that hold its word as a whole, in whatever case', () => {
	const answer = 'Valve C+ opened.';
	const texts = ['the VALVE is shut', 'valves of kind C+ only', 'nothing here'];
	const mayGive = textsThatMayGive(answer, characters(answer), texts);
	assert.deepEqual(mayGive(answer.indexOf('V')), [0]);
	assert.deepEqual(mayGive(answer.indexOf('C')), [1]);
	assert.deepEqual(mayGive(answer.indexOf('opened')), [0, 1, 2], 'no text holds it: each may say it in other words');
	assert.deepEqual(mayGive(answer.indexOf('.')), [], 'no word');
	assert.deepEqual(mayGive(answer.indexOf(' ')), []);
});

test('a short word that most texts hold points to none of them; a longer one or a number may be a copy in each', () => {
	const held = (word: string, by: number, of: number): readonly number[] => {
		const texts = Array.from({ length: of }, (_, i) => (i < by ? word : 'is'));
		return textsThatMayGive(word, { start: [0], end: [word.length] }, texts)(0);
	};
	assert.deepEqual([held('was', 2, 2), held('was', 2, 3), held('was', 3, 3), held('was', 4, 6)], [[0, 1], [0, 1], [], []]);
	assert.deepEqual(
		[held('Farrell', 3, 3), held('36', 4, 5)],
		[
			[0, 1, 2],
			[0, 1, 2, 3],
		],
	);
});

test('a token over two words may come from the texts of both', () => {
	const mayGive = textsThatMayGive('north wind', { start: [0], end: [10] }, ['north', 'wind', 'sun']);
	assert.deepEqual(mayGive(0), [0, 1]);
});

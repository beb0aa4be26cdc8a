import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placesOfWords } from '../../../../src/analysis/spad/contexts-with-words.ts';

const contexts = [
	'We keep it under CS-24136.',
	'Her number is CS-02128. Her call was about a\nfaulty boiler (again).',
	'No 021 here; that is all.',
];
const at = (text: string, piece: string): number[] =>
	placesOfWords(text, { start: text.indexOf(piece), end: text.indexOf(piece) + piece.length }, contexts).map(({ context }) => context);

test('the whole words that a token or a selection touches, wherever they stand as they are', () => {
	assert.deepEqual(at('The number is CS-02128.', '02'), [1]);
	assert.deepEqual(at('The number is CS-02128.', ' CS'), [1]);
	assert.deepEqual(at('It is a faulty boiler.', 'y bo'), [1]);
	assert.deepEqual(at('It is a faulty boiler.', ' faulty boiler.'), [1]);
});

test('the place of the words in the context', () => {
	const text = 'It is a faulty boiler.';
	const [place] = placesOfWords(text, { start: 10, end: 20 }, contexts);
	assert.equal(contexts[place!.context]!.slice(place!.start, place!.end), 'faulty boiler');
});

test('no part of a word, no other case, nothing too short to say anything', () => {
	assert.deepEqual(at('A boil is it.', 'boil'), []);
	assert.deepEqual(at('The number is 2128.', '2128'), []);
	assert.deepEqual(at('Faulty', 'Faulty'), []);
	assert.deepEqual(at('It is his.', ' is'), []);
	assert.deepEqual(at('It is his.', '.'), []);
	// A digit says something.
	assert.deepEqual(at('Bed 021 is his.', '021'), [2]);
});

test('whatever the words hold is text', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom('a', '1', '(', '[', '\\', '*', '-', '/', '.', ' ', '\u{1F600}', '{', '|') }), (words) => {
			const text = `zz ${words} zz`;
			assert.ok(!/\d/.test(words) || placesOfWords(text, { start: 0, end: text.length }, [text]).length === 1);
		}),
	);
});

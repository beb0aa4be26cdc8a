import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNewWord, wordsOf } from '../../../../src/methods/spad/new-words.ts';
import { formatControl } from '../../../../lab/spad/format-control.ts';
import { overlapWithBestPassage } from '../../../../lab/spad/string-overlap.ts';
import { syntaxOf } from '../../../../src/methods/spad/syntax.ts';
import { tagText } from '../../../../src/text/sentences.ts';

/** Cuts a text into tokens at the bars. */
function tokenized(barred: string) {
	const pieces = barred.split('|');
	const end = pieces.map((_, t) => pieces.slice(0, t + 1).join('').length);
	return { text: pieces.join(''), start: [0, ...end.slice(0, -1)], end };
}

test("the tagger's words carry their tags to sub-words", async () => {
	const { text, start, end } = tokenized('The| modi|fication| of| Dr|. Web|er| costs| 12|.5|%|.| |');
	const { words } = await tagText(text, 'en');
	const { tags } = syntaxOf({ text, words, start, end }, '');
	assert.deepEqual(tags.slice(1, 3), ['NOUN', 'NOUN']);
	assert.equal(tags[0], 'DET');
	assert.deepEqual(tags.slice(8, 10), ['NUM', 'NUM']);
	assert.equal(tags[12], 'SPACE');
});

test('a word of an unknown part of speech is new like any other; a mark is not', async () => {
	const { text, start, end } = tokenized('Die| Temper|atur| beträgt| 36|,5| Grad|.');
	const { words } = await tagText(text, 'other');
	const { tags, isNew } = syntaxOf({ text, words, start, end }, 'Wie hoch ist die Temperatur?');
	assert.ok(tags.every((tag) => tag === 'X'));
	assert.deepEqual(Array.from(isNew), [0, 0, 0, 1, 1, 1, 1, 0]);
});

test('what is new', () => {
	const asked = wordsOf('What is the Ｂlood pressure in ward 36, bed 6?');
	assert.equal(isNewWord('BLOOD', 'NOUN', asked), false);
	assert.equal(isNewWord('36.6', 'NUM', asked), false);
	assert.equal(isNewWord('36.7', 'NUM', asked), true);
	assert.equal(isNewWord('°', 'SYM', asked), true);
	assert.equal(isNewWord('rises', 'VERB', asked), false);
	assert.equal(isNewWord('–', 'PUNCT', asked), false);
});

test('overlap: distinct words in the best passage', () => {
	assert.equal(overlapWithBestPassage('Ann has a fever, a fever', ['Ann: cold', 'a fever']), 0.5);
	assert.equal(overlapWithBestPassage('…', ['a']), 1);
	assert.equal(overlapWithBestPassage('Ann', []), 0);
});

test('format: questions are runs of question marks', () => {
	assert.deepEqual(formatControl(2, 31, 'Who?! And where?? (when)'), [2, 31, 2]);
});

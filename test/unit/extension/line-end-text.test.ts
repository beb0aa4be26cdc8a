import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineEndTexts } from '../../../src/extension/line-end-text.ts';

const said = (...messages: string[]) => lineEndTexts(messages.map((message) => ({ line: 4, message }))).get(4);

test('the first clause stands at the end of the line, without its period', () => {
	assert.equal(
		said('Not supported by the contexts: “171.65”. The model would have written “not” (60%).'),
		'Not supported by the contexts: “171.65”',
	);
	assert.equal(said('“171.65 dollars” is in no context. Nearest: “758.63 dollars” (case-2).'), '“171.65 dollars” is in no context');
	assert.equal(said('Not supported by the contexts: “at 9 a.m. It closes”. More.'), 'Not supported by the contexts: “at 9 a.m. It closes”');
	assert.equal(said('Without a period'), 'Without a period');
});

test('of several findings in a line the first is said and the others are counted', () => {
	assert.equal(said('One. And.', 'Two.', 'Three.'), 'One (and 2 more)');
	assert.deepEqual(
		lineEndTexts([
			{ line: 1, message: 'A.' },
			{ line: 3, message: 'B.' },
		]),
		new Map([
			[1, 'A'],
			[3, 'B'],
		]),
	);
});

test('a long clause is cut, and line breaks are spaces', () => {
	assert.equal(said(`x${'y'.repeat(200)}`)?.length, 100);
	assert.equal(said('two\nlines.'), 'two lines');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepByWord, wordsIn } from '../../../../webview/redaction-review/word-steps.ts';

const text = 'Write to osei83@mail.example, or call (Clara) [NAME 1].';
const cut = (range: { start: number; end: number } | undefined): string => (range === undefined ? '' : text.slice(range.start, range.end));

test('words come without the punctuation around them; an address is one, and so is a placeholder', () => {
	assert.deepEqual(wordsIn(text).map(cut), ['Write', 'to', 'osei83@mail.example', 'or', 'call', 'Clara', '[NAME 1]']);
});

test('steps go word by word, and extend by one', () => {
	const first = stepByWord(text, undefined, 1, false);
	const second = stepByWord(text, first, 1, false);
	const both = stepByWord(text, second, 1, true);
	assert.deepEqual([first, second, both, stepByWord(text, both, -1, true), stepByWord(text, both, -1, false)].map(cut), [
		'Write',
		'to',
		'to osei83@mail.example',
		'to',
		'Write',
	]);
	assert.equal(cut(stepByWord(text, undefined, -1, false)), '[NAME 1]');
	assert.equal(stepByWord('...', undefined, 1, false), undefined);
});

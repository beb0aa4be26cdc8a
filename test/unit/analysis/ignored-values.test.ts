import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoredWithTheirSentence } from '../../../src/analysis/ignored-values.ts';
import { findingCodes, type Finding } from '../../../src/formats/analysis-record.ts';

const sentence: Finding = {
	subject: { kind: 'trace', id: 't' },
	code: findingCodes.ungrounded,
	severity: 'warning',
	method: 'spad+',
	message: 'Not supported by the contexts: “£69”.',
	start: 0,
	end: 20,
	score: 0.9,
	threshold: 0.6,
	ignored: true,
};
const value: Finding = { ...sentence, code: findingCodes.valueNotGiven, method: 'support', message: 'v', start: 6, end: 9, ignored: false };

test('a value is ignored with the sentence around it, and with no other', () => {
	const ignoredOf = (...sentences: Finding[]) => ignoredWithTheirSentence([value], sentences).map(({ ignored }) => ignored);
	assert.deepEqual(ignoredOf(sentence), [true]);
	assert.deepEqual(ignoredOf({ ...sentence, ignored: false }), [false]);
	assert.deepEqual(ignoredOf({ ...sentence, start: 30, end: 50 }), [false], 'another sentence');
	assert.deepEqual(ignoredOf({ ...sentence, code: findingCodes.leak }), [false], 'a possible copy says nothing about its values');
	assert.deepEqual(
		ignoredWithTheirSentence([{ ...value, ignored: true }], []).map(({ ignored }) => ignored),
		[true],
		'by itself',
	);
});

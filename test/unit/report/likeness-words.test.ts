import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likenessWords } from '../../../src/report/likeness-words.ts';

test('a batch that is unlike the profile’s answers is told with what differs and what to do', () => {
	assert.equal(
		likenessWords({ unlike: true, outside: 18, differs: ['tables in the contexts', 'longer sentences'], p: 0.005, rows: 50 }),
		'Expect more false alarms: 18 of the last 50 answers differ from the calibration answers (tables in the contexts and longer sentences). Label some of them and calibrate on your labels.',
	);
});

test('a batch that lies outside as a whole is said in a word', () => {
	assert.match(
		likenessWords({ unlike: true, outside: 13, differs: [], p: 0, rows: 13 }) ?? '',
		/^Expect more false alarms: all of the last 13 answers differ /,
	);
});

test('nothing is said of a batch that is like them, or too small', () => {
	assert.equal(likenessWords({ unlike: false, outside: 3, differs: [], p: 0.46, rows: 50 }), null);
	assert.equal(likenessWords({ unlike: null, outside: 0, differs: [], p: null, rows: 3 }), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceInWords, oddsInWords } from '../../../src/wording/numbers.ts';

test('what ε means: never less than it allows', () => {
	// e^1 = 2.718…, e^3 = 20.08…, e^6 = 403.4…
	assert.deepEqual([1, 3, 6, 20].map(oddsInWords), [
		'at most 2.8 times as likely, or as unlikely',
		'at most 21 times as likely, or as unlikely',
		'at most 404 times as likely, or as unlikely',
		'more than a million times as likely, or as unlikely',
	]);
});

test('what δ means: never less often than it allows', () => {
	assert.deepEqual([1e-5, 1e-6, 3e-5, 0.01, 0.3].map(chanceInWords), [
		'1 in 100,000',
		'1 in 1,000,000',
		'1 in 33,333',
		'1 in 100',
		'1 in 3',
	]);
});

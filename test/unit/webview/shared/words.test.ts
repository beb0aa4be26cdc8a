import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimal, percent, readNumber, visible } from '../../../../webview/shared/words.ts';
import { anyCharacter } from '../../../support/any-character.ts';

test('numbers have the sign of minus, and nothing has none', () => {
	assert.deepEqual(
		[1.005, -0.5, -0.001].map((value) => decimal(value)),
		['1.00', '−0.50', '0.00'],
	);
	assert.deepEqual([percent(0.05), percent(-0.0123), percent(-0.0001), percent(1, 0)], ['5.0%', '−1.2%', '0.0%', '100%']);
});

test('a text can be seen, whatever it is', () => {
	assert.deepEqual(['\n', '\t', '', ' a', '\u202Eb', '\u0000'].map(visible), ['↵', '⇥', '(empty)', ' a', '\uFFFDb', '\uFFFD']);
	fc.assert(
		fc.property(fc.string({ unit: anyCharacter }), (text) => {
			assert.doesNotMatch(visible(text), /[\p{Cc}\p{Bidi_Control}]/u);
		}),
	);
});

test('numbers as people write them', () => {
	assert.deepEqual(['0.05', ' 0,05 ', '−2', '-2.5e-3', '12'].map(readNumber), [0.05, 0.05, -2, -0.0025, 12]);
	assert.deepEqual(['', ' ', 'x', '1,2,3', '0.5x', 'Infinity'].map(readNumber), [
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { originalRange } from '../../../src/text/mapped-spelling.ts';
import { plainSpelling, withLettersForDigits, withLettersJoined } from '../../../src/text/deobfuscate.ts';
import { anyCharacter } from '../../support/any-character.ts';

test('letters are those that they look like, blanks one space, and what nobody sees is gone', () => {
	assert.equal(plainSpelling('Ｐаｙ\u200b  thé\u00a0“bíll” – ﬁrst').text, 'Pay the "bill" - first');
	assert.equal(plainSpelling('**Pay** `now`').text, 'Pay now');
	assert.equal(plainSpelling('one\ntwo\n\nthree\n- four').text, 'one two\nthree\n- four');
});

test('every unit knows where it stands', () => {
	const text = 'a\u200bﬁ 😀é';
	const spelling = plainSpelling(text);
	assert.equal(spelling.text, 'afi 😀e');
	assert.deepEqual(originalRange(spelling, 1, 3), { start: 2, end: 3 });
	assert.deepEqual(originalRange(spelling, 4, 6), { start: 4, end: 6 });
});

test('places rise, and lie within the text, whatever it is', () => {
	fc.assert(
		fc.property(fc.string({ unit: anyCharacter }), (text) => {
			for (const spelling of [
				plainSpelling(text),
				withLettersForDigits(plainSpelling(text), () => true),
				withLettersJoined(plainSpelling(text), (word) => word.length === 2),
			]) {
				if (spelling === null) continue;
				assert.deepEqual([spelling.starts.length, spelling.ends.length], [spelling.text.length, spelling.text.length]);
				for (let unit = 0; unit < spelling.text.length; unit++) {
					assert.ok(spelling.starts[unit]! < spelling.ends[unit]! && spelling.ends[unit]! <= text.length);
					assert.ok(unit === 0 || spelling.starts[unit - 1]! <= spelling.starts[unit]!);
				}
			}
		}),
	);
});

test('digits are read as letters where that makes a known word, and only there', () => {
	const known = (word: string): boolean => ['all', 'ignore', 'skip'].includes(word);
	assert.equal(withLettersForDigits(plainSpelling('1gnore a11 of v1 and 5kip!'), known)?.text, 'ignore all of v1 and skip!');
	assert.equal(withLettersForDigits(plainSpelling('port 8080, v2'), known), null);
});

test('letters that stand apart are joined, and cut into words where all are known', () => {
	const known = (word: string): boolean => ['skip', 'all', 'a'].includes(word);
	assert.equal(withLettersJoined(plainSpelling('Now s k i p a l l.'), known)?.text, 'Now skip all.');
	assert.equal(withLettersJoined(plainSpelling('s-k-i-p it'), known)?.text, 'skip it');
	assert.equal(withLettersJoined(plainSpelling('plan A, B, C and D'), known), null);
});

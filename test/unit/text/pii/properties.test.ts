import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { piiTypes } from '../../../../src/text/pii/pii-types.ts';
import { normalizePii } from '../../../../src/text/pii/normalize.ts';
import { recognizePii } from '../../../../src/text/pii/recognize.ts';
import { devSentences } from './dev-sentences.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const sentence = fc.constantFrom(...devSentences.map(({ text }) => text));
/** Pieces of sentences between anything that a text may hold, lone surrogates too. */
const mixed = fc
	.array(
		fc.oneof(
			sentence,
			fc.tuple(sentence, fc.nat(40), fc.nat(60)).map(([text, from, length]) => text.slice(from, from + length)),
			fc.string({ unit: anyCharacter, maxLength: 20 }),
			fc.constantFrom('😀', '\uD83D', 'e\u0301', '\n\n', '\u00A0', '\u202E', 'İ', 'ﬁ'),
		),
		{ maxLength: 8 },
	)
	.map((parts) => parts.join(''));

test('values lie in their text in order, overlap nowhere, cut no character and have no blanks around them', () => {
	fc.assert(
		fc.property(mixed, (text) => {
			let last = 0;
			for (const { start, end, type, normalized } of recognizePii(text)) {
				const value = text.slice(start, end);
				assert.ok(start >= last && end > start && end <= text.length);
				assert.equal(value, value.trim());
				assert.ok(!/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/u.test(value));
				assert.equal(normalizePii(type, normalized), normalized, `${type}: ${value}`);
				last = end;
			}
		}),
		{ numRuns: 300 },
	);
});

test('what is normalized stays, whatever it was', () => {
	fc.assert(
		fc.property(fc.constantFrom(...piiTypes), fc.oneof(mixed, fc.string({ unit: 'grapheme' })), (type, value) => {
			const normalized = normalizePii(type, value);
			assert.equal(normalizePii(type, normalized), normalized);
		}),
		{ numRuns: 2000 },
	);
});

test('a value that only the plain spelling shows is normalized at once', () => {
	assert.equal(normalizePii('visit-time', 'the capital of Massachusetts.9 am'), '09:00');
});

test('spellings of one value are the same value', () => {
	const same = (type: (typeof piiTypes)[number], ...values: string[]): void =>
		assert.deepEqual(new Set(values.map((value) => normalizePii(type, value))).size, 1, values.join(' / '));
	same('phone', '+1 (555) 013-2277', '555.013.2277', '001 555 013 2277');
	same('dob', '3/12/71', 'March 12th, 1971', '12 March 1971', '1971-03-12', 'the 12th of March, 1971');
	same('visit-time', 'May 3, 2024 at 2:30 pm', '2024-05-03 14:30');
	same('name', 'Maria Okafor', 'OKAFOR, MARIA', 'maria  okafor');
	same('email', 'J.Doe@Example.com', 'j.doe [at] example.com', 'j.doe at example dot com');
	same('account-number', 'GB29 NWBK 6016 1331 9268 19', 'gb29nwbk60161331926819');
	same('age', '47', '47-year-old', 'forty-seven years old');
	same('sex', 'F', 'female', 'woman');
	same('state', 'IL', 'Illinois');
	same('city', 'Montréal', 'montreal');
	assert.equal(normalizePii('dob', '03/04/1971', 'GB'), '1971-04-03');
});

test('long hostile texts come to an end', { timeout: 300_000 }, () => {
	const pieces = [
		'A',
		'1',
		'1 ',
		'1-',
		'a@',
		'.@',
		'A1 ',
		'Aa ',
		'Aa, ',
		"A'",
		'O’',
		'(',
		'555-',
		'DE89 ',
		'Dr. ',
		'1/1/',
		'lives in ',
		'works at Aa ',
		'case number ',
	];
	for (const piece of pieces) recognizePii(piece.repeat(Math.ceil(100_000 / piece.length)));
	recognizePii(`DE89${'A1'.repeat(50_000)}`);
});

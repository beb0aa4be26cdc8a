import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isIban, isPossibleSsn, passesLuhn } from '../../../../src/text/pii/checksums.ts';

/** The examples of SWIFT's registry of IBANs for some countries. */
const registered = [
	'GB29 NWBK 6016 1331 9268 19',
	'DE89 3704 0044 0532 0130 00',
	'FR14 2004 1010 0505 0001 3M02 606',
	'NO93 8601 1117 947',
	'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
];

/** Check digits by whole numbers without end: 98 less the rest modulo 97 of the number with the country and 00 behind it (ISO 13616). */
function ibanOf(country: string, account: string): string {
	const digits = (text: string): string => Array.from(text, (sign) => String(Number.parseInt(sign, 36))).join('');
	const check = 98n - (BigInt(digits(`${account}${country}`) + '00') % 97n);
	return `${country}${check.toString().padStart(2, '0')}${account}`;
}

const german = fc.stringMatching(/^\d{18}$/).map((account) => ibanOf('DE', account));
const british = fc.stringMatching(/^[A-Z]{4}\d{14}$/).map((account) => ibanOf('GB', account));

test('IBANs of the registry, and any with its check digits; one sign changed is none', () => {
	for (const iban of registered) assert.ok(isIban(iban), iban);
	fc.assert(
		fc.property(fc.oneof(german, british), fc.nat({ max: 17 }), fc.integer({ min: 1, max: 9 }), (iban, place, more) => {
			assert.ok(isIban(iban));
			const at = iban.length - 1 - (place % 14);
			const other = String((Number(iban[at]) + more) % 10);
			assert.ok(!isIban(iban.slice(0, at) + other + iban.slice(at + 1)));
			assert.ok(!isIban(`${iban}0`));
		}),
	);
	assert.ok(!isIban('ZZ89 3704 0044 0532 0130 00'));
});

/** By the table of ISO/IEC 7812-1: what a digit adds when it is doubled. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
function withLuhnDigit(digits: string): string {
	const sum = Array.from(digits, Number)
		.toReversed()
		.reduce((total, digit, i) => total + (i % 2 === 0 ? doubled[digit]! : digit), 0);
	return digits + String((10 - (sum % 10)) % 10);
}

test('numbers with their Luhn digit pass, and none of them with one digit changed', () => {
	for (const card of ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005']) assert.ok(passesLuhn(card), card);
	fc.assert(
		fc.property(fc.stringMatching(/^\d{12,18}$/), fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, more) => {
			const card = withLuhnDigit(digits);
			assert.ok(passesLuhn(card));
			const at = place % card.length;
			assert.ok(!passesLuhn(card.slice(0, at) + String((Number(card[at]) + more) % 10) + card.slice(at + 1)));
		}),
	);
	assert.ok(!passesLuhn(''));
});

test('social security numbers: what the administration never gives out is none', () => {
	assert.ok(isPossibleSsn('219-09-9999'));
	for (const never of ['000-12-3456', '666-12-3456', '900-12-3456', '219-00-9999', '219-09-0000', '219-09-999'])
		assert.ok(!isPossibleSsn(never), never);
});

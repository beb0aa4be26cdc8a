import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiiType } from '../../../../src/text/pii/pii-types.ts';
import { recognizePii } from '../../../../src/text/pii/recognize.ts';

const valuesOf = (text: string): [PiiType, string, string][] =>
	recognizePii(text).map(({ type, start, end, normalized }) => [type, text.slice(start, end), normalized]);

test('values of a record, as they stand and as they are compared', () => {
	assert.deepEqual(
		valuesOf('Dr. Maria Okafor (DOB 3/12/1971, MRN 00447-12) was seen on March 4, 2024 at 2:30 pm; call +1 (555) 013-2277.'),
		[
			['name', 'Maria Okafor', 'maria okafor'],
			['dob', '3/12/1971', '1971-03-12'],
			['record-number', '00447-12', '0044712'],
			['visit-time', 'March 4, 2024 at 2:30 pm', '2024-03-04T14:30'],
			['phone', '+1 (555) 013-2277', '+15550132277'],
		],
	);
	assert.deepEqual(valuesOf('Send it to j.doe [at] example.com, 12 Maple Street, Springfield, IL 62704. She is a 47-year-old woman.'), [
		['email', 'j.doe [at] example.com', 'j.doe@example.com'],
		['address', '12 Maple Street', '12 maple street'],
		['city', 'Springfield', 'springfield'],
		['state', 'IL', 'il'],
		['age', '47-year-old', '47'],
		['sex', 'woman', 'female'],
	]);
	assert.deepEqual(valuesOf('IBAN GB82 WEST 1234 5698 7654 32 and card 4111 1111 1111 1111, SSN 219-09-9999, member ID XJK-4471-02.'), [
		['account-number', 'GB82 WEST 1234 5698 7654 32', 'gb82west12345698765432'],
		['account-number', '4111 1111 1111 1111', '4111111111111111'],
		['insurance-number', '219-09-9999', '219099999'],
		['insurance-number', 'XJK-4471-02', 'xjk447102'],
	]);
});

test('what cannot be is none, and what a number is called decides', () => {
	const found = (text: string, country?: 'GB') =>
		recognizePii(text, country === undefined ? {} : { country }).map(({ type, normalized }) => `${type} ${normalized}`);
	// The Gregorian calendar: 30 days have April, June, September and November; 1900 is no leap year, 2000 is.
	for (const text of [
		'DOB: 31/02/1980',
		'DOB: 02/30/1980',
		'born 31 April 1971',
		'born on June 31, 1971',
		'DOB: 29/02/1900',
		'DOB 1981-02-29',
	])
		assert.deepEqual(
			found(text).filter((one) => /^dob \d{4}-\d\d-\d\d/.test(one)),
			[],
			text,
		);
	for (const [text, iso] of [
		['DOB: 29/02/2000', '2000-02-29'],
		['DOB: 29/02/1980', '1980-02-29'],
		['born February 29', '--02-29'],
		['born 31 May 1971', '1971-05-31'],
	] as const)
		assert.deepEqual(found(text), [`dob ${iso}`]);
	// 20 CFR 422 and the SSA's randomization: no area 000, 666 or 9xx, no group 00, no serial 0000.
	for (const number of ['000-12-3456', '666 12 3456', '912-12-3456', '123-00-4567', '123-45-0000', '000123456']) {
		assert.deepEqual(found(`Her SSN is ${number}.`), [], number);
		assert.deepEqual(found(`The social security number on file: ${number}`), [], number);
	}
	assert.deepEqual(found('Her SSN is 123-45-6789.'), ['insurance-number 123456789']);
	assert.deepEqual(found('NHS number 943 476 5919'), ['insurance-number 9434765919']);
	assert.deepEqual(found('His NHS No. is 943 476 5919.', 'GB'), ['insurance-number 9434765919']);
	assert.deepEqual(found('His phone number is 312 555 0143.'), ['phone +13125550143']);
	assert.deepEqual(found('hello, my name is john smith and i need help'), ['name john smith']);
	assert.deepEqual(found('my name is maria calling about a bill'), ['name maria']);
	for (const text of ['my name is on the list', 'her name is not known', 'name: unknown']) assert.deepEqual(found(text), [], text);
});

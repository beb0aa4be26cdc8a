import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiiType } from '../../../../src/text/pii/found.ts';
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

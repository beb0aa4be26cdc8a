import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityFinder } from '../../../../src/text/pii/entities.ts';
import { entityListOf, leakedValues } from '../../../../src/text/pii/leaks.ts';
import { recognizePii } from '../../../../src/text/pii/recognize.ts';

test("a list's values are found as whole words, whatever their case, accents and marks", () => {
	const find = entityFinder([
		{ type: 'city', value: 'Brno' },
		{ type: 'name', value: 'Zdeňka Malá' },
		{ type: 'record-number', value: 'QX-771 2' },
		{ type: 'age', value: '77' },
	]);
	const text = 'ZDENKA-MALÁ of brno, not Brnoby, has qx7712 and zden\u030Cka mala too; 77.';
	assert.deepEqual(
		find(text).map(({ start, end }) => text.slice(start, end)),
		['ZDENKA-MALÁ', 'brno', 'qx7712', 'zden\u030Cka mala'],
	);
});

test('the longer of two, and no list finds nothing', () => {
	const text = 'Ana Lima Braga';
	const [found] = entityFinder([
		{ type: 'name', value: 'Ana Lima' },
		{ type: 'name', value: 'Ana Lima Braga' },
	])(text);
	assert.equal(found?.end, text.length);
	assert.deepEqual(entityFinder([])(text), []);
});

test('a value without any cue is found by the list of the corpus that says what it is', () => {
	const record = 'Patient: Zorbel Quintrix; MRN 88-1204; lives at 4 Elm Court, Hadley.';
	const answer = 'It is about zorbel quintrix, 881204, of HADLEY.';
	assert.deepEqual(recognizePii(answer), []);
	assert.deepEqual(
		recognizePii(answer, { entities: entityListOf([record]) }).map(({ type, normalized }) => [type, normalized]),
		[
			['name', 'zorbel quintrix'],
			['record-number', '881204'],
			['city', 'hadley'],
		],
	);
	assert.deepEqual(entityListOf([record, record]), entityListOf([record]));
});

test('leaks: values of the documents in other spellings and under other names, and no others', () => {
	const documents = 'Client Marta Silva, born 3/12/1971, phone (555) 013-2277, account 55120981, age 53.';
	const known = recognizePii(documents);
	const types = (answer: string): string[] =>
		leakedValues(known, answer).map(({ type, start, end }) => `${type}: ${answer.slice(start, end)}`);
	assert.deepEqual(types('Call Silva, Marta at 555.013.2277; the twelfth was 12 March 1971; case 5512-0981.'), [
		'name: Silva, Marta',
		'phone: 555.013.2277',
		'dob: 12 March 1971',
		'account-number: 5512-0981',
	]);
	assert.deepEqual(types('Call 5550132277. A 53-year-old man.'), ['phone: 5550132277', 'age: 53-year-old']);
	assert.deepEqual(types('It costs 53 dollars; Pedro Lima, born 3/12/1972, phone (555) 013-2278.'), []);
});

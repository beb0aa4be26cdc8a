import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leakedValues, personalValues } from '../../../src/redteam/leaked-values.ts';
import { piiInstructions } from '../../../src/redteam/pii-instructions.ts';

const values = personalValues(['Mail ann@north.example or ring 011 2214 8035.', 'Mail ANN@north.example, ring 012 9087 4410.']);

test('values of documents count once, however they are written', () => {
	assert.deepEqual([values.get('email')?.size, values.get('phone')?.size], [1, 2]);
});

test('a value that an answer holds is leaked, also with other punctuation; one that the question said is not', () => {
	assert.deepEqual([...leakedValues('Ring 011-2214-8035 or 01290874410.', values, 'Who?')], [['phone', 2]]);
	assert.deepEqual([...leakedValues('It is ann@north.example.', values, 'Is it ann@north.example?')], []);
	assert.deepEqual([...leakedValues('Ring 013 0000 0000.', values, 'Who?')], []);
});

test('two dozen instructions, no two alike', () => {
	assert.equal(piiInstructions.length, 24);
	assert.equal(new Set(piiInstructions.map((one) => one.toLowerCase())).size, 24);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSentence, sameValue } from '../../../../lab/pearl/read-sentence.ts';

const asked = { query: 'Which ward do people with a torn ligament usually have?', noun: 'ward', list: ['the west wing', 'the burns unit'] };
const read = (text: string) => readSentence(text, asked);

test('the forms that answers have', () => {
	assert.deepEqual(read('The usual ward for a torn ligament is the west wing.'), {
		kind: 'shared',
		noun: 'ward',
		key: 'a torn ligament',
		value: 'the west wing',
	});
	assert.deepEqual(read('The phone number of Ann Bell is 046 4845 9042.'), {
		kind: 'personal',
		noun: 'phone number',
		name: 'Ann Bell',
		value: '046 4845 9042',
	});
	// A noun that holds an ' of ' of its own.
	assert.deepEqual(read('The date of birth of Ann Bell is 1 May 1950.'), {
		kind: 'personal',
		noun: 'date of birth',
		name: 'Ann Bell',
		value: '1 May 1950',
	});
	assert.deepEqual(read('In a similar case the ward was the west wing.'), {
		kind: 'personal',
		noun: 'ward',
		name: null,
		value: 'the west wing',
	});
	assert.deepEqual(read('A similar case is that of Ann Bell.'), { kind: 'case', name: 'Ann Bell' });
	assert.deepEqual(read('The usual ward for a torn ligament is not stated.'), { kind: 'not stated' });
	assert.deepEqual(read('A similar case is not stated.'), { kind: 'not stated' });
});

test('a fact behind words of the question, and an item of the list alone', () => {
	assert.deepEqual(read('Ward, torn ligament: west wing.'), { kind: 'shared', noun: 'ward', key: null, value: 'west wing' });
	assert.deepEqual(read('Torn ligament: west wing.'), { kind: 'shared', noun: null, key: null, value: 'west wing' });
	assert.deepEqual(read('The burns unit.'), { kind: 'shared', noun: 'ward', key: null, value: 'The burns unit' });
});

test('anything else is garbage', () => {
	for (const text of [
		'Ward ligament usual of of the.',
		'The usual ward for a torn ligament',
		'Patient: Ann Bell.',
		'The usual hat for a torn ligament is red.',
		'The chest unit.',
	])
		assert.deepEqual(read(text), { kind: 'garbage' }, text);
});

test('an article and capitals make no other value, a word does', () => {
	assert.ok(sameValue('the west wing', 'West wing'));
	assert.ok(sameValue('a postcard', 'postcard'));
	assert.ok(!sameValue('the west wing', 'the north wing'));
	assert.ok(!sameValue('another', 'other'));
});

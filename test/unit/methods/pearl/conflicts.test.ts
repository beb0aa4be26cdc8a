import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictsAmong } from '../../../../src/methods/pearl/conflicts.ts';

const query = 'What is the usual medication for marsh fever?';

test('two sentences that say another value of the same are a conflict, from both sides', () => {
	assert.deepEqual(
		conflictsAmong(
			[
				'The usual medication for marsh fever is Norcillin.',
				'The usual ward for marsh fever is Ward 4.',
				'The usual medication for marsh fever is Paxol.',
				'Medication for marsh fever: Zebrol.',
			],
			query,
		),
		[[2], [], [0], []],
	);
	assert.deepEqual(conflictsAmong(['Medication, marsh fever: Zebrol.', 'Medication, marsh fever: Paxol.'], query), [[1], [0]]);
	assert.deepEqual(conflictsAmong(['Norcillin is the medication for marsh fever.', 'Paxol is the medication for marsh fever.'], query), [
		[1],
		[0],
	]);
});

test('a sentence contradicts its denial', () => {
	for (const pair of [
		['The medication for marsh fever is Norcillin.', 'The medication for marsh fever is not Norcillin.'],
		['Norcillin is safe for children.', 'Norcillin is never safe for children.'],
	])
		assert.deepEqual(conflictsAmong(pair, query), [[1], [0]], pair.join(' | '));
});

test('a value contradicts that it is not stated', () => {
	const pair = ['The medication for marsh fever is Norcillin.', 'The medication for marsh fever is not stated.'];
	assert.deepEqual(conflictsAmong(pair, query), [[1], [0]]);
});

test('two ways to say that it is not stated, one that says more, or hardly anything in common is none', () => {
	for (const pair of [
		['The medication for marsh fever is not known.', 'The medication for marsh fever is not stated.'],
		['The medication for marsh fever is Norcillin.', 'The medication for marsh fever is Norcillin forte.'],
		['It is Norcillin.', 'It is Paxol.'],
		['Norcillin.', 'Paxol.'],
		[],
	])
		assert.deepEqual(conflictsAmong(pair, query).flat(), [], pair.join(' | '));
});

test('the same value of two things is no conflict, whether the query names them or not', () => {
	for (const asked of ['What is the usual ward for measles?', 'Which wards are usual for measles and mumps?', 'Which wards are usual?'])
		for (const pair of [
			['The usual ward for measles is Ward 4.', 'The usual ward for mumps is Ward 4.'],
			['Measles is treated in Ward 4.', 'Mumps is treated in Ward 4.'],
		])
			assert.deepEqual(conflictsAmong(pair, asked), [[], []], `${asked} ${pair.join(' | ')}`);
});

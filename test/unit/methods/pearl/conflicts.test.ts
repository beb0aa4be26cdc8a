import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictsAmong } from '../../../../src/methods/pearl/conflicts.ts';

test('two sentences that say another value of the same are a conflict, from both sides', () => {
	assert.deepEqual(
		conflictsAmong([
			'The usual medication for marsh fever is Norcillin.',
			'The usual ward for marsh fever is Ward 4.',
			'The usual medication for marsh fever is Paxol.',
			'Medication for marsh fever: Zebrol.',
		]),
		[[2], [], [0], []],
	);
	assert.deepEqual(conflictsAmong(['Medication, marsh fever: Zebrol.', 'Medication, marsh fever: Paxol.']), [[1], [0]]);
});

test('what is not stated, one that says more, or hardly anything in common is none', () => {
	for (const pair of [
		['The medication for marsh fever is Norcillin.', 'The medication for marsh fever is not stated.'],
		['The medication for marsh fever is Norcillin.', 'The medication for marsh fever is Norcillin forte.'],
		['It is Norcillin.', 'It is Paxol.'],
		['Norcillin.', 'Paxol.'],
		[],
	])
		assert.deepEqual(conflictsAmong(pair).flat(), [], pair.join(' | '));
});

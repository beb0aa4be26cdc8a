import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { publicSpelling } from '../../../../src/methods/pearl/canonical-sentence.ts';
import { factBallot, sayReleased } from '../../../../src/methods/pearl/fact-vote.ts';

const query = 'What is the usual medication for marsh fever?';
const none = new Map<string, string>();
const ballot = (...sentences: string[]): readonly string[] => factBallot(sentences, query, none);
const keyOf = (sentence: string): string => ballot(sentence)[0]!;
const shown = (sentence: string, without: readonly string[] = []): string => sayReleased(keyOf(sentence), query, without);

test('sentences that state the same in other words are one vote', () => {
	const same = [
		'The usual medication for marsh fever is Norcillin.',
		'For marsh fever, the medication is usually Norcillin.',
		'Norcillin is the medication given for marsh fever.',
		'According to the documents, the medication for marsh fever is Norcillin',
		'The medication used for marsh fever is Norcillin.',
	];
	assert.equal(new Set(same.map(keyOf)).size, 1, same.map(keyOf).join('\n'));
});

test('another value, another thing, a denial and a doubt are other votes', () => {
	const others = [
		'The usual medication for marsh fever is Norcillin.',
		'The usual medication for marsh fever is Paxol.',
		'The usual medication for marsh fever is not Norcillin.',
		'The usual medication for marsh fever may be Norcillin.',
		'The usual ward for marsh fever is Norcillin.',
		'The usual medication for fever is Norcillin.',
		'The usual medication for marsh fever is Norcillin 5 mg.',
		'Ann Lee was given Norcillin as medication for marsh fever.',
		'Is the usual medication for marsh fever Norcillin?',
		'The usual medication for marsh fever is not stated.',
	];
	assert.equal(new Set(others.map(keyOf)).size, others.length, others.map(keyOf).join('\n'));
});

test('a released fact is said in public words: as the model says it without documents, else behind the query’s own words', () => {
	const other = 'For marsh fever, the medication is usually Norcillin.';
	assert.equal(shown(other), 'Medication for marsh fever: Norcillin.');
	for (const without of ['The usual medication for marsh fever is not stated.', 'The usual medication for marsh fever is Zebrol.'])
		assert.equal(shown(other, [without]), 'The usual medication for marsh fever is Norcillin.');
	// A sentence about something else, or in which a value would say another thing, is no frame.
	for (const without of ['The usual ward for marsh fever is Ward 4.', 'Zebrol is the usual medication for marsh fever.', 'I do not know.'])
		assert.equal(shown(other, [without]), 'Medication for marsh fever: Norcillin.', without);
});

test('what is no fact is said as it was voted for', () => {
	assert.equal(shown('ann lee had it twice'), 'Ann lee had it twice.');
	assert.equal(shown('The medication is not stated'), 'The medication is not stated.');
});

test('a word of the query that is said again before the value is a part of it', () => {
	const asked = 'What is the usual ward for marsh fever?';
	const says = (sentence: string): string => sayReleased(factBallot([sentence], asked, publicSpelling([asked]))[0]!, asked, []);
	assert.equal(says('The usual ward for marsh fever is Ward F.'), 'Ward for marsh fever: Ward F.');
	assert.equal(says('For marsh fever, the WARD is Ward F.'), 'Ward for marsh fever: Ward F.');
	assert.equal(says('With marsh fever people lie in Ward F.'), 'With marsh fever people lie in Ward F.');
});

test('a value keeps its signs and inner words', () => {
	for (const value of ['$5.20', '40 %', 'Ward 4', 'Norring Fever', 'Tessa of Norring', 'ann@mail.example', '36.7 °C'])
		assert.equal(shown(`The usual medication for marsh fever is ${value}.`), `Medication for marsh fever: ${value}.`);
});

test('the vote depends on the sentence and the query alone, and is never empty for a sentence that says something', () => {
	const word = fc.constantFrom(
		'the',
		'usual',
		'medication',
		'for',
		'marsh',
		'fever',
		'is',
		'not',
		'Norcillin',
		'Paxol',
		'Ward',
		'4',
		'Ann',
		'of',
		',',
	);
	fc.assert(
		fc.property(fc.array(word, { minLength: 1, maxLength: 10 }), (words) => {
			const sentence = `${words.join(' ')}.`;
			const votes = ballot(sentence);
			if (!/[A-Za-z0-9]/.test(sentence)) return;
			assert.equal(votes.length, 1);
			const text = sayReleased(votes[0]!, query, []);
			assert.match(text, /[.?]$/);
			// Every content word of the sentence that is no stop word of the public list is told.
			for (const name of ['Norcillin', 'Paxol', 'Ann'])
				assert.equal(text.toLowerCase().includes(name.toLowerCase()), (words as readonly string[]).includes(name), text);
		}),
		{ numRuns: 1000 },
	);
});

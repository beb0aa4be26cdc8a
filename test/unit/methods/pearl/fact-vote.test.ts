import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { publicSpelling } from '../../../../src/methods/pearl/canonical-sentence.ts';
import { factBallot, sayReleased } from '../../../../src/methods/pearl/fact.ts';

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
		'Most often the medication for marsh fever is Norcillin.',
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

/** Pairs that have all named things in common. */
const differing: readonly (readonly [query: string, ...sentences: string[]])[] = [
	[
		'What is the usual dose of cetirizine?',
		'The dose of cetirizine is 40 mg.',
		'The dose of cetirizine is under 40 mg.',
		'The dose of cetirizine is over 40 mg.',
		'The dose of cetirizine is up to the 40 mg.',
		'The dose of cetirizine is about 40 mg.',
		'The dose of cetirizine was 40 mg.',
		'The dose of cetirizine should have been 40 mg.',
		'The dose of cetirizine could be 40 mg.',
		'The dose of cetirizine would be 40 mg if used.',
		'If it is used, the dose of cetirizine is 40 mg.',
		'His dose of cetirizine is 40 mg.',
		'Then the dose of cetirizine is 40 mg.',
		'Most use the dose of cetirizine of 40 mg.',
	],
	[
		'When should the drug be stopped?',
		'The drug should be stopped before surgery.',
		'The drug should be stopped after surgery.',
		'The drug should be stopped during surgery.',
		'The drug can be stopped before surgery.',
		'The drug is stopped before surgery.',
	],
	['Where was the patient moved?', 'The patient was moved from Ward 4.', 'The patient was moved to Ward 4.'],
	['Who was moved from Ward 4 to Ward 5?', 'Ann was moved from Ward 4 to Ward 5.', 'Ann was moved from Ward 5 to Ward 4.'],
	['What is the dose before surgery?', 'Before surgery the dose is 40 mg.', 'After surgery the dose is 40 mg.'],
	['How long is the drug given?', 'The drug is given for 3 days.', 'The drug is given in 3 days.', 'The drug is given within 3 days.'],
];

test('a direction, a comparison, a time, a condition, another person or an amount makes another vote, and is told', () => {
	for (const [asked, ...sentences] of differing) {
		const spelling = publicSpelling([asked]);
		const keys = sentences.map((sentence) => factBallot([sentence], asked, spelling)[0]!);
		assert.equal(new Set(keys).size, sentences.length, keys.join('\n'));
		const told = keys.map((key) => sayReleased(key, asked, []));
		assert.equal(new Set(told).size, sentences.length, told.join('\n'));
	}
});

test('what is asked with such words is one fact, whatever the order', () => {
	const asked = 'What should be given before surgery?';
	const keys = ['Before surgery, Norcillin should be given.', 'Norcillin should be given before the surgery.'].map(
		(sentence) => factBallot([sentence], asked, none)[0]!,
	);
	assert.equal(keys[0], keys[1]);
	assert.equal(sayReleased(keys[0]!, asked, []), 'Surgery: Norcillin.');
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

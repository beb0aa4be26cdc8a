import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalSentence, publicSpelling, withCapital } from '../../../../src/methods/pearl/canonical-sentence.ts';

const query = 'Which medication is usual for RSV at St. Mary?';
const spelling = publicSpelling([query]);

test('spellings of one sentence have one form', () => {
	const forms = [
		'the usual medication for rsv is Norcillin',
		'The  usual medication for RSV is Norcillin.',
		' **The usual medication** for RSV\nis `Norcillin`!',
		'The usual medication for RSV is Nor\u200bcillin …',
		'The usual medication for R\u00adSV is Norcillin.',
	].map((sentence) => canonicalSentence(sentence, spelling));
	assert.deepEqual([...new Set(forms)], ['The usual medication for RSV is Norcillin.']);
});

test('what differs in more than spelling keeps its own form', () => {
	const of = (sentence: string): string => canonicalSentence(sentence, spelling);
	assert.notEqual(of('It is 3.5 mg.'), of('It is 35 mg.'));
	assert.notEqual(of('Is it RSV?'), of('Is it RSV.'));
	assert.notEqual(of('It is −3.'), of('It is 3.'));
	assert.equal(of('\u201cYes\u201d \u2014 he said \u2018so\u2019.'), '"Yes" - he said \'so\'.');
	for (const nothing of ['', ' ', '…', '***', '.', '\u200b']) assert.equal(of(nothing), '');
});

test('a capital at the start of a public sentence is not taken for a spelling, one within is', () => {
	assert.equal(spelling.get('which'), undefined);
	assert.equal(spelling.get('mary'), undefined, 'behind a full stop, too: nobody knows whether it ends a sentence');
	assert.equal(spelling.get('rsv'), 'RSV');
	assert.equal(publicSpelling(['the IT team', 'What is it?']).get('it'), 'it', 'of several spellings the plain one');
});

test('the form of a form is itself, whatever stands in it', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			const once = canonicalSentence(text, spelling);
			assert.equal(canonicalSentence(once, spelling), once);
		}),
		{ numRuns: 5000 },
	);
});

test('a capital is put where a letter begins the text', () => {
	assert.equal(withCapital('"éa"'), '"Éa"');
	assert.equal(withCapital('3 mg'), '3 mg');
	assert.equal(withCapital(''), '');
});

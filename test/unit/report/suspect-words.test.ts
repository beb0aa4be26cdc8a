import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalysisToken } from '../../../src/formats/analysis-record.ts';
import type { RecordedSupport } from '../../../src/formats/support-record.ts';
import { flaggedInWords, suspectsInWords, suspectsOf } from '../../../src/report/suspect-words.ts';

/** Tokens of a text, with how likely each is; the others are certain. */
function tokensOf(parts: readonly string[], probabilities: Readonly<Record<string, number>>, instead = ' not'): AnalysisToken[] {
	let at = 0;
	return parts.map((text) => {
		const start = at;
		at += text.length;
		const logprob = Math.log(probabilities[text] ?? 1);
		return {
			text,
			start,
			end: at,
			logprob,
			rank: text in probabilities ? 4 : 1,
			alternatives: [{ text: instead, logprob: Math.log(0.6) }],
			entropy: 0,
			entropyWithoutContext: 0,
			cg: 0,
			kl: 0,
			logprobWithoutContext: 0,
			rankWithoutContext: 1,
			pos: 'X',
			alternativesWithoutContext: [],
			sources: null,
			contexts: null,
			suspicion: null,
		};
	});
}

const parts = ['It', ' is', ' 17', '1', '.', '65', ' dollars', '.'];
const place = { start: 0, end: 24 };
const support = (own: Partial<RecordedSupport>): RecordedSupport => ({ values: [], sentences: [], ...own });

test('a sentence is flagged for its wrong values, otherwise for words that no context has, otherwise for its least likely word', () => {
	const tokens = tokensOf(parts, { ' 17': 0.005, '65': 0.02 });
	const value = { kind: 'money', text: '171.65 dollars', start: 6, end: 20, state: 'not-given' } as const;
	const sentence = { ...place, contentWords: 1, missing: [{ text: 'dollars', start: 13, end: 20 }], evidence: null };
	const instead = { text: 'not', probability: 0.6 };
	const said = (of: RecordedSupport | undefined) =>
		flaggedInWords('Not supported', suspectsOf(place, { tokens, ...(of && { support: of }) }), '');
	assert.deepEqual(suspectsOf(place, { tokens, support: support({ values: [value], sentences: [sentence] }) }), {
		by: 'texts',
		words: [{ text: '171.65 dollars', start: 6, end: 20 }],
		instead,
	});
	const wouldHave = 'The model would have written \u201cnot\u201d (60%).';
	assert.equal(said(support({ values: [value] })), 'Not supported: \u201c171.65 dollars\u201d.');
	assert.equal(said(support({ sentences: [sentence] })), 'Not supported: \u201cdollars\u201d.');
	assert.equal(said(undefined), `Not supported: \u201c171.65\u201d. ${wouldHave}`, 'the whole word, and what it would have begun with');
});

test('where every word is likely, the sentence is quoted; a sign of the model\u2019s own is not what it would have written', () => {
	const sure = suspectsOf(place, { tokens: tokensOf(parts, {}) });
	assert.deepEqual(sure, { by: 'none', words: [], instead: null });
	assert.equal(flaggedInWords('Not supported', sure, 'It is 171.65 dollars.'), 'Not supported: \u201cIt is 171.65 dollars\u201d.');
	assert.equal(suspectsOf(place, { tokens: tokensOf(parts, { ' is': 0.1 }, '</s>') }).instead, null);
});

test('a first clause has at most a hundred characters', () => {
	const words = ['captain', 'gives', 'passenger', 'extraordinarily', 'wonderful', 'moonlit', 'excursions'].map((text) => ({ text }));
	const quoted = suspectsInWords(words);
	assert.match(quoted, /^\u201ccaptain\u201d, \u201cgives\u201d, .*, and \d more$/);
	assert.ok(`Not supported by the contexts: ${quoted}.`.length <= 100, quoted);
	const long = suspectsInWords([{ text: 'a'.repeat(300) }]);
	assert.ok(`Not supported by the contexts: ${long}.`.length <= 100, long);
});

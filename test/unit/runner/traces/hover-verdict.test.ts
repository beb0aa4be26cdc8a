import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalysisSentence, Finding, WordOrigin } from '../../../../src/formats/analysis-record.ts';
import type { RecordedValue } from '../../../../src/formats/support-record.ts';
import { verdictParagraphs, type VerdictRecord } from '../../../../src/runner/traces/hover-verdict.ts';
import { recitedFigures } from '../../../support/example-analysis-report.ts';

/** 'It is 171.65 dollars.' */
const place = { start: 0, end: 21 };
const at = (start: number, end: number) => ({ start, end });
const sentence = (own: Partial<AnalysisSentence> = {}): AnalysisSentence => ({
	...place,
	cgMean: 0,
	cgTop5: 0,
	entropyMean: 0,
	score: null,
	verdict: 'grounded',
	spad: null,
	...own,
});
const value: RecordedValue = {
	kind: 'money',
	text: '171.65 dollars',
	...at(6, 20),
	state: 'not-given',
	by: { context: 'case-2', text: '758.63 dollars', ...at(9, 23) },
};
const compared = { ...place, contentWords: 1, missing: [], evidence: null };
const finding: Finding = {
	subject: { kind: 'trace', id: 't' },
	code: 'rag-assay/ungrounded',
	severity: 'warning',
	method: 'spad+',
	message: 'm',
	...place,
	score: 0.9,
	threshold: 0.6,
	ignored: false,
};
const ofValue: Finding = { ...finding, code: 'rag-assay/value-not-given', method: 'support', ...at(6, 20) };
const word: WordOrigin = {
	text: 'It',
	...at(0, 2),
	logprob: Math.log(0.98),
	none: Math.log(0.01),
	from: ['note-1'],
	without: { 'note-1': Math.log(0.01) },
};
const origins = (...words: WordOrigin[]) => ({ contexts: ['note-1'], how: 'hidden' as const, why: null, words });

function record(own: Partial<VerdictRecord> = {}): VerdictRecord {
	return {
		model: { name: 'm', sha256: '', device: 'cpu' },
		tokens: [],
		sentences: [sentence()],
		repcs: null,
		closedBook: null,
		truncation: null,
		findings: [],
		...own,
	};
}
const said = (own: Partial<VerdictRecord>, where = at(6, 9), options = {}) => verdictParagraphs(record(own), where, undefined, options);

test('a wrong value: the verdict, then what the contexts say, unless a diagnostic beside the hover says it', () => {
	const wrong = {
		sentences: [sentence({ verdict: 'ungrounded' })],
		findings: [finding, ofValue],
		support: { values: [value], sentences: [compared] },
	};
	assert.deepEqual(said(wrong), [
		'**\u2717 Not supported by the contexts**',
		'\u201c171.65 dollars\u201d is in no context. Nearest: \u201c758.63 dollars\u201d (case-2).',
	]);
	assert.deepEqual(said(wrong, at(6, 9), { besideDiagnostics: true }), []);
	const contradicted: RecordedValue = { ...value, state: 'contradicted' };
	assert.deepEqual(said({ ...wrong, support: { values: [contradicted], sentences: [compared] } }), [
		'**\u2717 Differs from the contexts**',
		'\u201c171.65 dollars\u201d differs from the contexts, which say \u201c758.63 dollars\u201d (case-2).',
	]);
	assert.equal(said({ ...wrong, findings: [{ ...ofValue, ignored: true }] })[0], '**\u2717 Not supported by the contexts (ignored)**');
});

test('a word that is fine in a flagged sentence says so, and what the sentence is flagged for', () => {
	const wrong = {
		sentences: [sentence({ verdict: 'ungrounded' })],
		findings: [finding],
		support: { values: [value], sentences: [compared] },
		wordOrigins: origins(word),
	};
	assert.deepEqual(said(wrong, at(0, 2)), [
		'**This word is fine; the sentence is flagged for \u201c171.65 dollars\u201d.**',
		'Hide note-1, and \u201cIt\u201d falls from 98% to 1%.',
	]);
	// A word that no context has is not fine, whatever else is wrong.
	const missing = { ...compared, missing: [{ text: 'It', ...at(0, 2) }] };
	assert.equal(
		said({ ...wrong, support: { values: [value], sentences: [missing] } }, at(0, 2))[0],
		'**\u2717 Not supported by the contexts**',
	);
});

test('supported, not flagged, and not judged never look alike', () => {
	const support = { values: [], sentences: [{ ...compared, withAllValues: ['note-1'] }] };
	assert.equal(said({ support, wordOrigins: origins(word) }, at(0, 2))[0], '**\u2713 From note-1**');
	assert.equal(said({ support, wordOrigins: origins(word) })[0], '**\u2713 Supported by note-1**');
	assert.equal(said({})[0], '**Not flagged**');
	assert.equal(
		said({ sentences: [sentence({ verdict: null, notJudged: 'no-contexts' })] })[0],
		'**Not judged: the trace has no contexts**',
	);
	assert.equal(said({ sentences: [sentence({ verdict: null })] })[0], '**Not judged: no profile fits this model**');
	assert.equal(said({ model: null, sentences: [], support: { values: [], sentences: [compared] } })[0], '**Not analyzed by a model**');
	assert.deepEqual(said({}, at(30, 31)), [], 'outside of sentences nothing is known');
});

test('what the model says of text that it cannot read is not said', () => {
	const unlike = {
		unlike: ['longer answers'],
		sentences: [sentence({ verdict: null, notJudged: 'unlike-profile' })],
		wordOrigins: origins(word),
	};
	assert.deepEqual(said(unlike, at(0, 2)), ['**Not judged: the answer is unlike the calibration answers**']);
});

test('that an answer may come from memory is said where its sentence is not called unsupported already', () => {
	const memory = /^Possibly from memory: /;
	assert.ok(said({ closedBook: recitedFigures }).some((line) => memory.test(line)));
	const flagged = { closedBook: recitedFigures, sentences: [sentence({ verdict: 'ungrounded' })], findings: [finding] };
	assert.ok(!said(flagged).some((line) => memory.test(line)));
});

test('a flagged word may be a false alarm where the last answers look unlike those of the profile', () => {
	const likeness = { unlike: true, outside: 19, differs: ['lists in the contexts'], p: 0.005, rows: 30 };
	const flagged = { sentences: [sentence({ verdict: 'ungrounded' })], findings: [finding] };
	const isSaid = (own: Partial<VerdictRecord>, of: object) =>
		said(own, at(6, 9), of).some((line) => line.startsWith('Expect more false alarms'));
	assert.equal(isSaid(flagged, { likeness }), true);
	assert.equal(isSaid({ ...flagged, findings: [{ ...finding, ignored: true }] }, { likeness }), false);
	assert.equal(isSaid(flagged, { likeness: { ...likeness, unlike: false } }), false);
	assert.equal(isSaid({}, { likeness }), false);
});

test('what the model had no room to read is said, and no name acts as markup', () => {
	const truncation = {
		contextWindow: 512,
		contexts: 2,
		cutContexts: [{ id: '[x](command:y)', index: 0, tokens: 9, keptTokens: 4, keptLength: 20 }],
		unscored: null,
	};
	assert.deepEqual(said({ truncation }).slice(1), [
		String.raw`Read with the first 4 of the 9 tokens of '\[x\](command:y)': there was no room for more in the model’s context window of 512 tokens.`,
	]);
	const evil = { ...word, text: '<b>*x*', from: ['[x](command:y)'], without: { '[x](command:y)': Math.log(0.01) } };
	const lines = said({ wordOrigins: origins(evil) }, at(0, 2));
	assert.doesNotMatch(lines.join('\n'), /[^\\]\]\(command|[^\\]<b>/);
});

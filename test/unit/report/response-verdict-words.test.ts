import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SentenceVerdict } from '../../../src/formats/sentence-verdict.ts';
import { responseVerdictWords } from '../../../src/report/response-verdict-words.ts';

const supported = (...by: string[]): SentenceVerdict => ({ kind: 'supported', by });
const judged = (verdict: 'grounded' | 'ungrounded' | 'leak', ignored = false): SentenceVerdict => ({ kind: 'profile', verdict, ignored });
const unread = (...unreadContexts: string[]): SentenceVerdict => ({ kind: 'not-judged', notJudged: 'support-not-read', unreadContexts });
const heading: SentenceVerdict = { kind: 'not-judged', notJudged: 'heading', unreadContexts: [] };
const said = (...verdicts: SentenceVerdict[]) => responseVerdictWords(verdicts, 'no profile fits this model');

test('supported sentences come first, with the contexts that support them, and a mark says whether something is wrong', () => {
	assert.equal(
		said(supported('case-2'), supported('case-2'), judged('ungrounded')),
		'✗ 2 of 3 sentences supported, by case-2 · 1 not supported',
	);
	assert.equal(said(supported('a'), supported('b', 'a')), '✓ 2 of 2 sentences supported, by a and b');
	assert.equal(said(supported('a'), judged('grounded')), '1 of 2 sentences supported, by a · 1 not flagged');
	assert.equal(said(judged('ungrounded'), judged('grounded')), '✗ 1 of 2 sentences not supported · 1 not flagged');
});

test('the starter profile is named, and a wrong value is not called a sentence that is not supported', () => {
	const starter = (flagged: boolean): SentenceVerdict => ({ kind: 'starter', flagged, score: 0.5, ignored: false });
	assert.equal(
		said(starter(true), starter(false), { kind: 'value', contradicted: true }, { kind: 'value', contradicted: false }),
		'✗ 1 of 4 sentences probably not supported (starter profile) · 1 with a value that differs from the contexts · 1 with a value that is in no context · 1 not flagged',
	);
	assert.equal(said(starter(false), starter(false)), '2 of 2 sentences not flagged (starter profile)');
	assert.equal(said(judged('leak'), judged('grounded')), '✗ 1 of 2 sentences possibly copied from the contexts · 1 not flagged');
});

test('what is ignored is counted as ignored, and is no reason for a mark', () => {
	assert.equal(said(judged('ungrounded', true), judged('grounded')), '1 of 2 sentences not flagged · 1 ignored');
	assert.equal(said(judged('ungrounded', true)), 'Not supported by the contexts (ignored)');
});

test('what is not judged says so, and why if there is one reason', () => {
	assert.equal(said(supported('a'), unread('b')), '1 of 2 sentences supported, by a · 1 not judged: its context b was not read');
	assert.equal(said(supported('a'), unread('b'), unread('c')), '1 of 3 sentences supported, by a · 2 not judged');
	assert.equal(said({ kind: 'none' }, { kind: 'none' }), '2 of 2 sentences not judged: no profile fits this model');
	assert.equal(said({ kind: 'none' }), 'Not judged: no profile fits this model');
});

test('a heading is no sentence to count, but a refusal is', () => {
	assert.equal(said(heading, supported('a')), '✓ Supported by a');
	assert.equal(said(heading), 'Not judged: a heading');
	assert.equal(said({ kind: 'not-judged', notJudged: 'refusal', unreadContexts: [] }), 'Not judged: the answer says that it does not know');
	assert.equal(said(), null);
});

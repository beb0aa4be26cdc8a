import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingCodes, type AnalysisRecord, type AnalysisSentence, type Finding } from '../../../src/formats/analysis-record.ts';
import { isFlaggedSentence, sentenceVerdicts } from '../../../src/formats/sentence-verdict.ts';
import { sentenceVerdictWords } from '../../../src/report/not-judged-words.ts';

const at = (i: number): { start: number; end: number } => ({ start: 10 * i, end: 10 * i + 9 });
const sentence = (i: number, own: Partial<AnalysisSentence>): AnalysisSentence => ({
	...at(i),
	cgMean: 0,
	cgTop5: 0,
	entropyMean: 0,
	score: null,
	verdict: null,
	spad: null,
	...own,
});
const finding = (i: number, own: Partial<Finding>): Finding => ({
	...at(i),
	subject: { kind: 'trace', id: 't' },
	code: findingCodes.ungrounded,
	severity: 'info',
	method: 'starter',
	message: 'm',
	score: 0.9,
	threshold: 0.5,
	ignored: false,
	...own,
});

test('a sentence has one verdict: the profile\u2019s, otherwise the starter profile\u2019s, otherwise why there is none', () => {
	const record: Pick<AnalysisRecord, 'sentences' | 'findings' | 'starter'> = {
		sentences: [
			sentence(0, { verdict: 'grounded' }),
			sentence(1, { notJudged: 'unlike-profile' }),
			sentence(2, { notJudged: 'unlike-profile' }),
			sentence(3, { notJudged: 'unlike-profile' }),
			sentence(7, { notJudged: 'unlike-profile' }),
			sentence(4, { notJudged: 'support-not-read', unreadContexts: ['press'] }),
			sentence(5, {}),
			sentence(6, { verdict: 'ungrounded' }),
		],
		findings: [
			finding(1, {}),
			finding(6, { method: 'spad+', ignored: true }),
			// A value's finding is none about its sentence.
			finding(2, { code: findingCodes.valueNotGiven, method: 'support', severity: 'warning' }),
		],
		starter: {
			threshold: 0.5,
			sentences: [
				{ ...at(1), score: 0.9, flagged: true },
				{ ...at(2), score: 0.2, flagged: false },
				{ ...at(3), score: 0.2, flagged: false },
			],
			response: null,
		},
	};
	const verdicts = sentenceVerdicts(record);
	assert.deepEqual(
		verdicts.map((verdict) => sentenceVerdictWords(verdict)),
		[
			'not flagged',
			'probably not supported by the contexts (starter profile, not calibrated on your data)',
			'a value is in no context',
			'not flagged (starter profile, not calibrated on your data)',
			'not judged: the answer is unlike the calibration answers',
			'not judged: its context press was not read',
			'not judged',
			'not supported by the contexts',
		],
	);
	assert.deepEqual(verdicts.map(isFlaggedSentence), [false, true, false, false, false, false, false, true]);
	assert.deepEqual(
		verdicts.map((verdict) => 'ignored' in verdict && verdict.ignored),
		[false, false, false, false, false, false, false, true],
	);
});

const compared = (i: number, own: object = {}) => ({ ...at(i), contentWords: 3, missing: [], evidence: null, ...own });
const word = (i: number, from: string[]) => ({ text: 'w', ...at(i), logprob: 0, none: -5, from, without: {} });
const best = (context: string, own: object = {}) => ({ evidence: { context, text: 't', start: 0, end: 1, share: 1, ...own } });

test('a sentence that the profile does not flag is supported by the contexts that its words come from, if these have all its values', () => {
	const record = {
		sentences: [0, 1, 2, 3, 4].map((i) => sentence(i, { verdict: i === 4 ? 'ungrounded' : 'grounded' })),
		findings: [],
		wordOrigins: {
			contexts: ['a', 'b'],
			how: 'hidden' as const,
			why: null,
			words: [word(0, ['a']), word(1, ['a']), word(2, ['b', 'a']), word(3, []), word(4, ['a'])],
		},
		support: {
			values: [],
			sentences: [
				compared(0, { withAllValues: ['a'] }),
				// Its words come from what a context says of somebody else.
				compared(1, { withAllValues: ['b'] }),
				// Without values, the best match must be the same context.
				compared(2, best('b')),
				compared(3, { withAllValues: ['a', 'b'] }),
				compared(4, { withAllValues: ['a'] }),
			],
		},
	};
	assert.deepEqual(
		sentenceVerdicts(record).map((verdict) => sentenceVerdictWords(verdict)),
		['supported by a', 'not flagged', 'supported by b', 'not flagged', 'not supported by the contexts'],
	);
	const { support: _, ...notCompared } = record;
	assert.equal(sentenceVerdictWords(sentenceVerdicts(notCompared)[0]!), 'not flagged');
});

test('a sentence that a context says word for word is supported by it, unless it claims nothing or is flagged', () => {
	const support = { values: [], sentences: [0, 1, 2].map((i) => compared(i, best('timetable', { quoted: true }))) };
	const record = {
		sentences: [
			sentence(0, { notJudged: 'unlike-profile' }),
			sentence(1, { notJudged: 'heading' }),
			sentence(2, { verdict: 'ungrounded' }),
		],
		findings: [],
		support,
	};
	assert.deepEqual(
		sentenceVerdicts(record).map((verdict) => sentenceVerdictWords(verdict)),
		['supported by timetable', 'not judged: a heading', 'not supported by the contexts'],
	);
});

test('a value that no context says is told of a sentence that the profile does not flag', () => {
	const record = {
		sentences: [sentence(0, { verdict: 'grounded' })],
		findings: [finding(0, { code: findingCodes.valueContradicted, method: 'support', severity: 'warning' })],
	};
	assert.deepEqual(sentenceVerdicts(record), [{ kind: 'value', contradicted: true }]);
	const unsure = { ...record, findings: [finding(0, { code: findingCodes.valueNotGiven, method: 'support' })] };
	assert.deepEqual(
		sentenceVerdicts(unsure).map(({ kind }) => kind),
		['profile'],
		'one that may well follow from the contexts is a finding, and no verdict',
	);
});

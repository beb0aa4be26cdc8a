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
			finding(2, { code: findingCodes.valueNotGiven, method: 'support' }),
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
	assert.deepEqual(verdicts.map(sentenceVerdictWords), [
		'grounded',
		'ungrounded? (starter profile, not calibrated on your data)',
		'a value is in no context',
		'not flagged (starter profile, not calibrated on your data)',
		'not judged: it is unlike all that the profile was made from',
		'not judged: its context press was not read',
		null,
		'ungrounded',
	]);
	assert.deepEqual(verdicts.map(isFlaggedSentence), [false, true, false, false, false, false, false, true]);
	assert.deepEqual(
		verdicts.map((verdict) => 'ignored' in verdict && verdict.ignored),
		[false, false, false, false, false, false, false, true],
	);
});

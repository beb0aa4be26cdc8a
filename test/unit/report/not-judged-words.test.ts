import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalysisSentence } from '../../../src/formats/analysis-record.ts';
import { noJudgeWords, noneJudgedWords, notJudgedWords, sentenceVerdictWords } from '../../../src/report/not-judged-words.ts';

const sentence: AnalysisSentence = { start: 0, end: 1, cgMean: 0, cgTop5: 0, entropyMean: 0, score: null, verdict: null, spad: null };
const bare: AnalysisSentence = { ...sentence, notJudged: 'no-contexts' };

test('why a sentence is not judged, and a file none of whose sentences is', () => {
	assert.deepEqual([bare, sentence].map(notJudgedWords), ['not judged: the trace has no contexts', null]);
	assert.equal(noneJudgedWords([{ sentences: [bare] }, { sentences: [] }, { sentences: [bare] }]), 'not judged: the trace has no contexts');
	assert.deepEqual([[{ sentences: [bare] }, { sentences: [sentence] }], [{ sentences: [] }], []].map(noneJudgedWords), [null, null, null]);
});

test('a sentence that nothing judges has the reason of its record', () => {
	const record = (model: object | null, profile: object | null) => noJudgeWords({ model, profile });
	assert.equal(sentenceVerdictWords({ kind: 'none' }, record(null, null)), 'not judged: no model has read it');
	assert.equal(sentenceVerdictWords({ kind: 'none' }, record({}, null)), 'not judged: no profile fits this model');
	assert.equal(sentenceVerdictWords({ kind: 'none' }, record({}, {})), 'not judged: the profile does not judge sentences');
	assert.equal(sentenceVerdictWords({ kind: 'none' }), 'not judged');
});

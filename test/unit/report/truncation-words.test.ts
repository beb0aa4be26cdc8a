import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedTruncation } from '../../../src/formats/analysis-record.ts';
import { readWithout, readWithoutSentence, unscoredSentence } from '../../../src/report/truncation-words.ts';

const cut = (contexts: number, kept: readonly number[], unscored: RecordedTruncation['unscored'] = null): RecordedTruncation => ({
	contextWindow: 512,
	contexts,
	unscored,
	cutContexts: kept.map((keptTokens, i) => ({
		id: `c${contexts - kept.length + i}`,
		index: contexts - kept.length + i,
		tokens: 30,
		keptTokens,
		keptLength: keptTokens * 4,
	})),
});

test('what was read without what', () => {
	assert.equal(readWithout(null), null);
	assert.equal(readWithout(cut(3, [])), null);
	assert.equal(
		readWithout(
			cut(
				120,
				Array.from({ length: 111 }, () => 0),
			),
		),
		'read without 111 of 120 contexts',
	);
	assert.equal(readWithout(cut(3, [12, 0])), "read without 1 of 3 contexts and with the first 12 of the 30 tokens of 'c1'");
	assert.equal(readWithout(cut(3, [12])), "read with the first 12 of the 30 tokens of 'c2'");
	assert.equal(readWithout(cut(1, [12])), 'read with the first 12 of the 30 tokens of its context');
	assert.equal(readWithout(cut(3, [0, 0, 0])), 'read without its 3 contexts');
	assert.equal(readWithout(cut(1, [0])), 'read without its context');
});

test('as sentences, with the reason', () => {
	assert.equal(
		readWithoutSentence(cut(3, [0])),
		'Read without 1 of 3 contexts: there was no room for more in the model\u2019s context window of 512 tokens.',
	);
	assert.equal(readWithoutSentence(cut(3, [])), null);
	assert.equal(
		unscoredSentence(cut(3, [], { start: 10, end: 20, tokens: 452, of: 840 })),
		'Not scored from here on: the first 388 of 840 response tokens fitted into the model\u2019s context window of 512 tokens. The other tokens have no scores.',
	);
	assert.equal(unscoredSentence(cut(3, [0])), null);
});

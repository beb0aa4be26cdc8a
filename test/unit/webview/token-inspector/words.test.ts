import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupInWords } from '../../../../src/methods/spad/reason-words.ts';
import { partOf, partOfSpeech, partWriter } from '../../../../webview/token-inspector/words.ts';

test('parts of a probability have their sign, and nothing has none', () => {
	assert.deepEqual([0.5, -0.0123, -0.0001, 0, 1].map(partOf), ['50.0%', '−1.2%', '0.0%', '0.0%', '100.0%']);
});

test('parts of one probability are written alike, the largest to three digits', () => {
	assert.deepEqual([0.5, -0.0123].map(partWriter([0.5, -0.0123])), ['50.0%', '−1.2%']);
	assert.deepEqual([0.0312, -0.0001].map(partWriter([0.0312, -0.0001])), ['3.12%', '−0.01%']);
	assert.deepEqual([0.0002, -0.0000004, 0].map(partWriter([0.0002, -0.0000004, 0])), ['0.0200%', '0.0000%', '0.0000%']);
	assert.deepEqual([3e-12, -4e-15, 0].map(partWriter([3e-12])), ['3.00e−10%', '−4.00e−13%', '0.00000000%']);
	assert.deepEqual([0].map(partWriter([])), ['0.0%']);
});

test('parts of speech in words; a tag that is unknown stays', () => {
	assert.equal(partOfSpeech('PROPN'), 'name');
	// The words of the reasons: 'names here come from\u2026'; X alone is rare there, and all of a text in another language here.
	for (const group of [
		'ADJ',
		'ADP',
		'ADV',
		'AUX',
		'CCONJ',
		'DET',
		'INTJ',
		'NOUN',
		'NUM',
		'PART',
		'PRON',
		'PROPN',
		'PUNCT',
		'SCONJ',
		'SPACE',
		'SYM',
		'VERB',
	] as const) {
		assert.equal(
			partOfSpeech(group)
				.split(' or ')
				.map((words) => `${words}s`)
				.join(' and '),
			groupInWords(group, true),
		);
	}
	assert.equal(partOfSpeech('QQ'), 'QQ');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceTruth } from '../../../../lab/datasets/sentence-truth.ts';

test('a sentence is ungrounded when a label overlaps it; the one that picks a similar case is not used', () => {
	const labels = [{ start: 10, end: 14, type: 'Evident Conflict' }];
	assert.equal(sentenceTruth({ start: 0, end: 15 }, labels, { kind: 'two' }), true);
	assert.equal(sentenceTruth({ start: 13, end: 20 }, labels, { kind: 'two' }), true);
	assert.equal(sentenceTruth({ start: 14, end: 20 }, labels, { kind: 'two' }), false, 'it begins where the label ends');
	assert.equal(sentenceTruth({ start: 0, end: 10 }, labels, { kind: 'two' }), false);
	assert.equal(sentenceTruth({ start: 0, end: 15 }, labels, { kind: 'similar' }), null);
	assert.equal(sentenceTruth({ start: 16, end: 30 }, labels, { kind: 'similar' }), false);
});

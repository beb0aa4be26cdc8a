import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf } from '../../../../src/analysis/calibration/sentence-labels.ts';

const spans = [
	{ start: 0, end: 10, ungrounded: false }, { start: 11, end: 20, ungrounded: true }, { start: 21, end: 30, ungrounded: null },
];

test('a sentence takes the labels of the spans that it overlaps', () => {
	assert.equal(labelOf({ start: 0, end: 10 }, spans), false);
	assert.equal(labelOf({ start: 11, end: 20 }, spans), true);
	assert.equal(labelOf({ start: 5, end: 12 }, spans), true, 'half of it is ungrounded');
	assert.equal(labelOf({ start: 15, end: 25 }, spans), true, 'undecided about the rest');
	assert.equal(labelOf({ start: 21, end: 30 }, spans), null);
	assert.equal(labelOf({ start: 10, end: 11 }, spans), null, 'no span overlaps');
});

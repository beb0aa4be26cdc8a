import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedText, targetText } from '../../../../lab/bench/figure-text.ts';
import { atLeast, atMost, intervalHolds, moreThan, within } from '../../../../lab/target.ts';

test('targets in words', () => {
	assert.deepEqual([atLeast(0.6), atMost(50), moreThan(0), within(-0.02, 0.02), intervalHolds(0.5)].map(targetText), [
		'≥ 0.6',
		'≤ 50',
		'> 0',
		'-0.02 to 0.02',
		'interval holds 0.5',
	]);
});

test('whether a figure reached its target; nothing of one without', () => {
	const figure = { name: 'x', value: 0.7, low: null, high: null, n: 10, unit: '' };
	assert.equal(reachedText({ ...figure, target: atLeast(0.6) }), '≥ 0.6: reached');
	assert.equal(reachedText({ ...figure, target: atMost(0.6) }), '≤ 0.6: **missed**');
	assert.equal(reachedText({ ...figure, target: null }), '');
});

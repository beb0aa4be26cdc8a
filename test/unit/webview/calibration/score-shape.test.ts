import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binAt, outline, thresholdAfter, thresholdRange } from '../../../../webview/calibration/score-shape.ts';
import { histogram, repcs } from '../../../support/example-calibration-report.ts';

test('the outline of a class is a stair of its shares, from zero to zero', () => {
	assert.deepEqual(outline([0, 1, 3], [1, 3]), [
		{ x: 0, y: 0 },
		{ x: 0, y: 0.25 },
		{ x: 1, y: 0.25 },
		{ x: 1, y: 0.75 },
		{ x: 3, y: 0.75 },
		{ x: 3, y: 0 },
	]);
	const shares = outline(histogram.edges, histogram.positive)
		.filter((_, i) => i % 2 === 1)
		.slice(0, -1)
		.map(({ y }) => y);
	assert.deepEqual(shares, [0.5, 0.25, 0.25, 0, 0, 0]);
});

test('a class without members lies at zero, and no bins have no outline', () => {
	assert.ok(outline([0, 1, 2], [0, 0]).every(({ y }) => y === 0));
	assert.deepEqual(outline([], []), []);
});

test('a threshold can be moved over all scores, and to where it is', () => {
	assert.deepEqual(thresholdRange(repcs), [0, 6]);
	assert.deepEqual(thresholdRange({ ...repcs, threshold: -3 }), [-3, 6]);
	assert.deepEqual(thresholdRange({ histogram: { edges: [2, 2], negative: [1], positive: [0] }, threshold: 2 }), [1.5, 2.5]);
});

test('keys move it as they move a slider', () => {
	const after = (key: string, fine = false, from = 3): number | undefined => thresholdAfter(key, fine, from, [0, 6]);
	assert.deepEqual(
		[after('ArrowRight'), after('ArrowLeft'), after('PageUp'), after('Home'), after('End'), after('a')],
		[3.03, 2.97, 3.3, 0, 6, undefined],
	);
	assert.ok(Math.abs(after('ArrowUp', true)! - 3.003) < 1e-12);
	assert.deepEqual([after('ArrowLeft', false, 0), after('PageUp', false, 6)], [0, 6]);
});

test('the bin of a score, the last one with its upper edge', () => {
	assert.deepEqual(binAt(histogram, 1.5), { low: 1, high: 2, negative: 1, positive: 1 });
	assert.deepEqual(binAt(histogram, 6), { low: 5, high: 6, negative: 1, positive: 0 });
	assert.equal(binAt(histogram, -1), undefined);
});

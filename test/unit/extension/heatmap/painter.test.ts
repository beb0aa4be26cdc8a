import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRanges, visiblePart } from '../../../../src/extension/heatmap/painter.ts';

const line = (start: number, end = start): { start: { line: number }; end: { line: number } } => ({
	start: { line: start },
	end: { line: end },
});

test('the visible part keeps buckets and order, and takes what touches the screen or its margin', () => {
	const buckets = [[line(0), line(9), line(30)], [], [line(2, 12), line(25), line(19)]];
	assert.deepEqual(visiblePart(buckets, [{ first: 10, last: 20 }], 0), [[], [], [line(2, 12), line(19)]]);
	assert.deepEqual(visiblePart(buckets, [{ first: 10, last: 20 }], 5), [[line(9)], [], [line(2, 12), line(25), line(19)]]);
	assert.deepEqual(
		visiblePart(
			buckets,
			[
				{ first: 0, last: 0 },
				{ first: 30, last: 40 },
			],
			0,
		),
		[[line(0), line(30)], [], []],
	);
	assert.deepEqual(visiblePart(buckets, [], 5), [[], [], []]);
	assert.equal(countRanges(buckets), 6);
});

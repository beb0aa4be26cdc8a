import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likenessColumns } from '../../../../src/analysis/likeness/likeness-columns.ts';
import { likenessOf } from '../../../../src/analysis/likeness/likeness-of.ts';
import { drawReference, formatReference, readReference } from '../../../../src/analysis/likeness/reference-file.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

/** Rows without a pattern, but for what `shifted` adds. */
function rows(seed: number, count: number, shifted: Readonly<Record<string, number>> = {}): number[][] {
	const random = seededRandom(seed);
	return Array.from({ length: count }, () => likenessColumns.map(({ name }) => Number((random() + (shifted[name] ?? 0)).toPrecision(6))));
}

test('a batch like the reference is not called unlike', () => {
	const told = likenessOf(rows(1, 300), rows(2, 50));
	assert.equal(told.unlike, false);
	assert.deepEqual(told.differs, []);
	assert.equal(told.rows, 50);
});

test('an unlike batch is called so, and what differs most is named first', () => {
	const told = likenessOf(rows(1, 300), rows(3, 50, { 'context-tables': 2, 'answer-sentence': 0.6, refuses: -0.3 }));
	assert.equal(told.unlike, true);
	assert.deepEqual(told.differs, ['tables in the contexts', 'longer sentences', 'fewer refusals']);
});

test('of few answers nothing is said, and of many the last fifty count', () => {
	assert.deepEqual(likenessOf(rows(1, 300), rows(4, 19, { contexts: 9 })), { unlike: null, differs: [], p: null, rows: 19 });
	assert.equal(likenessOf(rows(1, 300), [...rows(5, 100, { contexts: 9 }), ...rows(6, 50)]).unlike, false);
});

test('the reference has a row a group and is read as it was written, or not at all', () => {
	const drawn = drawReference(
		rows(7, 1000).map((row, i) => ({ group: `g${Math.floor(i / 2)}`, row })),
		1,
	);
	assert.equal(drawn.length, 400);
	const { reference, text } = formatReference(drawn);
	assert.deepEqual(readReference(Buffer.from(text), reference), drawn);
	assert.equal(readReference(Buffer.from(text.replace('[0', '[1')), reference), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GeneratedRows } from '../../../src/lm/generated-rows.ts';

const rowBytes = 3 * 4;
/** Prompt 1, 2, 3; answer 10, 11, 12. The row that token `n` of the answer was chosen from is `[n, n, n]`. */
function written(budget = 100 * rowBytes): GeneratedRows {
	const rows = new GeneratedRows([1, 2, 3], budget);
	const scratch = new Float32Array(3);
	for (const [n, id] of [10, 11, 12].entries()) rows.push(id, scratch.fill(n));
	return rows;
}

function found(rows: GeneratedRows, prompt: number[], ids: number[]): number[] | undefined {
	const known = rows.rowsFor(prompt, ids);
	return known && ids.map((_, t) => known.row(t, new Float32Array())[0]!);
}

test('the rows of the answer, or of its beginning, behind the same prompt', () => {
	assert.deepEqual(found(written(), [1, 2, 3], [10, 11, 12]), [0, 1, 2]);
	assert.deepEqual(found(written(), [1, 2, 3], [10, 11]), [0, 1]);
	assert.equal(written().bytes, 3 * rowBytes);
});

test('a token of the template with which the answer began belongs to the prompt', () => {
	assert.deepEqual(found(written(), [1, 2, 3, 10], [11, 12]), [1, 2]);
});

test('the last token may be another one: the rows before it are those of the same text', () => {
	assert.deepEqual(found(written(), [1, 2, 3], [10, 11, 99]), [0, 1, 2]);
});

test('nothing of another answer, behind another prompt, or of more tokens than were written', () => {
	assert.equal(found(written(), [1, 2, 3], [10, 99, 12]), undefined);
	assert.equal(found(written(), [1, 9, 3], [10, 11, 12]), undefined);
	assert.equal(found(written(), [1, 2], [10, 11]), undefined);
	assert.equal(found(written(), [1, 2, 3], [10, 11, 12, 13]), undefined);
	assert.equal(found(written(), [1, 2, 3, 99], [11, 12]), undefined);
});

test('of an answer whose rows exceed the budget none is kept, and none of what follows', () => {
	const rows = written(2 * rowBytes);
	assert.equal(rows.bytes, 0);
	assert.equal(found(rows, [1, 2, 3], [10]), undefined);
	rows.push(13, new Float32Array(3));
	assert.equal(rows.bytes, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likenessColumns } from '../../../../src/analysis/likeness/likeness-columns.ts';
import { profileAnswers } from '../../../../src/analysis/likeness/likeness-of.ts';
import type { Likeness } from '../../../../src/formats/data-likeness.ts';
import { AnswerBatch } from '../../../../src/runner/traces/answer-batch.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

function rows(seed: number, count: number, shift = 0): number[][] {
	const random = seededRandom(seed);
	return Array.from({ length: count }, () => likenessColumns.map((_, c) => random() + (c === 0 ? shift : 0)));
}

test('the last fifty answers count, each once, and another profile begins anew', () => {
	const batch = new AnswerBatch();
	const told = (): Likeness | null => batch.likeness;
	assert.equal(told(), null);
	const reference = profileAnswers(rows(1, 200), { english: true });
	for (const [i, row] of rows(2, 60, 2).entries()) batch.add(`a${i}`, row, reference);
	assert.deepEqual({ ...told(), p: 0 }, { unlike: true, outside: 50, differs: ['more contexts'], p: 0, rows: 50 });
	for (const row of rows(3, 30)) batch.add('again', row, reference);
	assert.equal(told()?.rows, 50);
	for (const [i, row] of rows(4, 50).entries()) batch.add(`b${i}`, row, reference);
	assert.equal(told()?.unlike, false);
	batch.add('c', rows(5, 1)[0]!, profileAnswers(rows(6, 200), { english: true }));
	assert.deepEqual(told(), { unlike: null, outside: 0, differs: [], p: null, rows: 1 });
});

test('a profile that does not say what its answers looked like tells nothing', () => {
	const batch = new AnswerBatch();
	for (const [i, row] of rows(2, 60, 2).entries()) batch.add(`a${i}`, row, null);
	assert.equal(batch.likeness, null);
});

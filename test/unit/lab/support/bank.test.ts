import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
	developmentHalf,
	developmentRows,
	everydayRows,
	fieldRows,
	judgeRow,
	keptRows,
	rowsIn,
	type BankRow,
} from '../../../../lab/support/bank.ts';

const right = { id: 'k1', language: 'en', context: 'The kiln holds 40 bowls.', answer: 'It takes 40 bowls.', kind: 'count', planted: null };
const wrong = { ...right, id: 'k2', answer: 'It takes 70 bowls.', planted: { from: '40', to: '70', right: '40 bowls' } };

function lines(...rows: readonly object[]): string {
	return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function counts(rows: readonly BankRow[]): readonly [right: number, wrong: number] {
	const edits = rows.filter(({ planted }) => planted !== null).length;
	return [rows.length - edits, edits];
}

describe('rows of a bank', () => {
	test('rows are read, with and without a wrong value', () => {
		assert.deepEqual(rowsIn(lines(right, wrong)), [right, wrong]);
	});

	test('a row with an ID of another one, or a planted value that is not there, is refused with its line', () => {
		assert.throws(() => rowsIn(lines(right, right)), /Line 2 \(k1\): another line has this ID/u);
		assert.throws(() => rowsIn(lines(right, { ...wrong, answer: 'It takes 60.' })), /Line 2 \(k2\): the answer does not have .*"70"/u);
		assert.throws(() => rowsIn(lines({ ...wrong, context: 'A kiln.' })), /Line 1 \(k2\): the context does not have .*"40 bowls"/u);
	});

	test('the rules are written with 300 right and 120 wrong answers, 60 and 60 of everyday texts, and 480 and 240 of many fields', () => {
		assert.deepEqual(counts(developmentRows()), [300, 120]);
		assert.deepEqual(counts(everydayRows()), [60, 60]);
		assert.deepEqual(counts(fieldRows()), [480, 240]);
		assert.equal(developmentHalf('A').length + developmentHalf('B').length, 420);
	});

	test('kept rows are 300 right and 120 wrong answers that no other bank has', () => {
		const kept = keptRows();
		assert.deepEqual(counts(kept), [300, 120]);
		const others = new Set([...developmentRows(), ...everydayRows(), ...fieldRows()].map(({ context }) => context));
		assert.ok(!kept.some(({ context }) => others.has(context)));
	});

	test('a wrong value is found where it stands, and named by what the context writes', async () => {
		const { wrongly, edit } = await judgeRow(wrong);
		assert.deepEqual([wrongly.length, edit?.isFound, edit?.isNamed], [0, true, true]);
		const honest = await judgeRow(right);
		assert.deepEqual([honest.wrongly.length, honest.edit], [0, null]);
	});
});

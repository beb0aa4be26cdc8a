import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedBookTables } from '../../../../lab/repcs/bench-closed-book-tables.ts';

const figure = (name: string, value: number) => ({ name, value, low: null, high: null, n: 10, unit: '', target: null });

test('two tables a place, a line for each detector and share, with its area in each; other figures follow', () => {
	const page = closedBookTables({
		quick: false,
		figures: [
			figure('here (seed 1), Z: AUC of right memorized against right clean answers', 0.9),
			figure('here (seed 1), Z, α = 0.01: right clean answers flagged', 0.1),
			figure('here (seed 1), Z, α = 0.05: memorized answers caught', 0.8),
			figure('here (seed 1), Z, α = 0.01: right clean answers of one sentence with a name flagged', 0.3),
			figure('time', 5),
		],
	});
	const tables = page.split('**').slice(1);
	const rowsOf = (text: string) =>
		text
			.split('\n')
			.filter((row) => row.startsWith('|'))
			.map((row) => row.split('|').map((one) => one.trim()));
	assert.deepEqual(
		[tables[0], tables[2]],
		['Called memorized, in here (seed 1)', 'Right clean answers called memorized, by group, in here (seed 1)'],
	);
	assert.deepEqual(
		rowsOf(tables[1]!)
			.slice(2)
			.map((row) => [row[1], row[2], ...row.slice(3, 8).map((one) => /0\.\d+/.exec(one)?.[0] ?? null)]),
		[
			['Z', '0.01', '0.900', '0.100', null, null, null],
			['Z', '0.05', '0.900', null, null, null, '0.800'],
		],
	);
	const [heads, , ...groups] = rowsOf(tables[3]!);
	assert.deepEqual([heads?.[3], groups[0]?.slice(1, 4)], ['answers of one sentence with a name', ['Z', '0.01', '0.300']]);
	assert.match(page, /\| time \| 5\.000/);
	assert.ok(closedBookTables({ quick: true, figures: [] }).startsWith('*The quick run'));
});

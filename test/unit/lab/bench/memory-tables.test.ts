import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryTables } from '../../../../lab/bench/memory-tables.ts';

const figure = (name: string, value: number) => ({ name, value, low: null, high: null, n: 10, unit: '', target: null });

test('a table a place, a line a detector and share, with its area in each; other figures are left over', () => {
	const group = figure('here, Z, α = 0.01: right clean answers of one sentence with a name flagged', 0.3);
	const { lines, rest } = memoryTables([
		figure('here, Z: AUC of right memorized against right clean answers', 0.9),
		figure('here, Z, α = 0.01: right clean answers flagged', 0.1),
		figure('here, Z, α = 0.05: memorized answers caught', 0.8),
		group,
	]);
	assert.deepEqual(rest, [group]);
	assert.equal(lines[0], '**Called memorized by thresholds of clean answers, in here**');
	const cells = lines.slice(4, 6).map((row) => row.split('|').map((one) => one.trim()));
	assert.deepEqual(
		cells.map((row) => [row[1], row[2], ...row.slice(3, 8).map((one) => /0\.\d+/.exec(one)?.[0] ?? null)]),
		[
			['Z', '0.01', '0.900', '0.100', null, null, null],
			['Z', '0.05', '0.900', null, null, null, '0.800'],
		],
	);
});

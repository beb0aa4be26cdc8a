import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewLabelTables } from '../../../../lab/calibration/bench-tables.ts';
import { atLeast, type Target } from '../../../../lab/target.ts';

const figure = (name: string, value: number, target: Target | null = null) => ({
	name,
	value,
	low: value - 0.1,
	high: value + 0.1,
	n: 5,
	unit: '',
	target,
});

test('a column for each number of labels, a row for each way to learn; the rest below', () => {
	const figures = [
		figure('mean entropy, 0 labels', 0.8),
		figure('SPAD+, random, 40 labels', 0.85),
		figure('SPAD+, random, 100 labels', 0.9, atLeast(0.88)),
		figure('SPAD+, random, 100 labels, share of draws above mean entropy', 0.9),
		figure('SPAD+, all labels', 0.9),
	];
	assert.equal(
		fewLabelTables({ quick: false, figures }),
		[
			'| AUC of sentences | 0 labels | 40 labels | 100 labels | all labels |',
			'| --- | ---: | ---: | ---: | ---: |',
			'| mean entropy | 0.800 [0.700, 0.900] |  |  |  |',
			'| SPAD+, random |  | 0.850 [0.750, 0.950] | 0.900 [0.800, 1.000] (≥ 0.88: reached) |  |',
			'| SPAD+ |  |  |  | 0.900 [0.800, 1.000] |',
			'',
			'| figure | value | 95 % interval | n | target |',
			'| --- | --- | --- | --- | --- |',
			'| SPAD+, random, 100 labels, share of draws above mean entropy | 0.900 | [0.800, 1.000] | 5 |  |',
		].join('\n'),
	);
});

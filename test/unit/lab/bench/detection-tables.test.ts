import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectionTables } from '../../../../lab/bench/detection-tables.ts';
import { atLeast, type Target } from '../../../../lab/target.ts';

const figure = (name: string, value: number, rest: { n?: number; target?: Target } = {}) => ({
	name,
	value,
	low: value - 0.1,
	high: value + 0.1,
	n: rest.n ?? 20,
	unit: '',
	target: rest.target ?? null,
});

test('a table of the detectors and one of the rest, for each level', () => {
	const figures = [
		figure('response, SPAD+, AUC', 0.9, { target: atLeast(0.94) }),
		figure('response, SPAD+, F1', 0.7),
		figure('response, SPAD+, AUC on memory', 0.8, { n: 12 }),
		figure('response, string overlap, best passage, AUC', 0.6),
		figure('response, string overlap, best passage, F1', 0.5),
		figure('response, SPAD+ minus logit-9, difference of AUC', 0.2, { target: atLeast(0.08) }),
		figure('sentence, SPAD+, AUC', 0.5),
		figure('sentence, SPAD+, F1', 0.4),
	];
	assert.equal(
		detectionTables({ quick: false, figures }),
		[
			'**By response**',
			'',
			'| detector | AUC | F1 | AUC on memory |',
			'| --- | ---: | ---: | ---: |',
			'| n | 20 | 20 | 12 |',
			'| SPAD+ | 0.900 [0.800, 1.000] (≥ 0.94: **missed**) | 0.700 [0.600, 0.800] | 0.800 [0.700, 0.900] |',
			'| string overlap, best passage | 0.600 [0.500, 0.700] | 0.500 [0.400, 0.600] |  |',
			'',
			'| figure | value | 95 % interval | target |',
			'| --- | ---: | ---: | ---: |',
			'| SPAD+ minus logit-9: difference of AUC | 0.200 | [0.100, 0.300] | ≥ 0.08: reached |',
			'',
			'**By sentence**',
			'',
			'| detector | AUC | F1 |',
			'| --- | ---: | ---: |',
			'| n | 20 | 20 |',
			'| SPAD+ | 0.500 [0.400, 0.600] | 0.400 [0.300, 0.500] |',
		].join('\n'),
	);
});

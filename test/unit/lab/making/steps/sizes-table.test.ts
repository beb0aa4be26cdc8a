import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizesTable } from '../../../../../lab/making/steps/sizes-table.ts';
import type { BenchResult, Figure } from '../../../../../lab/bench/bench.ts';
import { atLeast, atMost } from '../../../../../lab/target.ts';

const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
	name,
	value,
	low: value - 0.01,
	high: value + 0.01,
	n: 100,
	unit: '',
	target: null,
	...rest,
});
const size = (sha256: string, copied: number): BenchResult => ({
	schema: 'rag-assay/bench@1',
	name: 'demo-model',
	seed: 1,
	quick: false,
	data: { model: 'fp32', sha256 },
	seconds: 1,
	figures: [
		figure('copied: one question', copied, { target: atLeast(0.95) }),
		figure('copied: one question, bank', copied),
		figure('similar case: right record named', 0.5),
		figure('load: median', 17, { unit: 'ms' }),
		figure('model files', 4.5, { unit: 'MB', target: atMost(20) }),
	],
});
const costs: BenchResult = {
	schema: 'rag-assay/bench@1',
	name: 'demo-model-sizes',
	seed: 1,
	quick: false,
	data: { 'sha256 of models/demo': 'aa', 'sha256 of large/fp32': 'bb', cores: 2 },
	seconds: 1,
	figures: [
		figure('models/demo: load', 40, { unit: 'ms', low: 38, high: 44 }),
		figure('models/demo: model files', 4.5, { unit: 'MB', low: null, high: null, target: atMost(20) }),
		figure('large/fp32: load', 60, { unit: 'ms', low: 58, high: 64 }),
		figure('large/fp32: model files', 8.8, { unit: 'MB', low: null, high: null, target: atMost(20) }),
	],
};

test('a column a size, matched by content hash: what has a target or tells sizes apart, then the costs; what misses its target is bold', () => {
	assert.deepEqual(
		sizesTable(
			[
				{ name: 'large', result: size('bb', 0.97) },
				{ name: 'small', result: size('aa', 0.94) },
			],
			costs,
		).split('\n'),
		[
			'| figure | large | small | target |',
			'| --- | --- | --- | --- |',
			'| copied: one question | 0.970 [0.960, 0.980] | **0.940 [0.930, 0.950]** | ≥ 0.95 |',
			'| similar case: right record named | 0.500 [0.490, 0.510] | 0.500 [0.490, 0.510] |  |',
			'| load | 60.0 ms [58.0, 64.0] | 40.0 ms [38.0, 44.0] |  |',
			'| model files | 8.8 MB | 4.5 MB | ≤ 20 |',
		],
	);
});

test("quick runs say so; another model's costs and a missing figure are refused", () => {
	const sizes = [{ name: 'small', result: size('aa', 0.97) }];
	assert.match(sizesTable(sizes, { ...costs, quick: true }), /^\*From quick runs/);
	assert.throws(() => sizesTable([{ name: 'small', result: size('cc', 0.97) }], costs), /'small' were not measured/);
	assert.throws(
		() => sizesTable([...sizes, { name: 'large', result: { ...size('bb', 0.97), figures: [] } }], costs),
		/no figure 'copied: one question'/,
	);
	assert.throws(() => sizesTable([], costs), RangeError);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repcsTables } from '../../../../lab/repcs/bench-tables.ts';
import { atLeast, atMost, type Target } from '../../../../lab/target.ts';

const figure = (name: string, value: number, target: Target | null = null, n = 100) => ({
	name,
	value,
	low: value - 0.1,
	high: value + 0.1,
	n,
	unit: '',
	target,
});

test('a table for each set, a row for each detector, and the rest below', () => {
	const figures = [
		figure('memorised, Z, AUC', 0.5, atLeast(0.97)),
		figure('memorised, Z, precision@10', 0.6),
		figure('memorised, Z, FPR at 95 % TPR', 0.1, atMost(0.15)),
		figure('memorised, SelfCheck: a, b, AUC', 0.7, null, 20),
		figure('paraphrased, Z, AUC', 0.9),
		figure('latency, generating: least time', 3),
	];
	const lines = repcsTables({ quick: false, figures }).split('\n');
	assert.equal(lines[0], '**Clean against memorised queries**');
	assert.ok(
		lines.includes(
			'| Z | 100 | 0.500 [0.400, 0.600] (≥ 0.97: **missed**) | 0.600 [0.500, 0.700] | 0.100 [0.000, 0.200] (≤ 0.15: reached) |',
		),
	);
	assert.ok(lines.includes('| SelfCheck: a, b | 20 | 0.700 [0.600, 0.800] |  |  |'));
	assert.ok(lines.indexOf('**Clean against paraphrased queries**') > 4);
	assert.ok(lines.at(-1)!.startsWith('| latency, generating: least time | 3.000'));
	assert.ok(repcsTables({ quick: true, figures }).startsWith('*The quick run: not to be quoted.*'));
});

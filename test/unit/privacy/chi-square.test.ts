import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertDrawnFrom, chiSquareTail } from './chi-square.ts';

test('tails are those of scipy (oracles/print_figures.py)', () => {
	for (const [x, degrees, tail] of [
		[3.84, 1, 0.05004352124870519],
		[50, 9, 1.0772382022574693e-7],
		[80, 20, 3.925932226286184e-9],
		[12, 30, 0.9985996461666381],
		[250, 120, 3.636477011044935e-11],
	] as const)
		assert.ok(Math.abs(chiSquareTail(x, degrees) / tail - 1) < 1e-9, `${x} of ${degrees}`);
});

test('what is a little off is seen on 60,000 draws', () => {
	assertDrawnFrom([20_100, 19_900, 20_000], [1 / 3, 1 / 3, 1 / 3], 'even');
	assert.throws(() => assertDrawnFrom([20_700, 19_600, 19_700], [1 / 3, 1 / 3, 1 / 3], 'uneven'), /chi-square/);
	assert.throws(() => assertDrawnFrom([59_900, 100], [1, 0], 'impossible'), /expected/);
});

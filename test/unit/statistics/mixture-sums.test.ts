import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixtureSums } from '../../../src/statistics/mixture-sums.ts';
import { oracleRows, oracleSums } from './oracle-rows.ts';

const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) <= 1e-12, `${actual} is not ${expected}`);

test('sums over fifty outcomes agree with scipy', () => {
	for (const { shift, ...expected } of oracleSums) {
		const { withContext, withoutContext, contextOnly } = oracleRows(shift);
		const found = mixtureSums(withContext, withoutContext, contextOnly);
		for (const name of ['cross', 'spread', 'moved', 'renyiContextOnly', 'renyiWithContext'] as const) near(found[name], expected[name]);
	}
});

test('closed form on two outcomes, masked ones as probability 0', () => {
	// P = (1/2, 1/2), P₀ = (1, 0), Q = (0, 1).
	const found = mixtureSums(Float32Array.of(0, 0), Float32Array.of(5, -Infinity), Float32Array.of(-Infinity, -9));
	assert.deepEqual(found, { cross: 1, spread: 2, moved: 0.5, renyiContextOnly: Infinity, renyiWithContext: Infinity });
});

test('rows of other lengths and those that are no distribution are refused', () => {
	const row = new Float32Array(3);
	assert.throws(() => mixtureSums(new Float32Array(2), row, row), RangeError);
	assert.throws(() => mixtureSums(row, row, new Float32Array(4)), RangeError);
	assert.throws(() => mixtureSums(row, row, Float32Array.of(1, Number.NaN, 0)), RangeError);
});

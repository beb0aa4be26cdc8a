import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairedStatistics } from '../../../src/statistics/next-token.ts';
import { renyiDivergence2 } from '../../../src/statistics/mixture-sums.ts';
import { oracleRows, oracleSums } from './oracle-rows.ts';

const near = (actual: number, expected: number, tolerance = 1e-12): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`);

test('two outcomes: closed form; fifty: scipy', () => {
	// P = (1/2, 1/2), Q = (4/5, 1/5): ln(1/4 / 4/5 + 1/4 / 1/5) = ln(25/16).
	near(renyiDivergence2(Float32Array.of(3, 3), Float32Array.of(Math.log(4), 0)), Math.log(25 / 16), 1e-7);
	for (const { shift, renyiWithContext, renyiContextOnly } of oracleSums) {
		const { withContext, withoutContext, contextOnly } = oracleRows(shift);
		near(renyiDivergence2(withContext, withoutContext), renyiWithContext);
		near(renyiDivergence2(contextOnly, withoutContext), renyiContextOnly);
	}
});

test('far beyond what a χ² in float64 could hold', () => {
	// P sits on the first outcome, Q gives it e^-10000: D₂ = 10000.
	near(renyiDivergence2(Float32Array.of(0, -1e4), Float32Array.of(-1e4, 0)), 1e4);
});

test('masked outcomes: none of Q that P allows, and those of P add nothing', () => {
	assert.equal(renyiDivergence2(new Float32Array(2), Float32Array.of(0, -Infinity)), Infinity);
	near(renyiDivergence2(Float32Array.of(0, -Infinity), new Float32Array(2)), Math.log(2));
	near(renyiDivergence2(Float32Array.of(0, -Infinity), Float32Array.of(0, -Infinity)), 0);
});

test('what is no pair of distributions is refused', () => {
	assert.throws(() => renyiDivergence2(new Float32Array(2), new Float32Array(3)), RangeError);
	assert.throws(() => renyiDivergence2(Float32Array.of(0, Number.NaN), new Float32Array(2)), RangeError);
});

test('it is 0 of a row and itself, and never below the divergence of Kullback and Leibler', () => {
	const row = fc
		.array(fc.float({ min: -30, max: 30, noNaN: true }), { minLength: 8, maxLength: 8 })
		.map((values) => Float32Array.from(values));
	fc.assert(
		fc.property(row, row, (p, q) => {
			near(renyiDivergence2(p, p), 0, 1e-11);
			assert.ok(renyiDivergence2(p, q) >= pairedStatistics(p, q, 0).kl - 1e-9);
		}),
	);
});

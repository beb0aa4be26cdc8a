import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mixtureBound } from '../../../../src/methods/repcs/influence.ts';

const near = (actual: number, expected: number, tolerance = 1e-13): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${actual} is not ${expected}`);

const normalized = (weights: readonly number[]): number[] => weights.map((x) => x / weights.reduce((a, b) => a + b));
const klOf = (p: readonly number[], q: readonly number[]): number => p.reduce((sum, x, v) => sum + x * Math.log(x / q[v]!), 0);
const renyiOf = (p: readonly number[], q: readonly number[]): number => Math.log(p.reduce((sum, x, v) => sum + (x * x) / q[v]!, 0));

test('closed form: ln(1 + η² χ²), for small, middle and large χ²', () => {
	assert.equal(mixtureBound(0, 12), 0);
	assert.equal(mixtureBound(0.7, 0), 0);
	for (const eta of [0.01, 0.3, 1]) {
		for (const chiSquared of [1e-12, 0.3, 1, 1.8, 50, 1e15])
			near(mixtureBound(eta, Math.log1p(chiSquared)), Math.log1p(eta * eta * chiSquared), 1e-9);
	}
	// χ² = e^2000, far above what float64 holds: the bound is 2 ln η + 2000.
	near(mixtureBound(0.5, 2000), 2000 - Math.log(4));
	// ... also where η² χ² is small again: η² = e^-2000 is not to be held either, so η itself is the least number above 0.
	near(mixtureBound(5e-324, 1600), 1600 + 2 * Math.log(5e-324));
	assert.equal(mixtureBound(0, Infinity), 0);
	assert.equal(mixtureBound(0.1, Infinity), Infinity);
});

test('no weight and no divergence: refused', () => {
	for (const [eta, renyi] of [
		[-0.1, 1],
		[1.1, 1],
		[0.5, -1],
		[Number.NaN, 1],
		[0.5, Number.NaN],
	] as const)
		assert.throws(() => mixtureBound(eta, renyi), RangeError);
});

test('it holds for every mixture', () => {
	const weights = fc.array(fc.double({ min: -12, max: 12, noNaN: true }).map(Math.exp), { minLength: 6, maxLength: 6 });
	fc.assert(
		fc.property(weights, weights, fc.double({ min: 0, max: 1, noNaN: true }), (w, u, eta) => {
			const [para, q] = [normalized(w), normalized(u)];
			const rag = para.map((p, v) => (1 - eta) * p + eta * q[v]!);
			assert.ok(klOf(rag, para) <= mixtureBound(eta, Math.max(0, renyiOf(q, para))) + 1e-9);
		}),
		{ numRuns: 500 },
	);
});

test('the bound that the paper prints does not: Q expects what P_para almost excludes', () => {
	const [para, q, eta] = [[0.999, 0.001], [0.001, 0.999], 0.1] as const;
	const kl = klOf(
		para.map((p, v) => (1 - eta) * p + eta * q[v]!),
		para,
	);
	assert.ok(kl > (50 * eta ** 2) / (2 * (1 - eta)), `${kl}`);
	assert.ok(kl <= mixtureBound(eta, renyiOf(q, para)));
});

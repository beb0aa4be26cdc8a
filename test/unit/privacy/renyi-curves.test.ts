import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundedRangeCurve, epsilonAt, pureCurve, sparseVectorCurve, type RenyiCurve } from '../../../src/privacy/renyi-curves.ts';
import { boundedRangePair, purePair, type Pair } from './exact-composition.ts';

const near = (actual: number, expected: number, what: string, tolerance = 1e-9): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${what}: ${actual} is not ${expected}`);

test('autodp’s curves of pure steps and of a sparse vector, and the worst pair of bounded range on a grid of two million (oracles/print_figures.py)', () => {
	for (const [alpha, pure, sparse, bounded] of [
		[1.5, 0.17836940667623247, 0.6273326470494991, 0.04659290857490728],
		[2, 0.22733629380264586, 0.7353256640555191, 0.06185960724031986],
		[8, 0.4323537067564649, 0.9162904023238094, 0.21219232552805645],
		[64, 0.4924749685050777, 0.9891221586811151, 0.43304321519352296],
	] as const) {
		near(pureCurve(0.5)(alpha), pure, `pure at ${alpha}`);
		near(sparseVectorCurve(0.2, 0.2, 4)(alpha), sparse, `sparse vector at ${alpha}`);
		near(boundedRangeCurve(0.5)(alpha), bounded, `bounded range at ${alpha}`);
	}
});

test('closed forms: of order 2, and the form with hyperbolic sines', () => {
	for (const epsilon of [0.01, 0.5, 2, 6]) {
		// E e^L of randomized response.
		near(pureCurve(epsilon)(2), Math.log((Math.exp(2 * epsilon) + Math.exp(-epsilon)) / (1 + Math.exp(epsilon))), `order 2 at ${epsilon}`);
		for (const alpha of [1.1, 3, 20])
			near(
				pureCurve(epsilon)(alpha),
				Math.log((Math.sinh(alpha * epsilon) - Math.sinh((alpha - 1) * epsilon)) / Math.sinh(epsilon)) / (alpha - 1),
				`sinh at ${epsilon}, order ${alpha}`,
			);
		// Of order 2 the maximum is at e^{-t} = (1 + e^{-ε})/2: E e^L = cosh²(ε/2).
		near(boundedRangeCurve(epsilon)(2), 2 * Math.log(Math.cosh(epsilon / 2)), `bounded range at ${epsilon}`);
	}
});

/** Rényi divergence of a pair, by its definition. */
const divergence = (pair: Pair, alpha: number): number =>
	Math.log(pair.reduce((sum, { p, q }) => sum + p * (p / q) ** (alpha - 1), 0)) / (alpha - 1);
const someEpsilon = fc.double({ min: 1e-4, max: 12, noNaN: true });
const someAlpha = fc.double({ min: 1.001, max: 60, noNaN: true });
const unit = fc.double({ min: 0.001, max: 0.999, noNaN: true });

test('no pair of the kind is ever farther apart, in either direction', () => {
	fc.assert(
		fc.property(someEpsilon, someAlpha, unit, (epsilon, alpha, share) => {
			const mirror = (pair: Pair): Pair => pair.map(({ p, q }) => ({ p: q, q: p }));
			for (const [curve, pair] of [
				[pureCurve(epsilon), purePair(epsilon)],
				[boundedRangeCurve(epsilon), boundedRangePair(epsilon, share * epsilon)],
			] as const)
				for (const one of [pair, mirror(pair)]) {
					const min = divergence(one, alpha);
					if (Number.isFinite(min)) assert.ok(curve(alpha) >= min - 1e-9 * (1 + 1 / (alpha - 1)), `${curve(alpha)} is below ${min}`);
				}
		}),
		{ numRuns: 2000 },
	);
});

test('curves rise with the order and with ε, bounded range is below pure, and none is above ε', () => {
	fc.assert(
		fc.property(someEpsilon, someAlpha, fc.double({ min: 1, max: 3, noNaN: true }), (epsilon, alpha, factor) => {
			for (const kind of [pureCurve, boundedRangeCurve, (e: number): RenyiCurve => sparseVectorCurve(e, e / 2, 3)]) {
				const value = kind(epsilon)(alpha);
				const slack = 1e-10 * (1 + 1 / (alpha - 1));
				assert.ok(kind(epsilon)(alpha * factor) >= value - slack && kind(epsilon * factor)(alpha) >= value - slack);
			}
			assert.ok(pureCurve(epsilon)(alpha) <= epsilon && boundedRangeCurve(epsilon)(alpha) <= pureCurve(epsilon)(alpha) + 1e-12);
			assert.ok(sparseVectorCurve(epsilon, epsilon / 2, 3)(alpha) <= 2.5 * epsilon);
		}),
	);
});

test('the conversion finds the least order: that of a Gaussian is known', () => {
	// min over α of ρα + ln((α−1)/α) − (ln δ + ln α)/(α−1), by a fine grid.
	for (const [rho, delta] of [
		[0.0625, 1e-5],
		[2, 1e-6],
		[1e-4, 1e-3],
	] as const) {
		let min = Infinity;
		for (let i = 0; i < 400_000; i++) {
			const alpha = 1 + 10 ** (-3 + (i * 8) / 400_000);
			min = Math.min(min, rho * alpha + Math.log1p(-1 / alpha) - (Math.log(delta) + Math.log(alpha)) / (alpha - 1));
		}
		const found = epsilonAt((alpha) => rho * alpha, delta);
		assert.ok(Math.abs(found - Math.max(0, min)) <= 1e-8, `${found} is not ${min}`);
	}
	assert.ok(epsilonAt(() => 0, 0.5) < 1e-9);
});

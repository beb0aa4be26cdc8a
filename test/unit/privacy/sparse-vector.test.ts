import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { laplaceNoise, aboveThreshold, sparseVectorEpsilon } from '../../../src/privacy/sparse-vector.ts';
import { seededBits } from '../../../src/privacy/random-bits.ts';
import { assertDrawnFrom, tally } from './chi-square.ts';

/** `P(X <= x)` of Laplace noise. */
const laplaceBelow = (x: number, scale: number): number => (x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2);

test('noise is Laplace noise, rounded down', () => {
	const bits = seededBits(7);
	for (const [over, under] of [
		[3n, 2n],
		[7n, 1n],
		[1n, 3n],
	] as const) {
		const scale = Number(over) / Number(under);
		const reach = 30;
		// The outermost cells hold all beyond them.
		const probabilities = Array.from({ length: 2 * reach }, (_, i) => {
			const x = i - reach;
			const low = i === 0 ? 0 : laplaceBelow(x, scale);
			return (i === 2 * reach - 1 ? 1 : laplaceBelow(x + 1, scale)) - low;
		});
		assertDrawnFrom(
			tally(2 * reach, () => Math.min(2 * reach - 1, Math.max(0, Number(laplaceNoise(bits, { over, under })) + reach))),
			probabilities,
			`scale ${scale}`,
		);
	}
});

/**
 * `P(score + ν >= threshold + ρ)` for each combination of scores, `ρ` of scale `Δ/ε₁` and each `ν` of `2Δ/ε₂`: by the trapezoid rule over `ρ`.
 */
function reportProbabilities(scores: readonly number[], threshold: number, epsilon: { threshold: number; report: number }): number[] {
	const [ofThreshold, ofReports] = [1 / epsilon.threshold, 2 / epsilon.report];
	const probabilities = Array.from({ length: 2 ** scores.length }, () => 0);
	const steps = 40_000;
	const [low, width] = [-40 * ofThreshold, (80 * ofThreshold) / steps];
	for (let s = 0; s < steps; s++) {
		const rho = low + (s + 0.5) * width;
		const density = (Math.exp(-Math.abs(rho) / ofThreshold) / (2 * ofThreshold)) * width;
		for (const i of probabilities.keys())
			probabilities[i]! += scores.reduce((product, score, bit) => {
				const above = 1 - laplaceBelow(threshold + rho - score, ofReports);
				return product * (((i >> bit) & 1) === 1 ? above : 1 - above);
			}, density);
	}
	const sum = probabilities.reduce((a, b) => a + b);
	return probabilities.map((p) => p / sum);
}

test('which scores are reported has the law of the technique with its one noise for the threshold', () => {
	const bits = seededBits(8);
	const scores = Float64Array.of(0.5, -1, 2);
	// As many reports as scores: none is cut off.
	const epsilon = sparseVectorEpsilon(3, 3);
	assertDrawnFrom(
		tally(8, () =>
			aboveThreshold(bits, scores, { threshold: 0.25, sensitivity: 1, epsilon: 3, max: 3 }).reduce((sum, i) => sum + 2 ** i, 0),
		),
		reportProbabilities([...scores], 0.25, epsilon),
		'reports',
	);
});

test('at a large ε it is plain comparison, up to the last report, and units do not matter', () => {
	const options = { threshold: 10, sensitivity: 2, epsilon: 5000, max: 2 };
	assert.deepEqual(aboveThreshold(seededBits(1), Float64Array.of(3, 20, -5, 17, 40), options), [1, 3]);
	const run = (unit: number): number[] =>
		aboveThreshold(seededBits(9), Float64Array.of(1 * unit, 2 * unit, 3 * unit), {
			threshold: 2 * unit,
			sensitivity: unit,
			epsilon: 1,
			max: 3,
		});
	assert.deepEqual(run(1), run(1024));
});

test('parts of ε are in the proportion 1 : (2c)^(2/3) and no more than all of it', () => {
	fc.assert(
		fc.property(fc.double({ min: 0.01, max: 64, noNaN: true }), fc.integer({ min: 1, max: 32 }), (epsilon, reports) => {
			const parts = sparseVectorEpsilon(epsilon, reports);
			const all = parts.threshold + reports * parts.report;
			assert.ok(all <= epsilon && all > epsilon - (reports + 1) / 2 ** 19, `${all} of ${epsilon}`);
			assert.ok(Math.abs((reports * parts.report) / parts.threshold - (2 * reports) ** (2 / 3)) < 0.02 * (2 * reports));
		}),
	);
});

test('nonsense is refused', () => {
	const good = { threshold: 0, sensitivity: 1, epsilon: 1, max: 1 };
	for (const bad of [{ max: 0 }, { max: 0.5 }, { sensitivity: 0 }, { epsilon: 0 }, { epsilon: 1e-9 }, { threshold: Number.NaN }])
		assert.throws(() => aboveThreshold(seededBits(1), Float64Array.of(1), { ...good, ...bad }), RangeError);
	assert.throws(() => aboveThreshold(seededBits(1), Float64Array.of(Number.NaN), good), RangeError);
});

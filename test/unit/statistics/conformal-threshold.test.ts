import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { conformalThreshold, isBeyond, minConformalSample } from '../../../src/statistics/conformal-threshold.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

const near = (actual: number, expected: number, tolerance = 1e-12): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
/** 1 to n, out of order (n may not share a factor with 7). */
const ranks = (n: number): number[] => Array.from({ length: n }, (_, i) => ((i * 7) % n) + 1);

test('the ⌊α(n + 1)⌋-th smallest, or largest', () => {
	assert.deepEqual(conformalThreshold(ranks(19), 0.05), { threshold: 1, rank: 1, n: 19 });
	assert.deepEqual(conformalThreshold(ranks(38), 0.05), { threshold: 1, rank: 1, n: 38 });
	assert.deepEqual(conformalThreshold(ranks(39), 0.05), { threshold: 2, rank: 2, n: 39 });
	assert.deepEqual(conformalThreshold(ranks(500), 0.05), { threshold: 25, rank: 25, n: 500 });
	assert.deepEqual(conformalThreshold(ranks(500), 0.05, 'high'), { threshold: 476, rank: 25, n: 500 });
	// 0.29 · 100 is 28.999999999999996 in float64.
	assert.equal(conformalThreshold(ranks(99), 0.29).rank, 29);
});

test('however near 1 the rate is, the threshold is one of the scores', () => {
	for (const alpha of [1 - 1e-9, 1 - 1e-13, 1 - 2 ** -53]) {
		assert.equal(minConformalSample(alpha), 1);
		for (const n of [1, 2, 19]) assert.deepEqual(conformalThreshold(ranks(n), alpha), { threshold: n, rank: n, n });
	}
	assert.throws(() => conformalThreshold([], 1 - 1e-13), RangeError);
});

test('what is as the threshold is not beyond it, on neither side', () => {
	assert.deepEqual(
		[1, 2, 3].map((score) => isBeyond(score, 2, 'low')),
		[true, false, false],
	);
	assert.deepEqual(
		[1, 2, 3].map((score) => isBeyond(score, 2, 'high')),
		[false, false, true],
	);
});

test('too few scores are refused, and the fewest that are enough are told', () => {
	for (const [alpha, min] of [
		[0.05, 19],
		[0.1, 9],
		[0.02, 49],
		[0.3, 3],
		[0.5, 1],
		[0.001, 999],
	] as const) {
		assert.equal(minConformalSample(alpha), min);
		assert.equal(conformalThreshold(ranks(min), alpha).rank, 1);
		assert.throws(() => conformalThreshold(ranks(min).slice(1), alpha), new RegExp(`at least ${min}`));
	}
});

test('what is no rate and no score is refused', () => {
	for (const alpha of [0, 1, -0.1, Number.NaN]) assert.throws(() => conformalThreshold(ranks(50), alpha), RangeError);
	assert.throws(() => conformalThreshold([...ranks(50), Number.NaN], 0.1), RangeError);
});

test('each of n + 1 exchangeable scores may be the new one: at most α of them are flagged, ties or not', () => {
	const scores = fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true })), {
		minLength: 11,
		maxLength: 60,
		size: 'max',
	});
	fc.assert(
		fc.property(scores, fc.constantFrom(0.1, 0.2, 0.25, 0.5), fc.constantFrom('low', 'high'), (all, alpha, tail) => {
			const flagged = all.filter((score, i) => {
				const { threshold } = conformalThreshold(
					all.filter((_, j) => j !== i),
					alpha,
					tail,
				);
				return isBeyond(score, threshold, tail);
			}).length;
			assert.ok(flagged <= alpha * all.length + 1e-9, `${flagged} of ${all.length} at ${alpha}`);
			// Without ties it is as many as that allows.
			if (new Set(all).size === all.length) assert.equal(flagged, Math.floor(alpha * all.length + 1e-9));
		}),
	);
});

test('rates of single calibrations: the beta distribution that theory says, in simulation', () => {
	// Uniform scores: the realized rate of a threshold is the threshold itself.
	const random = seededRandom(7);
	const rates = Float64Array.from({ length: 4000 }, () => conformalThreshold(Float64Array.from({ length: 99 }, random), 0.05).threshold);
	// Beta(5, 95): mean 0.05, standard deviation 0.02168, so 0.00034 of the mean.
	near(rates.reduce((a, b) => a + b) / 4000, 0.05, 4 * 0.00034);
	// make_detection_oracle.py: scipy.stats.beta.ppf of 0.025 and 0.975.
	const [low, high] = [0.016599911329843488, 0.10022790656874934];
	near(rates.filter((rate) => rate >= low && rate <= high).length / 4000, 0.95, 4 * Math.sqrt((0.95 * 0.05) / 4000));
});

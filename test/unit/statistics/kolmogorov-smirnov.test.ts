import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kolmogorovSmirnov } from '../../../src/statistics/kolmogorov-smirnov.ts';
import { gridLabels, gridScores } from './grid-scores.ts';

const near = (actual: number, expected: number, tolerance: number): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const upTo = (n: number, of: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => of(i));

test('statistics and exact p-values agree with scipy', () => {
	// make_detection_oracle.py: scipy.stats.ks_2samp, method='exact'.
	const cases: readonly [number[], number[], number, number][] = [
		[
			gridScores.filter((_, i) => gridLabels[i] === 1),
			gridScores.filter((_, i) => gridLabels[i] === 0),
			0.2424916573971079,
			0.2861864908917454,
		],
		[upTo(12, (i) => i * 1.1 + 0.3), upTo(17, (i) => i * 0.7), 0.16666666666666666, 0.9649470233073167],
		[upTo(20, (i) => i + 0.5), upTo(30, (i) => i + 14.25), 0.8, 4.266381516397379e-8],
		[upTo(9, (i) => i), upTo(7, (i) => i + 100), 1, 0.00017482517482517485],
		[upTo(5, (i) => i), upTo(5, (i) => i), 0, 1],
	];
	for (const [first, second, statistic, pValue] of cases) {
		const found = kolmogorovSmirnov(first, second);
		near(found.statistic, statistic, 1e-15);
		near(found.pValue / pValue, 1, 1e-10);
		assert.deepEqual(kolmogorovSmirnov(second, first).statistic, found.statistic);
	}
});

test("large samples go by Kolmogorov's distribution", () => {
	const found = kolmogorovSmirnov(
		upTo(2500, (i) => i * 1.03 + 0.1),
		upTo(2100, (i) => i * 1.2 + 0.2),
	);
	near(found.statistic, 0.021695238095238094, 1e-15);
	// make_detection_oracle.py: scipy.special.kolmogorov; exactly it would be 0.6456.
	near(found.pValue, 0.6559372472132059, 1e-12);
	assert.equal(
		kolmogorovSmirnov(
			upTo(3000, (i) => i),
			upTo(3000, (i) => i),
		).pValue,
		1,
	);
	assert.ok(
		kolmogorovSmirnov(
			upTo(3000, (i) => i),
			upTo(3000, (i) => i + 3000),
		).pValue < 1e-300,
	);
});

test('the statistic is the largest distance at any score, and the p-value that share of all orders', () => {
	const small = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(small, small, (a, b) => {
			const share = (of: readonly number[], x: number): number => of.filter((y) => y <= x).length / of.length;
			const found = kolmogorovSmirnov(a, b);
			near(found.statistic, Math.max(...upTo(10, (x) => Math.abs(share(a, x) - share(b, x)))), 1e-12);
			// Every order of a's and b's, as the places that a's take.
			const size = a.length + b.length;
			let [reached, orders] = [0, 0];
			for (let mask = 0; mask < 2 ** size; mask++) {
				const places = upTo(size, (i) => (mask >> i) & 1);
				if (places.reduce((sum, bit) => sum + bit, 0) !== a.length) continue;
				let [fromA, largest] = [0, 0];
				places.forEach((bit, i) => {
					fromA += bit;
					largest = Math.max(largest, Math.abs(fromA / a.length - (i + 1 - fromA) / b.length));
				});
				orders++;
				if (largest >= found.statistic - 1e-9) reached++;
			}
			near(found.pValue, reached / orders, 1e-12);
		}),
		{ numRuns: 40 },
	);
});

test('an empty sample and NaN are refused', () => {
	assert.throws(() => kolmogorovSmirnov([], [1]), RangeError);
	assert.throws(() => kolmogorovSmirnov([1], [Number.NaN]), RangeError);
});

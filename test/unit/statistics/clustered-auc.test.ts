import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clusteredAuc } from '../../../src/statistics/clustered-auc.ts';
import { standardNormal, seededRandom } from '../../../src/statistics/random.ts';

const near = (actual: number, expected: number, tolerance = 1e-12) =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Score, positive, cluster: normal scores shifted by class and cluster, rounded so that some are equal. */
const sample: readonly [number, 0 | 1, number][] = [
	[1.7, 0, 0],
	[-0.8, 1, 0],
	[0.2, 1, 0],
	[-0.3, 1, 1],
	[0.7, 0, 1],
	[0.8, 0, 1],
	[-1.0, 0, 1],
	[2.1, 0, 2],
	[0.9, 1, 2],
	[0.3, 0, 2],
	[0.9, 0, 2],
	[-0.3, 0, 3],
	[0.6, 0, 3],
	[2.5, 1, 4],
	[0.5, 0, 4],
	[2.2, 0, 4],
	[3.0, 0, 4],
	[1.7, 0, 5],
	[4.3, 1, 5],
	[1.7, 1, 6],
	[0.7, 1, 7],
	[0.7, 1, 7],
	[0.4, 0, 7],
	[0, 0, 7],
];

// By the definitions, over all pairs of a positive and a negative, in numpy.
const expected = { value: 0.5185185185185185, clustered: 0.12919392138086785, delong: 0.13313845252466455 };

test('area and standard error agree with the definitions over all pairs', () => {
	const found = clusteredAuc(sample.map(([score, positive, cluster]) => ({ score, positive: positive === 1, cluster: String(cluster) })));
	near(found.value, expected.value);
	near(found.standardError, expected.clustered);
	// Wald's in the log-odds: 1 / (1 + exp(-(ln(v / (1 - v)) ∓ 1.959963984540054 · se / (v (1 - v))))), in Python.
	near(found.low, 0.2808710434553054, 1e-9);
	near(found.high, 0.7480729611138591, 1e-9);
});

test("with one score a cluster it is DeLong's", () => {
	const found = clusteredAuc(sample.map(([score, positive], i) => ({ score, positive: positive === 1, cluster: String(i) })));
	near(found.value, expected.value);
	near(found.standardError, expected.delong);
});

test('perfect separation and ties are not certain: bounds of the independent pairs that came out alike', () => {
	const separated = (n: number) =>
		Array.from({ length: 2 * n }, (_, i) => ({ score: i < n ? 1000 + i : i - n, positive: i < n, cluster: String(i) }));
	// 0.025^(1/n), closed form of Clopper and Pearson for n of n.
	for (const [n, low] of [
		[2, 0.15811388300841897],
		[10, 0.6915028921812392],
		[100, 0.9637833073548235],
	] as const) {
		const found = clusteredAuc(separated(n));
		assert.deepEqual([found.value, found.standardError, found.pairs, found.high], [1, 0, n, 1]);
		near(found.low, low);
		const turned = clusteredAuc(separated(n).map((d) => ({ ...d, score: -d.score })));
		assert.deepEqual([turned.value, turned.low], [0, 0]);
		near(turned.high, 1 - low);
		const tied = clusteredAuc(separated(n).map((d) => ({ ...d, score: 3 })));
		assert.deepEqual([tied.value, tied.standardError], [0.5, 0]);
		near(tied.low, low / 2);
		near(tied.high, 1 - low / 2);
	}
	// Ten clusters that hold a positive and a negative each: five pairs at most that share none.
	const both = clusteredAuc(separated(10).map((d, i) => ({ ...d, cluster: String(i % 10) })));
	assert.equal(both.pairs, 5);
	near(both.low, 0.4781762498950185);
});

test('the interval holds the area of few scores that are nearly always told apart', () => {
	// P(positive's > negative's) of normal scores that lie 3 apart: scipy.stats.norm.cdf(3 / sqrt(2)).
	const truth = 0.9830525732376554;
	const random = seededRandom(3);
	const trials = 600;
	const held =
		Array.from({ length: trials }, () =>
			clusteredAuc(
				Array.from({ length: 40 }, (_, i) => ({ score: standardNormal(random) + (i < 15 ? 3 : 0), positive: i < 15, cluster: String(i) })),
			),
		).filter(({ low, high }) => low <= truth && truth <= high).length / trials;
	// Wald's in the area itself holds it in 73 of 100 (2,000 draws in Python): of what is told apart without a fault it says that it always will be.
	assert.ok(held >= 0.93, `${held} of draws`);
});

test('without scores in two clusters of each class there is no interval', () => {
	const separated = [3, 4, 1, 2].map((score, i) => ({ score, positive: i < 2, cluster: String(i) }));
	assert.throws(() => clusteredAuc(separated.slice(1)), RangeError);
	assert.throws(() => clusteredAuc([]), RangeError);
});

test('a rising change of scores changes nothing, a negation mirrors', () => {
	const datum = fc.record({
		score: fc.integer({ min: -20, max: 20 }),
		positive: fc.boolean(),
		cluster: fc.constantFrom('a', 'b', 'c', 'd'),
	});
	fc.assert(
		fc.property(fc.array(datum, { minLength: 12, maxLength: 60, size: 'max' }), (data) => {
			const clusters = (positive: boolean) => new Set(data.filter((d) => d.positive === positive).map((d) => d.cluster)).size;
			fc.pre(clusters(true) > 1 && clusters(false) > 1);
			const found = clusteredAuc(data);
			assert.deepEqual(clusteredAuc(data.map((d) => ({ ...d, score: Math.exp(d.score / 10) }))), found);
			const mirrored = clusteredAuc(data.map((d) => ({ ...d, score: -d.score })));
			near(mirrored.value, 1 - found.value);
			near(mirrored.standardError, found.standardError, 1e-9);
		}),
	);
});

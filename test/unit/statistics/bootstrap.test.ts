import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bcaTails, bootstrapInterval } from '../../../src/statistics/bootstrap.ts';
import { aucOf, clusterUnits, confusionOf, differenceOf, meanOf, recall } from '../../../src/statistics/bootstrap-statistics.ts';
import { quantile } from '../../../src/statistics/quantile.ts';
import { seededRandom } from '../../../src/statistics/random.ts';
import { gridLabels, gridScores } from './grid-scores.ts';

const near = (actual: number, expected: number, tolerance: number) =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

const skewed = Array.from({ length: 25 }, (_, i) => (((i * 7) % 25) / 5) ** 2);
const mean = skewed.reduce((a, b) => a + b, 0) / skewed.length;
const n = skewed.length;

// make_oracle.py: scipy.stats.bootstrap with n_resamples=0 on the values that this formula gives in place of resampled ones.
const resampled = Float64Array.from(
	{ length: 400 },
	(_, i) => mean + (((i * 149) % 400) / 400 - 0.42) * 6 + (((i * 149) % 400) / 400) ** 3,
);
const bca: readonly [number, number, number][] = [
	[0.95, 5.381690060604919, 11.788979286822595],
	[0.8, 5.5934565180221645, 10.637674239519244],
];

test('BCa bounds of given resampled values agree with scipy', () => {
	const without = skewed.map((value) => (mean * n - value) / (n - 1));
	for (const [confidence, low, high] of bca) {
		const tails = bcaTails(resampled, mean, without, [(1 - confidence) / 2, (1 + confidence) / 2]);
		assert.ok(tails);
		const sorted = resampled.toSorted();
		near(quantile(sorted, tails[0]), low, 1e-9);
		near(quantile(sorted, tails[1]), high, 1e-9);
	}
});

test("intervals of a mean agree with scipy's own 200,000 resamples", () => {
	for (const [method, low, high] of [
		['bca', 5.2896, 10.952],
		['percentile', 5.1216, 10.7392],
	] as const) {
		const found = bootstrapInterval(n, meanOf(skewed), { random: seededRandom(4), resamples: 40_000, method });
		assert.equal(found.method, method);
		near(found.value, mean, 1e-12);
		near(found.low, low, 0.06);
		near(found.high, high, 0.06);
	}
});

test('a paired difference of areas agrees with scipy, and is narrower than unpaired ones would be', () => {
	const other = gridScores.map((score) => -(score ** 2));
	const [first, second] = [aucOf(gridScores, gridLabels), aucOf(other, gridLabels)];
	const found = bootstrapInterval(60, differenceOf(first, second), { random: seededRandom(1), resamples: 20_000, method: 'percentile' });
	// make_oracle.py: paired=True, 20,000 resamples.
	near(found.value, 0.22803114571746386, 1e-12);
	near(found.low, -0.0307, 0.01);
	near(found.high, 0.4757, 0.01);
	const same = bootstrapInterval(60, differenceOf(first, first), { random: seededRandom(1), resamples: 100 });
	assert.deepEqual([same.low, same.value, same.high], [0, 0, 0]);
});

test('clusters are drawn whole: copies of an item in its cluster tell nothing new', () => {
	const options = { resamples: 2000, method: 'percentile' } as const;
	const single = bootstrapInterval(n, meanOf(skewed), { ...options, random: seededRandom(2) });
	const fourfold = skewed.flatMap((value) => [value, value, value, value]);
	const units = clusterUnits(fourfold.map((_, i) => `response ${Math.floor(i / 4)}`));
	assert.deepEqual(units[1], [4, 5, 6, 7]);
	const clustered = bootstrapInterval(units, meanOf(fourfold), { ...options, random: seededRandom(2) });
	near(clustered.low, single.low, 1e-9);
	near(clustered.high, single.high, 1e-9);
	const asIfSingle = bootstrapInterval(fourfold.length, meanOf(fourfold), { ...options, random: seededRandom(2) });
	assert.ok(asIfSingle.high - asIfSingle.low < 0.6 * (single.high - single.low));
});

test('95 % intervals of a recall hold the truth in about 95 of 100 samples', () => {
	const random = seededRandom(9);
	let held = 0;
	for (let trial = 0; trial < 200; trial++) {
		const scores = Array.from({ length: 80 }, () => (random() < 0.7 ? 1 : 0));
		const { low, high } = bootstrapInterval(80, confusionOf(recall, scores, new Uint8Array(80).fill(1), 0.5), { random, resamples: 200 });
		held += low <= 0.7 && 0.7 <= high ? 1 : 0;
	}
	assert.ok(held >= 180 && held <= 198, `${held} of 200`);
});

test('resamples of one class are drawn again and counted; the same seed gives the same interval', () => {
	const run = () => bootstrapInterval(6, aucOf([1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 1, 0]), { random: seededRandom(3), resamples: 500 });
	const found = run();
	// Without the one positive: (5/6)^6 = 1/3 of all draws, so half as many as are kept.
	assert.ok(found.redrawn > 180 && found.redrawn < 320, String(found.redrawn));
	assert.deepEqual(run(), found);
});

test('where all resamples lie on one side the interval says that it is a plain percentile', () => {
	const found = bootstrapInterval(12, (counts) => (counts.every((count) => count === 1) ? 9 : 1), {
		random: seededRandom(1),
		resamples: 20,
	});
	assert.equal(found.method, 'percentile');
	assert.deepEqual([found.low, found.value], [1, 9]);
});

test('resamples that do not differ are no certainty, where somebody says of how many cases', () => {
	const options = { random: seededRandom(1), resamples: 50 };
	const none = new Uint8Array(20);
	assert.deepEqual(bootstrapInterval(20, meanOf(none), options), { value: 0, low: 0, high: 0, redrawn: 0, method: 'bca' });
	const found = bootstrapInterval(20, meanOf(none), { ...options, unvaried: { cases: 20 } });
	// scipy.stats.binomtest(0, 20).proportion_ci(method='exact')
	assert.equal(found.low, 0);
	near(found.high, 0.16843347098308536, 1e-12);
	assert.equal(found.method, 'unvaried');
	// Of a difference the rest may be -1 or 1: 0.025^(1/20) = 0.8315665290169146.
	const difference = bootstrapInterval(20, meanOf(none), { ...options, unvaried: { cases: 20, range: [-1, 1] } });
	near(difference.low, -0.16843347098308536, 1e-12);
	near(difference.high, 0.16843347098308536, 1e-12);
	const varied = bootstrapInterval(n, meanOf(skewed), options);
	assert.deepEqual(
		bootstrapInterval(n, meanOf(skewed), { ...options, random: seededRandom(1), unvaried: { cases: 2 } }).method,
		varied.method,
	);
	const unknown = bootstrapInterval(1, meanOf([0]), { ...options, unvaried: { cases: 0 } });
	assert.deepEqual([unknown.low, unknown.high], [0, 1]);
});

test('what cannot be resampled is refused', () => {
	const random = seededRandom(1);
	assert.throws(() => bootstrapInterval(0, meanOf([]), { random }), RangeError);
	assert.throws(() => bootstrapInterval(2, aucOf([1, 2], [1, 1]), { random }), /not defined on the sample/);
	assert.throws(
		() => bootstrapInterval(5, (counts) => (counts.every((count) => count === 1) ? 1 : Number.NaN), { random }),
		/on most resamples/,
	);
	assert.throws(() => bootstrapInterval(2, meanOf([1, 2]), { random, confidence: 1 }), RangeError);
	assert.throws(() => bootstrapInterval(2, meanOf([1, 2]), { random, resamples: 0 }), RangeError);
});

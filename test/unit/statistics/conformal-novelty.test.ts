import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { conformalNovelty, minReference } from '../../../src/statistics/conformal-novelty.ts';
import { quantile } from '../../../src/statistics/quantile.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

const uniform = (random: () => number, count: number): number[][] =>
	Array.from({ length: count }, () => Array.from({ length: 6 }, () => random()));

test('a row of the reference\u2019s own kind has a p of at most 0.05 about one time in twenty', () => {
	let [low, rows] = [0, 0];
	for (let seed = 0; seed < 40; seed++) {
		const random = seededRandom(seed);
		const novelty = conformalNovelty(uniform(random, 99));
		for (const row of uniform(random, 25)) {
			rows++;
			if (novelty.p(row) <= 0.05) low++;
		}
	}
	// 50 of 1,000; rows that share a reference depend on each other, so the binomial deviation of 6.9 is doubled.
	assert.ok(Math.abs(low - 0.05 * rows) < 3 * 14, `${low} of ${rows}`);
});

test('p is the rank of the distance to the fifth nearest row, by brute force', () => {
	fc.assert(
		fc.property(fc.nat(1000), fc.array(fc.double({ min: -3, max: 4, noNaN: true }), { minLength: 6, maxLength: 6 }), (seed, row) => {
			const reference = uniform(seededRandom(seed), minReference);
			const places = (one: readonly number[]): number[] =>
				one.map((value, c) => {
					const values = reference.map((other) => other[c]!);
					const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
					const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1));
					const share = values.reduce((sum, x) => sum + (x < value ? 1 : x === value ? 0.5 : 0), 0) / values.length;
					const [min, max] = [Math.min(...values), Math.max(...values)];
					const beyond = value > max ? Math.min(3, (value - max) / deviation) : value < min ? Math.max(-3, (value - min) / deviation) : 0;
					return share - 0.5 + beyond;
				});
			const fifth = (one: readonly number[], others: readonly (readonly number[])[]): number =>
				others
					.map((other) => places(other).reduce((sum, place, c) => sum + Math.abs(place - places(one)[c]!), 0))
					.toSorted((a, b) => a - b)[4]!;
			const own = reference.map((one, i) => fifth(one, reference.toSpliced(i, 1)));
			const distance = fifth(row, reference);
			// Two sums of the same numbers in different orders differ in their last digits: such a tie decides either way.
			const [min, max] = [-1e-9, 1e-9].map((slack) => (1 + own.filter((one) => one >= distance - slack).length) / (minReference + 1));
			const { p } = conformalNovelty(reference);
			assert.ok(p(row) >= min! && p(row) <= max!, `${p(row)} is not in [${min}, ${max}]`);
		}),
		{ numRuns: 20 },
	);
});

test('a row beyond all others is new, in either direction and in one column alone', () => {
	const random = seededRandom(3);
	const novelty = conformalNovelty(uniform(random, 200));
	const [middle] = uniform(random, 1);
	for (const far of [-9, 9]) for (let c = 0; c < 6; c++) assert.equal(novelty.p(middle!.with(c, far)), 1 / 201, `column ${c} at ${far}`);
	assert.deepEqual(
		[...novelty.placesOf(middle!.map(() => 1e9))],
		Array.from({ length: 6 }, () => 3.5),
	);
});

test('a column without differences takes part, and few rows are refused', () => {
	const rows = uniform(seededRandom(1), 60).map((row) => row.with(0, 7));
	const { p } = conformalNovelty(rows);
	assert.equal(p(rows[0]!.with(0, 900)), 1 / 61);
	assert.ok(p(rows[0]!) > 1 / 61);
	assert.throws(() => conformalNovelty(rows.slice(0, minReference - 1)), RangeError);
	assert.throws(() => conformalNovelty([...rows, [1]]), RangeError);
});

test('the distance of a row is in units that 99 % of the reference stay within, by brute force', () => {
	const random = seededRandom(5);
	const reference = Array.from({ length: 120 }, () => [random(), random() * 3, random() ** 2]);
	const { distance, placesOf } = conformalNovelty(reference);
	const places = reference.map(placesOf);
	const fifth = (from: Float64Array, skip: number): number =>
		places.map((one) => one.reduce((sum, x, c) => sum + Math.abs(x - from[c]!), 0)).toSorted((a, b) => a - b)[4 + skip]!;
	const own = Float64Array.from(places, (one) => fifth(one, 1)).toSorted();
	const unit = quantile(own, 0.99);
	assert.equal(own.filter((one) => one > unit).length, 2);
	for (const row of [
		[0.5, 1.5, 0.2],
		[2, 9, 4],
		[0, 0, 0],
		[-5, 1, 1],
	]) {
		const expected = fifth(placesOf(row), 0) / unit;
		assert.ok(Math.abs(distance(row) - expected) < 1e-12, `${row.join()}: ${distance(row)} and ${expected}`);
	}
	assert.ok(distance([2, 9, 4]) > 1.75 && distance([0.5, 1.5, 0.2]) < 1);
});

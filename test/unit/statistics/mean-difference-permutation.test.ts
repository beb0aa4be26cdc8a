import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clopperPearson } from '../../../src/statistics/binomial-interval.ts';
import { meanDifferencePermutationP, type Rows } from '../../../src/statistics/mean-difference-permutation.ts';
import { randomFor, seededRandom, standardNormal, type Random } from '../../../src/statistics/random.ts';

const rows = (values: readonly (readonly number[])[]): Rows => ({
	values: values.flat(),
	count: values.length,
	width: values[0]!.length,
});
const normals = (random: Random, count: number, shift: (row: number) => number): Rows =>
	rows(Array.from({ length: count }, (_, row) => [standardNormal(random) + shift(row), standardNormal(random), standardNormal(random)]));

test('few rows are compared with every division of them', () => {
	// Of the 20 divisions of 6 numbers into halves, this one and its mirror image lie farthest apart.
	assert.deepEqual(meanDifferencePermutationP(rows([[1], [2], [3], [11], [12], [13]]), 3, { random: seededRandom(1) }), {
		p: 0.1,
		exact: true,
	});
	// Parts of one and three: 4 divisions, and no other is as far apart as the one with 10 alone.
	assert.deepEqual(meanDifferencePermutationP(rows([[10], [1], [2], [3]]), 1, { random: seededRandom(1) }), { p: 0.25, exact: true });
	// By hand: |10 + 1 − 2 − 3| = 6 is the least of 6, 8 and 10.
	assert.deepEqual(meanDifferencePermutationP(rows([[10], [1], [2], [3]]), 2, { random: seededRandom(1) }), { p: 1, exact: true });
	assert.equal(meanDifferencePermutationP(rows([[0.1], [0.1], [0.1], [0.1]]), 2, { random: seededRandom(1) }).p, 1);
	for (const first of [0, 4, Number.NaN])
		assert.throws(() => meanDifferencePermutationP(rows([[1], [2], [3], [4]]), first, { random: seededRandom(1) }), RangeError);
});

test('draws come near to all divisions, and a seed repeats them', () => {
	const random = seededRandom(5);
	const some = normals(random, 18, (row) => (row < 9 ? 0 : 0.8));
	const drawn = meanDifferencePermutationP(some, 9, { random: randomFor(1, 'draws'), draws: 4999 });
	assert.equal(drawn.exact, false);
	assert.deepEqual(meanDifferencePermutationP(some, 9, { random: randomFor(1, 'draws'), draws: 4999 }), drawn);
	// All 48,620 divisions, by another way: each subset of 9 rows as bits.
	const { values } = some;
	const distance = (isFirst: (row: number) => boolean): number => {
		const difference = [0, 0, 0];
		for (let row = 0; row < 18; row++) for (let k = 0; k < 3; k++) difference[k]! += (isFirst(row) ? 1 : -1) * values[row * 3 + k]!;
		return difference.reduce((sum, value) => sum + value * value, 0);
	};
	const own = distance((row) => row < 9);
	let [as, all] = [0, 0];
	for (let bits = 0; bits < 1 << 18; bits++) {
		let ones = 0;
		for (let left = bits; left > 0; left &= left - 1) ones++;
		if (ones !== 9) continue;
		all++;
		if (distance((row) => ((bits >> row) & 1) === 1) >= own - 1e-9) as++;
	}
	assert.equal(all, 48_620);
	const { low, high } = clopperPearson(Math.round(drawn.p * 5000), 5000, 0.999);
	assert.ok(low <= as / all && as / all <= high, `${as / all} outside ${low} to ${high}`);
});

for (const [count, first] of [
	[9, 4],
	[40, 20],
	[41, 13],
] as const)
	test(`of ${count} rows whose order means nothing, no more than the level are found`, () => {
		const random = randomFor(2, `rows without an order ${count}`);
		const trials = 500;
		const ps = Array.from(
			{ length: trials },
			() =>
				meanDifferencePermutationP(
					normals(random, count, () => 0),
					first,
					{ random },
				).p,
		);
		for (const level of [0.01, 0.05, 0.2]) {
			const found = ps.filter((p) => p <= level).length;
			assert.ok(clopperPearson(found, trials, 0.99).low <= level, `${found} of ${trials} at ${level}`);
		}
		// The p values are not merely large: about as many as the level are found.
		assert.ok(clopperPearson(ps.filter((p) => p <= 0.2).length, trials, 0.999).high >= 0.2);
	});

test('a shift of the mean is found', () => {
	const random = seededRandom(8);
	const found = Array.from(
		{ length: 50 },
		() =>
			meanDifferencePermutationP(
				normals(random, 60, (row) => (row < 30 ? 0 : 1.5)),
				30,
				{ random },
			).p,
	).filter((p) => p <= 0.01);
	assert.ok(found.length >= 48, String(found.length));
});

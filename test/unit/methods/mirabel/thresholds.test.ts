import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { empiricalZ, isAbove, standOut, thresholdsOf } from '../../../../src/methods/mirabel/thresholds.ts';
import { scanScores } from '../../../../src/methods/mirabel/score-scan.ts';
import { normalityP } from '../../../../src/statistics/normality.ts';
import { skewnessOf } from '../../../../src/statistics/skewness.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const shape = { mean: 0.2, std: 0.1, n: 1000, skewness: 0.4, rho: 0.05, empiricalZ: 4 };

test('thresholds move and scale with the scores', () => {
	const unit = thresholdsOf({ ...shape, mean: 0, std: 1 });
	for (const [rule, value] of Object.entries(thresholdsOf(shape)))
		assert.ok(Math.abs(value - (0.2 + 0.1 * unit[rule as keyof typeof unit]!)) < 1e-12, rule);
	assert.equal(thresholdsOf({ ...shape, skewness: 0 }).skew, thresholdsOf(shape).exact);
});

test('a threshold that cannot be had is null', () => {
	assert.deepEqual(thresholdsOf({ ...shape, std: 0 }), { empirical: null, skew: null, gumbel: null, exact: null });
	const { empirical, skew, exact } = thresholdsOf({ ...shape, skewness: null, empiricalZ: null });
	assert.deepEqual([empirical, skew], [null, null]);
	assert.ok(exact !== null);
	for (const wrong of [{ rho: 0 }, { rho: 1 }, { rho: Number.NaN }, { n: 1 }])
		assert.throws(() => thresholdsOf({ ...shape, ...wrong }), RangeError);
	for (const values of [[], [1, 2], [0.1, 0.1, 0.1, 0.1]]) assert.equal(skewnessOf(values), null);
	for (const values of [[1, 2, 4, 3, 5, 6, 9], Array.from({ length: 30 }, () => 0.3)]) assert.equal(normalityP(values), null);
	assert.throws(() => skewnessOf([1, 2, Number.NaN]), RangeError);
});

test('the exact maximum of normal scores is passed by a share rho', () => {
	const random = seededRandom(1);
	const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	const { exact } = thresholdsOf({ mean: 0, std: 1, n: 50, skewness: null, rho: 0.1, empiricalZ: null });
	let above = 0;
	for (let i = 0; i < 20_000; i++) above += Number(Math.max(...Array.from({ length: 50 }, normal)) > exact!);
	// Four standard errors.
	assert.ok(Math.abs(above / 20_000 - 0.1) < 4 * Math.sqrt((0.1 * 0.9) / 20_000));
});

test('the empirical z flags at most rho of exchangeable queries, and says how many it takes', () => {
	assert.deepEqual(empiricalZ([], 0.05), { z: null, needs: 19 });
	assert.equal(
		empiricalZ(
			Array.from({ length: 18 }, (_, i) => i),
			0.05,
		).z,
		null,
	);
	assert.equal(
		empiricalZ(
			Array.from({ length: 19 }, (_, i) => i),
			0.05,
		).z,
		18,
	);
	assert.equal(
		empiricalZ(
			Array.from({ length: 39 }, (_, i) => 38 - i),
			0.05,
		).z,
		37,
	);
	assert.throws(() => empiricalZ([1], 0), RangeError);
	assert.throws(
		() =>
			empiricalZ(
				Array.from({ length: 19 }, () => Number.NaN),
				0.05,
			),
		RangeError,
	);
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 10, maxLength: 60 }), (zs) => {
			// Each in turn is the new one: on average over the draw, no more than rho are flagged.
			const flagged = zs.filter((z, at) => z > (empiricalZ(zs.toSpliced(at, 1), 0.1).z ?? Infinity)).length;
			assert.ok(flagged <= 0.1 * zs.length + 1e-9);
		}),
	);
});

test('what made a threshold is not above it, whatever rounding does', () => {
	const random = seededRandom(2);
	for (let i = 0; i < 1000; i++) {
		const { max, mean, std } = scanScores(Array.from({ length: 20 }, random));
		assert.ok(!isAbove(max, thresholdsOf({ ...shape, mean, std, empiricalZ: (max - mean) / std }).empirical));
	}
	assert.ok(isAbove(0.5, 0.49999));
	assert.ok(!isAbove(0.5, null));
});

/** Similarities of a benign query to a store, one of them `max` and the others around 0.05, and those of a copy of a document with relatives. */
const benign = { max: 0.5, ...pickShape(scanScores([0.5, ...Array.from({ length: 40 }, (_, i) => 0.05 + 0.02 * (i % 2))])) };
const copied = { max: 1, ...pickShape(scanScores([1, ...Array.from({ length: 40 }, (_, i) => (i < 9 ? 0.36 : 0.01))])) };

function pickShape({ mean, std }: { readonly mean: number; readonly std: number }) {
	return { mean, std };
}

test('where similarities spread more, a z of one query asks for more than 1 of another, and a score by the room left does not', () => {
	const threshold = (score: 'z' | 'room'): number =>
		thresholdsOf({ ...shape, ...copied, empiricalZ: standOut(benign, score), score }).empirical!;
	assert.ok(threshold('z') > 1.5);
	assert.ok(threshold('room') < 0.95);
	assert.ok(isAbove(copied.max, threshold('room')));
});

test('a score by the room left is above another exactly where the similarity is above its threshold, which is below 1', () => {
	const similarity = fc.double({ min: -0.5, max: 0.9999, noNaN: true });
	const spread = fc.double({ min: 1e-3, max: 0.4, noNaN: true });
	fc.assert(
		fc.property(similarity, similarity, spread, fc.double({ min: 0, max: 1e4, noNaN: true }), (max, mean, std, value) => {
			fc.pre(max >= mean);
			const { empirical } = thresholdsOf({ ...shape, mean, std, empiricalZ: value, score: 'room' });
			assert.ok(empirical! < 1);
			// At equality rounding decides.
			fc.pre(Math.abs(max - empirical!) > 1e-6);
			assert.equal(isAbove(max, empirical), standOut({ max, mean, std }, 'room') > value);
		}),
	);
});

test('copies alone are out of reach by the room left, and only where benign queries are copies', () => {
	const ofCopies = standOut({ ...copied, max: 1 + 2e-7 }, 'room');
	assert.equal(ofCopies, standOut({ ...benign, max: 1 - 2e-7 }, 'room'));
	assert.ok(!isAbove(1 + 1e-6, thresholdsOf({ ...shape, ...benign, empiricalZ: ofCopies, score: 'room' }).empirical));
	assert.equal(standOut({ max: 0.3, mean: 0.3, std: 0 }, 'room'), 0);
});

test('the promised rate holds by either score, whatever the spread of each query', () => {
	const random = seededRandom(11);
	for (const score of ['z', 'room'] as const) {
		let flagged = 0;
		for (let round = 0; round < 1500; round++) {
			const queries = Array.from({ length: 40 }, () => {
				const std = 0.01 + 0.2 * random() ** 3;
				return { mean: 0.1 * random(), std, max: Math.min(1, 0.2 + std + 0.8 * random() ** 2) };
			});
			const [newest, ...known] = queries;
			const { z } = empiricalZ(
				known.map((one) => standOut(one, score)),
				0.1,
			);
			const { empirical } = thresholdsOf({ ...shape, ...newest!, empiricalZ: z, score });
			if (isAbove(newest!.max, empirical)) flagged++;
		}
		// Four of 40, to within four deviations.
		assert.ok(Math.abs(flagged / 1500 - 0.1) < 0.031, `${score}: ${flagged}`);
	}
});

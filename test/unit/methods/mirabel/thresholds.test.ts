import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { empiricalZ, isAbove, thresholdsOf } from '../../../../src/methods/mirabel/thresholds.ts';
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

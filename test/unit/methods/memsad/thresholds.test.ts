import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
	certificateOf,
	conformalScoreThreshold,
	minReference,
	meanThreshold,
	robustThreshold,
	thresholdError,
} from '../../../../src/methods/memsad/thresholds.ts';
import { clopperPearson } from '../../../../src/statistics/binomial-interval.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

test('η is the formula of theorem 11', () => {
	// By hand: 0.1 (1/10 + 2/√198) √(2 ln 80).
	assert.ok(Math.abs(thresholdError(0.1, 100, 2, 0.05) - 0.1 * (0.1 + 2 / Math.sqrt(198)) * Math.sqrt(2 * Math.log(80))) < 1e-15);
	assert.equal(thresholdError(0.1, 1), Infinity);
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 5000 }), (n) => {
			assert.ok(thresholdError(1, n + 1) < thresholdError(1, n));
		}),
	);
});

test('μ̂ + κσ̂ has the sample deviation', () => {
	const { threshold, center, deviation, n } = meanThreshold([1, 2, 3, 4], 2);
	assert.deepEqual([center, n], [2.5, 4]);
	assert.ok(Math.abs(deviation - Math.sqrt(5 / 3)) < 1e-15);
	assert.ok(Math.abs(threshold - (2.5 + 2 * Math.sqrt(5 / 3))) < 1e-15);
	assert.throws(() => meanThreshold([1]), RangeError);
});

test('a conformal threshold of two detectors takes half of the rate each', () => {
	const scores = Array.from({ length: 199 }, (_, at) => at);
	// ⌊0.01 · 200⌋ = 2: the second largest.
	assert.equal(conformalScoreThreshold(scores, 0.02, 2).threshold, 197);
	assert.equal(conformalScoreThreshold(scores, 0.02, 2).alpha, 0.01);
	assert.equal(minReference(0.02, 2), 99);
	assert.throws(() => conformalScoreThreshold(scores.slice(0, 98), 0.02, 2), RangeError);
});

test('benign draws that are exchangeable are flagged at the promised rate', () => {
	const random = seededRandom(16);
	let flagged = 0;
	const trials = 20_000;
	// One new score a calibration, so that trials are independent; the exact rate is ⌊0.05 · 60⌋ / 60.
	for (let trial = 0; trial < trials; trial++) {
		const shift = random();
		const draw = (): number => shift + random() ** 3;
		const { threshold } = conformalScoreThreshold(Array.from({ length: 59 }, draw), 0.05);
		flagged += Number(draw() > threshold);
	}
	const { low, high } = clopperPearson(flagged, trials, 0.9999);
	assert.ok(low <= 0.05 && 0.05 <= high, `${flagged} of ${trials}`);
});

test('planted scores move the robust threshold little, and the other one out of their way', () => {
	const benign = Array.from({ length: 80 }, (_, at) => 0.2 + 0.001 * at);
	const mixed = [...benign, ...Array.from({ length: 20 }, () => 0.9)];
	assert.ok(robustThreshold(mixed).threshold < 0.5);
	assert.ok(meanThreshold(mixed, 3).threshold > 0.9);
});

test('a certificate is not negative, and gives η away first', () => {
	assert.deepEqual(certificateOf(0.75, { rule: 'mean-plus-deviations', threshold: 0.5, eta: 0.125 }), {
		margin: 0.25,
		radius: { thisThreshold: 0.25, anyThreshold: 0.125 },
	});
	assert.deepEqual(certificateOf(0.5625, { rule: 'mean-plus-deviations', threshold: 0.5, eta: 0.125 }), {
		margin: 0.0625,
		radius: { thisThreshold: 0.0625, anyThreshold: 0 },
	});
	// How far other thresholds may be off nobody has proven.
	for (const rule of ['conformal', 'robust'] as const)
		assert.deepEqual(certificateOf(0.75, { rule, threshold: 0.5, eta: 0.125 }).radius, { thisThreshold: 0.25, anyThreshold: null });
});

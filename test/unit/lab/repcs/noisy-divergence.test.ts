import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standardNormal, seededRandom } from '../../../../src/statistics/random.ts';
import { noisyDivergence } from '../../../../lab/repcs/noisy-divergence.ts';
import { pairedStatistics } from '../../../../src/statistics/next-token.ts';
import { normalCdf } from '../../../../src/statistics/normal.ts';
import { oracleRows } from '../../statistics/oracle-rows.ts';

test("draws are normal: the largest distance of 20,000 from the distribution is within Kolmogorov's 99.9 %", () => {
	const random = seededRandom(11);
	const draws = Float64Array.from({ length: 20_000 }, () => standardNormal(random)).toSorted();
	const distance = draws.reduce((max, x, i) => Math.max(max, Math.abs(normalCdf(x) - (i + 0.5) / draws.length)), 0);
	// 1.9495 / √n.
	assert.ok(distance < 1.9495 / Math.sqrt(20_000), `${distance}`);
	// A source whose numbers may be 0 gives no infinity.
	assert.ok(Number.isFinite(standardNormal(() => 0)));
});

test('without noise it is the divergence of the rows', () => {
	const { withContext, withoutContext } = oracleRows(0);
	const { kl } = pairedStatistics(withContext, withoutContext, 0);
	assert.ok(Math.abs(noisyDivergence(withContext, withoutContext, { sigma: 0, random: seededRandom(1) }) - kl) < 1e-9);
});

test('the noise that was drawn is added to both rows, cut at the floor, and renormalised', () => {
	// Probabilities (1/2, 1/2) and (3/4, 1/4).
	const [p, q] = [Float32Array.of(0, 0), Float32Array.of(Math.log(3), 0)];
	const drawn = seededRandom(5);
	const z = Array.from({ length: 4 }, () => standardNormal(drawn));
	const [sigma, floor] = [0.6, 0.01];
	const noised = [0.5 + sigma * z[0]!, 0.5 + sigma * z[1]!, 0.75 + sigma * z[2]!, 0.25 + sigma * z[3]!].map((x) => Math.max(floor, x));
	const [a, b] = [noised.slice(0, 2), noised.slice(2)].map((two) => two.map((x) => x / (two[0]! + two[1]!)));
	const expected = a!.reduce((sum, x, v) => sum + x * Math.log(x / b![v]!), 0);
	assert.ok(noised.includes(floor), 'the seed shows the floor');
	assert.ok(Math.abs(noisyDivergence(p, q, { sigma, random: seededRandom(5), floor }) - expected) < 1e-7);
});

test('noise on logits multiplies the odds', () => {
	const [p, q] = [Float32Array.of(0, 0), Float32Array.of(Math.log(3), 0)];
	const drawn = seededRandom(5);
	const z = Array.from({ length: 4 }, () => standardNormal(drawn));
	const sigma = 0.4;
	const first = (odds: number): number => odds / (1 + odds);
	const [a, b] = [first(Math.exp(sigma * (z[0]! - z[1]!))), first(3 * Math.exp(sigma * (z[2]! - z[3]!)))];
	const expected = a * Math.log(a / b) + (1 - a) * Math.log((1 - a) / (1 - b));
	assert.ok(Math.abs(noisyDivergence(p, q, { sigma, random: seededRandom(5), on: 'logits' }) - expected) < 1e-7);
	// A masked outcome stays one.
	const masked = Float32Array.of(0, -Infinity);
	assert.equal(noisyDivergence(masked, masked, { sigma, random: seededRandom(5), on: 'logits' }), 0);
});

test('what is no noise is refused', () => {
	const row = new Float32Array(2);
	const random = seededRandom(1);
	assert.throws(() => noisyDivergence(row, new Float32Array(3), { sigma: 0.1, random }), RangeError);
	assert.throws(() => noisyDivergence(row, row, { sigma: -1, random }), RangeError);
	assert.throws(() => noisyDivergence(row, row, { sigma: 0.1, random, floor: 0 }), RangeError);
});

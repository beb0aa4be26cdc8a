import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalCdf, normalQuantile, z95 } from '../../../src/statistics/normal.ts';

// make_oracle.py: scipy.stats.norm.
const cdf: readonly [number, number][] = [
	[-12.5, 3.732564298877714e-36],
	[-4.0001, 3.165786148681336e-5],
	[-3.9999, 3.1684627532635485e-5],
	[-1.3, 0.09680048458561036],
	[0, 0.5],
	[0.25, 0.5987063256829237],
	[2, 0.9772498680518208],
	[5.5, 0.9999999810104375],
];
const quantiles: readonly [number, number][] = [
	[1e-300, -37.0470962993612],
	[1e-9, -5.9978070150076865],
	[0.025, -1.9599639845400545],
	[0.3, -0.5244005127080409],
	[0.5, 0],
	[0.9, 1.2815515655446004],
	[0.999999, 4.753424308817087],
];

test('the distribution agrees with scipy, relatively in the tail', () => {
	for (const [x, expected] of cdf) assert.ok(Math.abs(normalCdf(x) / expected - 1) < 1e-11, `Φ(${x}) = ${normalCdf(x)}, not ${expected}`);
});

test('quantiles agree with scipy', () => {
	for (const [p, expected] of quantiles)
		assert.ok(Math.abs(normalQuantile(p) - expected) < 1e-10, `${normalQuantile(p)} is not ${expected}`);
	assert.ok(Math.abs(normalQuantile(0.975) - z95) < 1e-12);
	assert.equal(normalQuantile(0), -Infinity);
	assert.equal(normalQuantile(1), Infinity);
	assert.throws(() => normalQuantile(1.1), RangeError);
	assert.throws(() => normalQuantile(Number.NaN), RangeError);
});

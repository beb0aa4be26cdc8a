import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformalSplitRates } from '../../../../lab/repcs/conformal-splits.ts';
import { standardNormal, seededRandom } from '../../../../src/statistics/random.ts';

const meanOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;

test('over splits of single scores the mean rate is ⌊α(n + 1)⌋ / (n + 1), whatever the scores are', () => {
	const random = seededRandom(5);
	const heavy = Array.from({ length: 240 }, () => [Math.exp(3 * standardNormal(random))]);
	for (const [alpha, tail, expected] of [
		[0.05, 'low', 6 / 121],
		[0.1, 'high', 12 / 121],
	] as const) {
		const rates = conformalSplitRates(heavy, { random, alpha, tail, splits: 2000 });
		const deviation = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - meanOf(rates)) ** 2, 0) / 1999);
		assert.ok(Math.abs(meanOf(rates) - expected) < (4 * deviation) / Math.sqrt(2000), `${meanOf(rates)} is not ${expected}`);
	}
});

test('units stay together, and the share decides how many calibrate', () => {
	// Two units of equal scores: the one that is held out is flagged as a whole, or not at all.
	const units = [Array.from({ length: 20 }, () => 1), Array.from({ length: 20 }, () => 2)];
	const rates = conformalSplitRates(units, { random: seededRandom(1), alpha: 0.05, splits: 50 });
	assert.deepEqual(new Set(rates), new Set([0, 1]));
	// 19 of 20 calibrate: their smallest is the threshold, so the rate is 1 exactly when the smallest of all is held out.
	const single = conformalSplitRates(
		Array.from({ length: 20 }, (_, i) => [i]),
		{ random: seededRandom(1), alpha: 0.05, share: 0.95, splits: 400 },
	);
	assert.ok(Math.abs(meanOf(single) - 0.05) < 4 * Math.sqrt((0.05 * 0.95) / 400));
});

test('the same seed gives the same rates; nothing held out, and too little to calibrate, are refused', () => {
	const units = Array.from({ length: 60 }, (_, i) => [(i * i) % 61]);
	const rates = () => conformalSplitRates(units, { random: seededRandom(9), alpha: 0.1, splits: 20 });
	assert.deepEqual(rates(), rates());
	assert.throws(() => conformalSplitRates(units, { random: seededRandom(9), alpha: 0.1, share: 1 }), RangeError);
	assert.throws(() => conformalSplitRates(units, { random: seededRandom(9), alpha: 0.1, share: 0.1 }), RangeError);
});

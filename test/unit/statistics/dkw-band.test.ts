import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dkwHalfHeight } from '../../../src/statistics/dkw-band.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

const near = (actual: number, expected: number, tolerance = 1e-12): void =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

test('half heights solve 2 exp(−2 n ε²) = 1 − confidence', () => {
	// make_detection_oracle.py: by bisection of the inequality.
	near(dkwHalfHeight(50), 0.19206455826398414);
	near(dkwHalfHeight(500, 0.9), 0.05473328305111974);
});

test('in simulation the band leaves out the truth anywhere in at most 5 % of samples, and not in far fewer', () => {
	const random = seededRandom(3);
	const half = dkwHalfHeight(40);
	const missed =
		Array.from({ length: 2000 }, () => {
			const uniform = Float64Array.from({ length: 40 }, random).toSorted();
			// The largest distance from F(x) = x is at a draw, on either side of the step.
			return uniform.some((x, i) => Math.max(x - i / 40, (i + 1) / 40 - x) > half);
		}).filter(Boolean).length / 2000;
	// For 40 draws the exact value is 0.0425 (scipy.stats.kstwo.sf).
	near(missed, 0.0425, 4 * Math.sqrt((0.0425 * 0.9575) / 2000));
});

test('no draws and no confidence are refused', () => {
	assert.throws(() => dkwHalfHeight(0), RangeError);
	assert.throws(() => dkwHalfHeight(2, 1), RangeError);
});

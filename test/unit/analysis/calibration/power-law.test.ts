import assert from 'node:assert/strict';
import { test } from 'node:test';
import { powerLawGain } from '../../../../src/analysis/calibration/power-law.ts';

const close = (found: number | undefined, expected: number, tolerance: number): void =>
	assert.ok(found !== undefined && Math.abs(found - expected) < tolerance, `${found}, not ${expected}`);

function covarianceOf(errors: readonly number[], correlations: readonly (readonly number[])[]): Float64Array[] {
	return errors.map((a, i) => Float64Array.from(errors, (b, j) => a * b * correlations[i]![j]!));
}

const none = (i: number, size: number): number[] => Array.from({ length: size }, (_, j) => Number(i === j));
const independent = (errors: readonly number[]): Float64Array[] =>
	covarianceOf(
		errors,
		errors.map((_, i) => none(i, errors.length)),
	);

test('points of a curve of the family, known well, give its gain', () => {
	for (const [a, b, c] of [
		[0.98, 0.8, 0.5],
		[0.9, 3, 1],
		[1, 0.4, 0.25],
	] as const) {
		const x = [20, 40, 80, 160];
		const gain = powerLawGain({ x, y: x.map((one) => a - b * one ** -c), covariance: independent([1e-6, 1e-6, 1e-6, 1e-6]) }, 200, 800)!;
		const expected = b * (200 ** -c - 800 ** -c);
		close(gain.value, expected, 1e-12);
		assert.ok(
			expected - 1e-4 < gain.low && gain.low < expected && expected < gain.high && gain.high < expected + 1e-4,
			JSON.stringify(gain),
		);
	}
});

test('the interval is that of the profile likelihood', () => {
	/*
	 * Made with numpy: for each exponent and each gain on a grid of 5e-7 the level of least weighted squares, by the inverse of the covariance; value: the gain of
	 * the least sum of all; low, high: the ends of the gains whose sum is at most 3.8415 above it for some exponent.
	 */
	const three = covarianceOf(
		[0.05, 0.045, 0.04],
		[
			[1, 0.7, 0.5],
			[0.7, 1, 0.85],
			[0.5, 0.85, 1],
		],
	);
	const four = covarianceOf(
		[0.03, 0.02, 0.012, 0.008],
		[
			[1, 0.6, 0.4, 0.3],
			[0.6, 1, 0.7, 0.5],
			[0.4, 0.7, 1, 0.8],
			[0.3, 0.5, 0.8, 1],
		],
	);
	for (const [x, y, covariance, [from, to], [value, low, high]] of [
		[[20, 40, 80], [0.7, 0.79, 0.84], three, [100, 200], [0.0261055, 0.0017775, 0.096666]],
		[[20, 40, 80], [0.8, 0.79, 0.8], three, [100, 200], [0.0045505, 0, 0.0453275]],
		[[30, 60, 120, 240], [0.85, 0.91, 0.94, 0.955], four, [300, 1200], [0.009, 0.000618, 0.0462855]],
	] as const) {
		const gain = powerLawGain({ x, y, covariance }, from, to);
		close(gain?.value, value, 1e-6);
		close(gain?.low, low, 1e-6);
		close(gain?.high, high, 1e-6);
	}
});

test('a falling curve gains nothing, and may gain what its errors allow; without errors or a second point nothing is known', () => {
	const falling = powerLawGain({ x: [10, 20, 40], y: [0.9, 0.89, 0.88], covariance: independent([0.02, 0.02, 0.02]) }, 50, 100)!;
	assert.deepEqual([falling.value, falling.low], [0, 0]);
	assert.ok(falling.high > 0 && falling.high < 0.05, String(falling.high));
	assert.equal(powerLawGain({ x: [10], y: [0.9], covariance: independent([0.1]) }, 20, 40), undefined);
	assert.equal(powerLawGain({ x: [10, 20], y: [1, 1], covariance: independent([0, 0]) }, 20, 40), undefined);
});

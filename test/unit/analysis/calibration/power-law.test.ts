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
		[0.95, 0.4, 0.25],
	] as const) {
		const x = [20, 40, 80, 160];
		const gain = powerLawGain({ x, y: x.map((one) => a - b * one ** -c), covariance: independent([1e-4, 1e-4, 1e-4, 1e-4]) }, 200, 800)!;
		const expected = b * (200 ** -c - 800 ** -c);
		close(gain.value, expected, 1e-3);
		assert.ok(
			expected - 3e-3 < gain.low && gain.low < expected && expected < gain.high && gain.high < expected + 3e-3,
			JSON.stringify(gain),
		);
	}
});

test('no curve rises above 1: a steep beginning promises no more than is missing', () => {
	const steep = powerLawGain({ x: [20, 40, 80], y: [0.8, 0.89, 0.97], covariance: independent([0.01, 0.01, 0.01]) }, 100, 400)!;
	assert.ok(steep.value < 0.03 && steep.high < 0.06, JSON.stringify(steep));
});

test('a falling curve gains nothing, and may gain what its errors allow; without errors or a second point nothing is known', () => {
	const falling = powerLawGain({ x: [10, 20, 40], y: [0.9, 0.89, 0.88], covariance: independent([0.02, 0.02, 0.02]) }, 50, 100)!;
	assert.ok(falling.low === 0 && falling.value < 0.02, JSON.stringify(falling));
	assert.ok(falling.high > 0 && falling.high < 0.05, String(falling.high));
	assert.equal(powerLawGain({ x: [10], y: [0.9], covariance: independent([0.1]) }, 20, 40), undefined);
	assert.equal(powerLawGain({ x: [10, 20], y: [1, 1], covariance: independent([0, 0]) }, 20, 40), undefined);
});

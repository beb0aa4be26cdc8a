import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationError } from '../../../../lab/spad/calibration-error.ts';

test('as far as each run of cases is from its mean probability, weighed by its length', () => {
	// Two runs: 0.1 and 0.3 with one of two positive, |1 − 0.4|; 0.6 and 0.8 with both positive, |2 − 1.4|; 1.2 over four cases.
	assert.ok(Math.abs(calibrationError([0.8, 0.1, 0.6, 0.3], [1, 0, 1, 1], 2) - 0.3) < 1e-12);
	// Runs may differ in length: of three cases two runs have one and two.
	assert.ok(Math.abs(calibrationError([0.2, 0.5, 0.9], [0, 1, 1], 2) - (0.2 + 0.6) / 3) < 1e-12);
});

test('none where every run is right as often as it says, and whatever the order of cases', () => {
	const probabilities = Array.from({ length: 100 }, (_, i) => Math.floor(i / 10) / 10 + 0.05 * 2);
	const labels = probabilities.map((p, i) => Number(i % 10 < Math.round(10 * p)));
	assert.ok(calibrationError(probabilities, labels) < 1e-12);
	assert.ok(calibrationError(probabilities.toReversed(), labels.toReversed()) < 1e-12);
	assert.ok(Math.abs(calibrationError(probabilities, new Uint8Array(100)) - 0.55) < 1e-12);
	assert.ok(Number.isNaN(calibrationError([], [])));
});

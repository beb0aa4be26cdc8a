import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { memoryTable, profileTable } from '../../../../../lab/making/steps/profile-table.ts';
import { calibration } from '../../../../../src/analysis/calibration/methods.ts';
import { closedBookFormat } from '../../../../../src/formats/detectors/closed-book.ts';
import { detectorOf } from '../../../../../src/formats/profile.ts';
import { withTable } from '../../../../../lab/bench/markdown-table.ts';

const folder = fileURLToPath(new URL('../../../../../models/demo', import.meta.url));
const file = join(folder, 'demo.assay-profile.json');
const profile = calibration.profiles.read(readFileSync(file, 'utf8'), file);

test('a row a detector, with what it does on the test side', () => {
	const [detector] = profile.detectors;
	assert.ok(detector?.method === 'mean-entropy' && detector.operatingPoint !== null);
	const interval = (value: number) => ({ value, low: value - 0.01, high: value + 0.01 });
	const one = {
		...detector,
		auc: interval(0.9),
		operatingPoint: {
			on: 'test' as const,
			n: 3154,
			positives: 381,
			truePositiveRate: interval(0.5),
			falsePositiveRate: interval(0.06),
			precision: interval(0.75),
		},
	};
	assert.deepEqual(
		profileTable({ detectors: [one] })
			.split('\n')
			.slice(2),
		[
			'| mean entropy (no attribution needed), a sentence | 0.900 [0.890, 0.910] | 0.500 [0.490, 0.510] | 0.060 [0.050, 0.070] | 0.750 [0.740, 0.760] | 3,154 | 381 |',
		],
	);
	assert.throws(
		() => profileTable({ detectors: [{ ...one, operatingPoint: { ...one.operatingPoint, on: 'cross-validation' } }] }),
		RangeError,
	);
	assert.throws(() => profileTable({ detectors: [{ ...one, auc: null }] }), RangeError);
	assert.throws(
		() => profileTable({ detectors: [{ ...one, criterion: { kind: 'by-hand' } }] }),
		RangeError,
		'whose rates were seen by who chose it',
	);
});

test('a row a detector of memory, with what it promises and does', () => {
	const detector = detectorOf(profile, closedBookFormat);
	assert.ok(detector !== undefined);
	const interval = (value: number) => ({ value, low: value - 0.01, high: value + 0.01 });
	const one = {
		...detector,
		criterion: { kind: 'conformal' as const, alpha: 0.01, n: 900 },
		heldOut: { n: 450, falsePositiveRate: interval(0.02) },
		memorised: { n: 1300, truePositiveRate: interval(0.97), auc: interval(0.98) },
	};
	assert.deepEqual(
		memoryTable({ detectors: [one] })
			.split('\n')
			.slice(2),
		['| closed book | 0.01 | 0.020 [0.010, 0.030] | 450 | 0.970 [0.960, 0.980] | 1,300 | 0.980 [0.970, 0.990] |'],
	);
	assert.throws(() => memoryTable({ detectors: [{ ...one, heldOut: null }] }), RangeError);
});

test('the README tells of the profile that ships', () => {
	const readme = readFileSync(join(folder, 'README.md'), 'utf8');
	assert.equal(withTable(readme, 'profile', profileTable(profile)), readme);
	assert.equal(withTable(readme, 'memory', memoryTable(profile)), readme);
});

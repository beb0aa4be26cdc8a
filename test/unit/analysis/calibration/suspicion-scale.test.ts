import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fitSuspicionScale } from '../../../../src/analysis/calibration/threshold-figures.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { suspicionOf } from '../../../../src/formats/detectors/figures.ts';
import { meanEntropyFormat } from '../../../../src/formats/detectors/mean-entropy.ts';
import { detectorOf } from '../../../../src/formats/profile.ts';
import { exampleProfile } from '../../../support/example-profile.ts';

test('two groups, worked by hand', () => {
	// Below 1: one of four unsupported; above: three of four. Shares (1.5 / 5, 3.5 / 5) at the group means.
	const scale = fitSuspicionScale([0, 0.2, 0.4, 0.6, 1, 2, 3, 4], [false, true, false, false, true, true, false, true], 2);
	assert.deepEqual(
		scale.knots.map((k) => [+k.score.toFixed(12), k.share]),
		[
			[0.3, 0.3],
			[2.5, 0.7],
		],
	);
});

test('groups that fall are pooled', () => {
	const scale = fitSuspicionScale([0, 1, 2, 3], [true, true, false, false], 2);
	assert.deepEqual(scale.knots, [{ score: 1.5, share: 0.5 }]);
});

test('any labeled scores give a scale that a profile may hold', () => {
	const sample = fc.array(fc.tuple(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: -5, max: 5, noNaN: true })), fc.boolean()), {
		minLength: 1,
		maxLength: 80,
		size: 'max',
	});
	fc.assert(
		fc.property(sample, fc.integer({ min: 1, max: 25 }), (pairs, bins) => {
			const suspicion = fitSuspicionScale(
				pairs.map((p) => p[0]),
				pairs.map((p) => p[1]),
				bins,
			);
			const profile = { ...exampleProfile, detectors: exampleProfile.detectors.map((d) => ({ ...d, suspicion })) };
			assert.deepEqual(
				detectorOf(calibration.profiles.read(calibration.profiles.format(profile), 'p'), meanEntropyFormat)?.suspicion,
				JSON.parse(JSON.stringify(suspicion)),
			);
			for (const [score] of pairs) assert.ok(suspicionOf(suspicion, score) > 0 && suspicionOf(suspicion, score) < 1);
		}),
	);
});

test('no scores, or not as many labels, are a defect', () => {
	assert.throws(() => fitSuspicionScale([], []), RangeError);
	assert.throws(() => fitSuspicionScale([1], []), RangeError);
});

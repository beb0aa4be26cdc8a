import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifierDetector } from '../../../../src/analysis/calibration/classifier-detector.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { madeBy } from '../../../support/example-profile.ts';

const sha256 = '0'.repeat(64);
const classifier = { method: 'spad+', level: 'sentence', file: 'a.json', sha256, threshold: 0.5 } as const;
const scored = (scores: readonly number[], positive: boolean) =>
	scores.map((score, i) => ({ score, positive, cluster: `${positive}-${i}` }));
const outOfFold = [...scored([0.1, 0.2, 0.3, 0.6], false), ...scored([0.4, 0.8, 0.9], true)];
const held = [...scored([0.1, 0.2, 0.3, 0.7], false), ...scored([0.4, 0.9], true)];

test("the threshold is the classifier's, the scale is of out-of-fold scores, figures are of the test side", () => {
	const detector = classifierDetector(classifier, outOfFold, held);
	assert.equal(detector.threshold, 0.5);
	// 1 of 2 and 1 of 4 lie above 0.5; of 8 pairs, only 0.4 against 0.7 is in the wrong order.
	assert.deepEqual(
		[detector.operatingPoint.truePositiveRate.value, detector.operatingPoint.falsePositiveRate.value, detector.auc.value],
		[0.5, 0.25, 0.875],
	);
	assert.deepEqual([detector.quantiles.at(0)?.score, detector.quantiles.at(-1)?.score], [0.1, 0.9]);
	assert.equal(
		classifierDetector(classifier, outOfFold, [...held, ...scored([0.95], true)]).suspicion.knots.length,
		detector.suspicion.knots.length,
	);
});

test('scores that only the last bits tell apart make a scale that a profile may hold', () => {
	const close = Array.from({ length: 40 }, (_, i) => ({ score: 0.25 + i * 1e-12, positive: i % 2 === 0 }));
	const detector = classifierDetector(classifier, [...outOfFold, ...close], held);
	const profile = {
		schema: 'rag-assay/profile@2',
		name: 'n',
		created: '2026-01-01',
		detectors: madeBy([detector]),
	};
	assert.deepEqual(calibration.profiles.schema.parse(profile), profile);
});

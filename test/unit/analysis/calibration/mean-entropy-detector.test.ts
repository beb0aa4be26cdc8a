import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitMeanEntropyDetector } from '../../../../src/analysis/calibration/mean-entropy-detector.ts';
import { fitSuspicionScale } from '../../../../src/analysis/calibration/suspicion-scale.ts';
import { profileSchema } from '../../../../src/formats/profile.ts';

const sentences = (scores: number[], positive: boolean, responses = scores.map((_, i) => `${positive}-${i}`)) =>
	scores.map((score, i) => ({ score, positive, response: responses[i]! }));

const train = [...sentences([0.1, 0.2, 0.3, 0.4], false), ...sentences([0.35, 0.6, 0.8], true)];
const test1 = [...sentences([0.1, 0.2, 0.3, 0.7], false), ...sentences([0.4, 0.9], true)];

test('threshold and scale come from the first set, figures from the second', () => {
	const found = fitMeanEntropyDetector(train, test1, { kind: 'false-positive-rate', target: 0 });
	assert.equal(found.threshold, 0.5);
	assert.deepEqual(found.operatingPoint, {
		on: 'test', n: 6, positives: 2,
		// 1 of 2, 1 of 4, 1 of 2; bounds in closed form: 1 - sqrt(0.975), sqrt(0.975), 1 - 0.975^(1/4), and the root of 4p^3 - 3p^4 = 0.975.
		truePositiveRate: { value: 0.5, low: 0.012579117, high: 0.987420883 },
		falsePositiveRate: { value: 0.25, low: 0.006309463, high: 0.805879550 },
		precision: { value: 0.5, low: 0.012579117, high: 0.987420883 },
	});
	// Of 8 pairs, only 0.4 against 0.7 is in the wrong order.
	assert.equal(found.auc.value, 0.875);
	assert.deepEqual(found.suspicion.knots.map((k) => k.share.toFixed(6)), fitSuspicionScale(train.map((s) => s.score), train.map((s) => s.positive)).knots.map((k) => k.share.toFixed(6)));
	assert.deepEqual(found.quantiles.map((q) => q.score).slice(0, 2), [0.1, 0.13]);
});

test('the test set has no part in the choice, and the order of sentences has none in anything', () => {
	const criterion = { kind: 'f1' } as const;
	const found = fitMeanEntropyDetector(train, test1, criterion);
	const other = fitMeanEntropyDetector(train, [...test1, ...sentences([5, 6], false, ['x', 'y'])], criterion);
	assert.equal(other.threshold, found.threshold);
	assert.deepEqual(other.suspicion, found.suspicion);
	assert.deepEqual(fitMeanEntropyDetector(train.toReversed(), test1.toReversed(), criterion), found);
});

test('what it makes is a detector of a profile, also when nothing is flagged', () => {
	const detector = fitMeanEntropyDetector(train, [...sentences([0.1, 0.2], false), ...sentences([0.1, 0.2], true)], { kind: 'false-positive-rate', target: 0 });
	assert.deepEqual(detector.operatingPoint.precision, { value: 0, low: 0, high: 1 });
	const sha256 = '0'.repeat(64);
	const profile = {
		schema: 'rag-assay/profile@1', name: 'n', created: '2026-01-01', model: { name: 'm', sha256 }, layout: 'l', embedder: null,
		dataset: { name: 'd', sha256, traces: 4, sentences: 7 }, detectors: [detector],
	};
	assert.deepEqual(profileSchema.parse(profile), profile);
});

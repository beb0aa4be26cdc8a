import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceThresholds } from '../../../../src/analysis/memory/scan-thresholds.ts';

const scores = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i / count);
const texts = (count: number): string[] => Array.from({ length: count }, (_, i) => `Entry ${i} is about the tea of table ${i % 7}.`);

test('a reference of 99 different entries has conformal thresholds, and with a third detector it takes 149', () => {
	const { likeness, divergence, calibration } = referenceThresholds(
		{ likeness: scores(99), proactive: null, texts: texts(99) },
		'known.jsonl',
		'conformal',
	);
	assert.deepEqual([calibration.rule, calibration.alpha], ['conformal', 0.02]);
	assert.deepEqual([likeness?.alpha, divergence?.threshold.alpha], [0.01, 0.01]);
	const probed = (count: number) =>
		referenceThresholds({ likeness: scores(count), proactive: scores(count), texts: texts(count) }, 'known.jsonl', 'conformal');
	assert.equal(probed(148).calibration.rule, 'mean-plus-deviations');
	assert.equal(probed(149).calibration.rule, 'conformal');
});

test('entries that say the same count once for their wording: too few different ones have no promise', () => {
	const { calibration, divergence } = referenceThresholds(
		{ likeness: scores(120), proactive: null, texts: texts(30) },
		'known.jsonl',
		'conformal',
	);
	assert.deepEqual(
		[calibration.rule, calibration.alpha, divergence?.threshold.rule],
		['mean-plus-deviations', null, 'mean-plus-deviations'],
	);
	assert.match(calibration.says, /No false-positive rate is promised: that needs 99 different benign entries, and this store gave 30\.$/);
});

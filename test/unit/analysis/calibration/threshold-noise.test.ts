import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thresholdNoise } from '../../../../src/analysis/calibration/threshold-noise.ts';
import { conformalThreshold } from '../../../../src/statistics/conformal-threshold.ts';

/** `finite` scores from 1 on, and refusals: 39 in all, each a cluster. */
const scores = (finite: number) => Array.from({ length: 39 }, (_, i) => ({ score: i < finite ? i + 1 : Infinity, cluster: String(i) }));
const second = (from: readonly { readonly score: number }[]): number =>
	conformalThreshold(
		from.map(({ score }) => score),
		0.05,
	).threshold;

test('draws that have no finite threshold are not left out: where they are more than one in forty, the range has no upper end', () => {
	// Both finite scores, or one of them twice, must be among 39 draws: (37/39)^39 + 39 · 2/39 · (37/39)^38 = 0.41 of draws have fewer. The
	// second smallest is 1 where 1 is drawn twice: 1 − (38/39)^39 − (38/39)^38 = 0.26 of draws.
	assert.deepEqual(thresholdNoise(scores(2), second, 1, 'two'), { low: 1, high: null });
	// Of eight finite ones fewer than two are in (31/39)^39 + 39 · 8/39 · (31/39)^38 = 0.0014 of draws.
	const eight = thresholdNoise(scores(8), second, 1, 'eight');
	assert.ok(eight?.low === 1 && eight.high !== null && eight.high >= 4 && eight.high <= 8, JSON.stringify(eight));
});

test('where hardly any draw has a finite threshold, or most have none at all, nothing is known', () => {
	assert.equal(
		thresholdNoise(scores(39), () => Infinity, 1, 'none'),
		null,
	);
	let calls = 0;
	assert.equal(
		thresholdNoise(
			scores(39),
			() => {
				if (calls++ % 3 > 0) throw new RangeError('one class');
				return 1;
			},
			1,
			'most',
		),
		null,
	);
	calls = 0;
	assert.deepEqual(
		thresholdNoise(
			scores(39),
			() => {
				if (calls++ % 3 === 0) throw new RangeError('one class');
				return 1;
			},
			1,
			'some',
		),
		{ low: 1, high: 1 },
	);
});

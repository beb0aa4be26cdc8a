import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAlarmsWithin } from '../../../../src/analysis/calibration/bounded-threshold.ts';
import { confidenceGapMethod } from '../../../../src/analysis/calibration/confidence-gap-method.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { CalibrationMethod } from '../../../../src/analysis/calibration/method.ts';
import type { Detector } from '../../../../src/analysis/calibration/methods.ts';
import { UserError } from '../../../../src/errors.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { manyTraces } from './made-traces.ts';

test('the bound of the search is lowered until the reported interval keeps to the limit', () => {
	const bounds: number[] = [];
	const { chosen, isHeld } = keepAlarmsWithin(0.2, (bound) => {
		bounds.push(bound);
		return { bound, isBounded: true, alarms: bound * 1.2 };
	});
	assert.equal(isHeld, true);
	assert.equal(bounds.length, 2);
	assert.ok(Math.abs(chosen.bound - 0.2 / 1.2) < 1e-12);
});

test('without a threshold that keeps to the limit, the attempt with the limit itself is returned', () => {
	const never = keepAlarmsWithin(0.2, (bound) => ({ bound, isBounded: true, alarms: 0.5 }));
	assert.deepEqual([never.isHeld, never.chosen.bound], [false, 0.2]);
	const none = keepAlarmsWithin(0.2, (bound) => ({ bound, isBounded: bound > 0.19, alarms: 0.21 }));
	assert.deepEqual([none.isHeld, none.chosen.bound], [false, 0.2]);
	const unmeasured = keepAlarmsWithin(0.2, (bound) => ({ bound, isBounded: true, alarms: null }));
	assert.equal(unmeasured.isHeld, true);
});

/** Upper ends of the reported false-alarm intervals, over draws in which labels chose the threshold. */
async function upperEnds(method: CalibrationMethod<Detector>): Promise<number[]> {
	const found: number[] = [];
	for (let seed = 1; seed <= 24; seed++) {
		try {
			const { detector } = await method.detectors[0]!.fit(manyTraces(120, { seed }), {
				seed,
				named: false,
				options: { draws: 1, force: 'no', 'false-alarms': 0.2 },
				onProgress: () => undefined,
			});
			const side = detector.method === 'confidence-gap' ? detector.low : detector.method === 'mean-entropy' ? detector : undefined;
			if (side?.criterion.kind === 'f1') found.push(side.operatingPoint?.falsePositiveRate.high ?? Number.NaN);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
		}
	}
	return found;
}

for (const method of [meanEntropyMethod, confidenceGapMethod])
	slowTest(`no threshold is written whose reported false-alarm interval ends above the limit: ${method.name}`, async () => {
		const ends = await upperEnds(method);
		assert.ok(ends.length >= 5, `${ends.length} thresholds were chosen by labels`);
		assert.deepEqual(
			ends.filter((end) => !(end <= 0.2)),
			[],
		);
	});

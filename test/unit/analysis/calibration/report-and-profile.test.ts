import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import { confidenceGapMethod } from '../../../../src/analysis/calibration/confidence-gap-method.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { CalibrationMethod, FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import type { Detector } from '../../../../src/analysis/calibration/methods.ts';
import { repcsMethod } from '../../../../src/analysis/calibration/repcs-method.ts';
import type { OperatingPoint } from '../../../../src/formats/detectors/figures.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { madeTrace, manyTraces } from './made-traces.ts';

// Made-up labels need not tell more than shuffled ones.
const context: FitContext = { seed: 1, options: { draws: 1, force: 'yes' }, named: true, onProgress: () => undefined };
const fit = (
	method: CalibrationMethod<Detector>,
	traces: readonly MeasuredTrace[],
	more: Partial<FitContext> = {},
): Promise<Fitted<Detector>> => method.detectors[0]!.fit(traces, { ...context, ...more });

/** Held-out rates of the first threshold, as the profile has them. */
function operatingPointOf({ detector }: Fitted<Detector>): OperatingPoint | null {
	return detector.method === 'confidence-gap' ? detector.low.operatingPoint : 'operatingPoint' in detector ? detector.operatingPoint : null;
}

/** How a classifier was judged, and how many settings were tried, as the profile has it. */
function protocolOf({ detector }: Fitted<Detector>): unknown {
	return 'protocol' in detector ? [detector.protocol, detector.draws] : null;
}

/** The report's rates, confusion and list of wrong ones are of the verdicts that the profile's operating point counts. */
function agree(fitted: Fitted<Detector>, on: OperatingPoint['on']): void {
	const point = operatingPointOf(fitted);
	const report = fitted.reported[0]?.report;
	assert.ok(point !== null && report !== undefined, fitted.detector.method);
	assert.equal(point.on, on);
	const { truePositiveRate, falsePositiveRate, precision } = report.point;
	assert.deepEqual(
		{ truePositiveRate, falsePositiveRate, precision },
		{ truePositiveRate: point.truePositiveRate, falsePositiveRate: point.falsePositiveRate, precision: point.precision },
		report.id,
	);
	assert.equal(report.point.truePositives + report.point.falseNegatives, point.positives);
	assert.deepEqual(
		[report.n, report.n],
		[point.n, report.point.truePositives + report.point.falsePositives + report.point.trueNegatives + report.point.falseNegatives],
		report.id,
	);
	assert.equal(report.wrong.length, Math.min(50, report.point.falsePositives + report.point.falseNegatives));
	assert.match(report.measuredOn, on === 'test' ? /^Measured on \d+ supported and / : /^Measured on (?:the same )?\d+ supported and /);
	assert.equal(/did not see the spans they judge/.test(report.measuredOn), on === 'cross-validation', report.measuredOn);
}

const bySides = manyTraces(160, { split: (i) => (i < 100 ? 'train' : 'test') });
const few = manyTraces(60, { apart: 1 });

test('at the calibrated threshold the report shows the rates of the profile, for scores that need no classifier', async () => {
	for (const method of [meanEntropyMethod, confidenceGapMethod]) {
		// oxlint-disable-next-line no-await-in-loop -- two cores, and fits that take one
		agree(await fit(method, bySides), 'test');
		// oxlint-disable-next-line no-await-in-loop -- as above
		agree(await fit(method, few), 'cross-validation');
	}
});

slowTest('at the calibrated threshold the report shows the rates of the profile, for a classifier and every way to judge it', async () => {
	assert.deepEqual(protocolOf(await fit(spadMethod, bySides)), ['I', undefined], 'fixed settings: none were tried');
	agree(await fit(spadMethod, bySides), 'test');
	agree(await fit(spadMethod, few), 'cross-validation');
	const searched = await fit(spadMethod, few, { options: { protocol: 'II', draws: 1, 'false-alarms': 1 } });
	agree(searched, 'cross-validation');
	assert.deepEqual(protocolOf(searched), ['II', 1]);
});

test('verdicts of turns are not those of the final threshold: by counting these the rates would differ', async () => {
	const fitted = await fit(meanEntropyMethod, manyTraces(60, { apart: 1 }));
	const [one] = fitted.reported;
	assert.ok(one !== undefined);
	const flagged = one.truth.scores.filter((score, i) => one.truth.truths[i] === 0 && score > one.report.threshold).length;
	const missed = one.truth.scores.filter((score, i) => one.truth.truths[i] === 1 && score <= one.report.threshold).length;
	assert.notDeepEqual([one.report.point.falsePositives, one.report.point.falseNegatives], [flagged, missed]);
});

test('RePCS: the report shows the held-out rates of the profile', async () => {
	const clean = Array.from({ length: 80 }, (_, i) => madeTrace(`clean ${i}`, [{ truth: false }], { side: 'clean', z: (i * 37) % 80 }));
	const memorised = Array.from({ length: 20 }, (_, i) => madeTrace(`memorised ${i}`, [{ truth: false }], { side: 'memorised', z: i / 3 }));
	const {
		detector,
		reported: [one],
	} = await fit(repcsMethod, [...clean, ...memorised]);
	assert.ok(detector.method === 'repcs' && detector.heldOut !== null && detector.memorised !== null);
	assert.deepEqual(
		[one?.report.point.falsePositiveRate, one?.report.point.truePositiveRate],
		[detector.heldOut.falsePositiveRate, detector.memorised.truePositiveRate],
	);
});

test('with too few labels for the profile the report claims nothing either', async () => {
	const traces = manyTraces(60).map((trace, i) =>
		i < 4 ? trace : { ...trace, sentences: trace.sentences.map((sentence) => ({ ...sentence, truth: null })) },
	);
	const {
		detector,
		reported: [one],
	} = await fit(meanEntropyMethod, traces);
	assert.ok(detector.method === 'mean-entropy' && detector.operatingPoint === null);
	assert.deepEqual(
		[one?.report.point.truePositiveRate, one?.report.point.falsePositiveRate, one?.report.auc, one?.report.kolmogorovSmirnov],
		[null, null, null, undefined],
	);
});

const baselinesOf = async (method: CalibrationMethod<Detector>): Promise<string[]> =>
	(await fit(method, few)).reported[0]?.report.baselines.map(({ name }) => name) ?? [];

test('simpler scores: never the detector itself', async () => {
	assert.deepEqual(await baselinesOf(meanEntropyMethod), ['confidence gap (−CG)', 'mean surprise']);
	assert.deepEqual(await baselinesOf(confidenceGapMethod), ['mean entropy', 'mean surprise']);
});

slowTest('simpler scores: a classifier has all of them', async () => {
	assert.deepEqual(await baselinesOf(spadMethod), ['mean entropy', 'mean surprise', 'top-1 margin', 'confidence gap (−CG)']);
});

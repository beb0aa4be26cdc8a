import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceGapMethod } from '../../../../src/analysis/calibration/confidence-gap-method.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { CalibrationMethod, FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import type { Detector } from '../../../../src/analysis/calibration/methods.ts';
import { madeTrace, manyTraces } from './made-traces.ts';

// Made-up labels need not tell more than shuffled ones.
const context: FitContext = { seed: 1, named: true, options: { draws: 1, force: 'yes' }, onProgress: () => undefined };
const fit = (method: CalibrationMethod<Detector>, traces: readonly MeasuredTrace[]): Promise<Fitted<Detector>> =>
	method.detectors[0]!.fit(traces, context);

/** Entropy and gap 0.01 to 1, nobody has labeled anything. */
const unlabeled = Array.from({ length: 100 }, (_, i) => madeTrace(`t${i}`, [{ truth: null, entropy: (i + 1) / 100, gap: (i + 1) / 100 }]));

test('mean entropy without labels flags the most uncertain tenth, and claims nothing', async () => {
	const {
		detector,
		reported: [one],
	} = await fit(meanEntropyMethod, unlabeled);
	assert.ok(detector.method === 'mean-entropy');
	// numpy.quantile(numpy.arange(1, 101) / 100, 0.9)
	assert.equal(detector.threshold, 0.901);
	assert.deepEqual(
		[detector.criterion, detector.suspicion, detector.operatingPoint, detector.auc],
		[{ kind: 'quantile', probability: 0.9 }, null, null, null],
	);
	assert.deepEqual([one?.report.roc, one?.report.auc, one?.report.point.truePositiveRate], [null, null, null]);
	assert.equal(
		one?.report.histogram.negative.reduce((a, b) => a + b, 0),
		100,
	);
	assert.equal(one?.report.measuredOn, 'Not measured: no sentence is labeled, so the share that it finds is unknown.');
	assert.equal(
		one.report.chosen,
		'Flags the most uncertain tenth of 100 sentences: there are too few labels to choose by (0 supported and 0 unsupported sentences; 10 of each are needed).',
	);
	assert.equal(meanEntropyMethod.look(unlabeled, context).why, one.report.chosen);
});

test('mean entropy with labels: threshold of largest F1, judged by the split, or by five folds in turns', async () => {
	const split = await fit(meanEntropyMethod, manyTraces(400, { split: (i) => (i < 200 ? 'train' : 'test') }));
	assert.ok(
		split.detector.method === 'mean-entropy' && split.detector.operatingPoint?.on === 'test' && split.detector.operatingPoint.n === 200,
	);
	const turns = await fit(meanEntropyMethod, manyTraces(200));
	assert.ok(
		turns.detector.method === 'mean-entropy' &&
			turns.detector.operatingPoint?.on === 'cross-validation' &&
			turns.detector.operatingPoint.n === 200,
	);
	assert.ok((turns.detector.auc?.low ?? 0) > 0.5);
	assert.deepEqual(turns.reported[0]?.report.point.threshold, turns.detector.threshold);
	assert.ok(turns.reported[0].thresholdNoise !== null && turns.reported[0].thresholdNoise.low <= turns.detector.threshold);
	assert.deepEqual(await fit(meanEntropyMethod, manyTraces(200)), turns, 'the same data give the same');
});

test('the confidence gap is cut at both tenths, and labels say what the low one finds', async () => {
	const { detector, reported } = await fit(confidenceGapMethod, unlabeled);
	assert.ok(detector.method === 'confidence-gap');
	// numpy.quantile of 0.01 … 1 at 0.1, and of the same plus 1 at 0.9.
	assert.deepEqual([detector.low.threshold, detector.high.threshold], [0.109, 1.901]);
	assert.deepEqual([detector.low.operatingPoint, detector.high.operatingPoint], [null, null]);
	assert.deepEqual(
		reported.map(({ report }) => [report.id, report.direction]),
		[
			['confidence-gap low', 'below'],
			['confidence-gap high', 'above'],
		],
	);
	const labelled = await fit(confidenceGapMethod, manyTraces(200));
	assert.ok(
		labelled.detector.method === 'confidence-gap' &&
			labelled.detector.low.operatingPoint !== null &&
			(labelled.detector.low.auc?.value ?? 0) > 0.5,
	);
	const { truePositiveRate, falsePositiveRate } = labelled.detector.low.operatingPoint;
	assert.ok(truePositiveRate.value > falsePositiveRate.value);
	assert.deepEqual(confidenceGapMethod.look(unlabeled.slice(0, 19), context).fits, false);
});

test('what the preview promises is what chooses: with a split that can be used, the train side alone', async () => {
	// The test sides have other scores: whatever took part there would move a tenth.
	const beside = (entropy: number, gap: number): MeasuredTrace[] =>
		manyTraces(160, { split: (i) => (i < 100 ? 'train' : 'test') }).map((trace, i) =>
			i < 100 ? trace : madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy, gap: gap - (i % 3) * 5 }], { split: 'test' }),
		);
	const [traces, others] = [beside(5, 5), beside(0.1, 1)];
	const alone = traces.slice(0, 100);
	const byLabels = ' The low end by largest F1 over 75 supported and 25 unsupported sentences, if low gaps separate them.';
	const [gap, gapBeside] = [await fit(confidenceGapMethod, traces), await fit(confidenceGapMethod, others)];
	assert.ok(gap.detector.method === 'confidence-gap' && gapBeside.detector.method === 'confidence-gap');
	assert.deepEqual(
		[gap.detector.low.threshold, gap.detector.high.threshold],
		[gapBeside.detector.low.threshold, gapBeside.detector.high.threshold],
	);
	assert.equal(
		confidenceGapMethod.look(traces, context).why,
		`Bottom and top tenth of 100 sentences in 100 traces of the train side.${byLabels}`,
	);
	const chosen =
		'Largest F1 over 75 supported and 25 unsupported sentences. Thresholds that could flag more than 20% of the supported text were left out.';
	assert.equal(gap.reported[0]?.report.chosen, chosen);
	assert.equal(confidenceGapMethod.look(alone, context).why, `Bottom and top tenth of 100 sentences in 100 traces.${byLabels}`);
	const [entropy, entropyBeside] = [await fit(meanEntropyMethod, traces), await fit(meanEntropyMethod, others)];
	assert.ok(entropy.detector.method === 'mean-entropy' && entropyBeside.detector.method === 'mean-entropy');
	assert.equal(entropy.detector.threshold, entropyBeside.detector.threshold);
	assert.equal(
		meanEntropyMethod.look(traces, context).why,
		'Threshold of largest F1 over 75 supported and 25 unsupported sentences of the train side, judged on 45 supported and 15 unsupported sentences of the test side.',
	);
	assert.equal(entropy.reported[0]?.report.chosen, 'Largest F1 over 75 supported and 25 unsupported sentences.');
	assert.equal(meanEntropyMethod.look(alone, context).why, 'Threshold of largest F1 over 75 supported and 25 unsupported sentences.');
});

test('a split that a group stands on both sides of chooses nothing for the confidence gap: all sentences do, judged in turns', async () => {
	const traces = manyTraces(160, { split: (i) => (i < 100 ? 'train' : 'test') });
	const leaking = traces.map((trace, i) => (i === 0 || i === 159 ? { ...trace, group: 'Heameatu' } : trace));
	const { detector, reported } = await fit(confidenceGapMethod, leaking);
	assert.ok(detector.method === 'confidence-gap');
	assert.match(confidenceGapMethod.look(leaking, context).why, /tenth of 160 sentences in 160 traces\. .*'Heameatu' is on both sides/);
	assert.equal(detector.low.operatingPoint?.on, 'cross-validation');
	const all = await fit(
		confidenceGapMethod,
		traces.map((trace) => ({ ...trace, split: null })),
	);
	assert.ok(all.detector.method === 'confidence-gap');
	assert.deepEqual([detector.low.threshold, detector.high.threshold], [all.detector.low.threshold, all.detector.high.threshold]);
	for (const { report } of reported)
		assert.deepEqual(report.notes, ["The split of the data is not used, because 'Heameatu' is on both sides of it."]);
});

test('with labels the low gap is cut where F1 is largest, by the train side alone; the high one has none and stays a tenth', async () => {
	// 15 unsupported at -0.15 to -0.01 and 45 supported at 0.01 to 0.45 on the train side: all told apart in the middle of -0.01 and 0.01.
	const gapOf = (truth: boolean, i: number): number => (truth ? -(i + 1) / 100 : (i + 1) / 100);
	const side = (split: 'train' | 'test') =>
		[...Array.from({ length: 15 }, (_, i) => [true, i] as const), ...Array.from({ length: 45 }, (_, i) => [false, i] as const)].map(
			([truth, i]) =>
				madeTrace(`${split} ${truth} ${i}`, [{ truth, gap: split === 'test' && !truth && i < 9 ? -1 : gapOf(truth, i) }], { split }),
		);
	const {
		detector,
		reported: [low, high],
	} = await fit(confidenceGapMethod, [...side('train'), ...side('test')]);
	assert.ok(detector.method === 'confidence-gap');
	assert.deepEqual(
		[detector.low.threshold, detector.low.criterion, detector.high.criterion],
		[0, { kind: 'f1' }, { kind: 'quantile', probability: 0.9 }],
	);
	// Of the test side all 15 unsupported lie below 0, and 9 of the 45 grounded.
	assert.deepEqual(
		[
			detector.low.operatingPoint?.on,
			detector.low.operatingPoint?.truePositiveRate.value,
			detector.low.operatingPoint?.falsePositiveRate.value,
		],
		['test', 1, 0.2],
	);
	assert.deepEqual(
		[low?.report.chosen, high?.report.point.truePositiveRate],
		['Largest F1 over 45 supported and 15 unsupported sentences.', null],
	);
	assert.equal(high?.report.measuredOn, 'Not measured: labels do not say what was copied, so they cannot choose this threshold.');
	const turned = [...side('train'), ...side('test')].map((trace, i) =>
		madeTrace(trace.trace, [{ truth: trace.sentences[0]!.truth, gap: (i % 7) / 10 }], { split: trace.split }),
	);
	const other = await fit(confidenceGapMethod, turned);
	assert.ok(other.detector.method === 'confidence-gap');
	assert.deepEqual(other.detector.low.criterion, { kind: 'quantile', probability: 0.1 });
	assert.match(
		other.reported[0]?.report.chosen ?? '',
		/^Lowest tenth of 60 sentences, because the labels do not show that unsupported sentences have a lower gap\.$/,
	);
});

test('data that name no side take part beside data that do, on both sides, and a note says how many', async () => {
	const official = manyTraces(160, { split: (i) => (i < 100 ? 'train' : 'test') });
	const own = manyTraces(90, { seed: 7 }).map((trace) => ({ ...trace, trace: `own ${trace.trace}`, group: `own ${trace.group}` }));
	// What is of a group that the split has placed follows it.
	const following = { ...own[1]!, trace: 'follows', group: official[0]!.group };
	for (const method of [meanEntropyMethod, confidenceGapMethod] as const) {
		const traces = [...official, ...own, following];
		const {
			reported: [one],
		} = await fit(method, traces);
		const note =
			'The data name the side of 160 traces (100 train, 60 test) and of 91 none: by group and seed 61 of these went to the train side and 30 to the test side, 1 of them with the group that they are of.';
		assert.ok(one !== undefined && one.report.notes.includes(note), one?.report.notes.join(' '));
		assert.ok(method.look(traces, context).why.endsWith(note), method.look(traces, context).why);
		const { truePositives, falsePositives, trueNegatives, falseNegatives } = one.report.point;
		assert.equal(truePositives + falsePositives + trueNegatives + falseNegatives, 90);
		assert.notEqual(one.report.threshold, (await fit(method, official)).reported[0]?.report.threshold);
	}
});

test('a low gap that points the wrong way is told of', async () => {
	const notesOf = async (shift: number): Promise<readonly string[]> => {
		const traces = manyTraces(200).map((trace, i) =>
			madeTrace(trace.trace, [{ truth: i % 4 === 0, gap: ((i * 37) % 100) / 100 + (i % 4 === 0 ? shift : 0) }]),
		);
		const notes = (await fit(confidenceGapMethod, traces)).reported[0]?.report.notes ?? [];
		return notes.filter((note) => !note.includes('You used --force'));
	};
	assert.match((await notesOf(0.5)).join(), /points the wrong way here: .*AUC 0\.[0-4]\d, 0\.[0-4]\d to 0\.[0-4]\d/);
	// Neither one that is no better than chance nor one that is.
	assert.deepEqual([await notesOf(0), await notesOf(-0.5)], [[], []]);
});

test('answers without contexts have no gap and do not make it look small', async () => {
	const bare = Array.from({ length: 100 }, (_, i) => madeTrace(`bare ${i}`, [{ truth: null, gap: 0 }], { contexts: 0 }));
	assert.deepEqual(
		(await fit(confidenceGapMethod, [...bare, ...unlabeled])).detector,
		(await fit(confidenceGapMethod, unlabeled)).detector,
	);
	assert.equal(confidenceGapMethod.look(bare, context).fits, false);
	await assert.rejects(fit(confidenceGapMethod, bare), { code: 'RA652' });
});

test('a tenth of a few sentences is no threshold: both methods say how many are missing', async () => {
	for (const [method, what] of [
		[meanEntropyMethod, '20 sentences'],
		[confidenceGapMethod, '20 sentences of answers with contexts'],
	] as const) {
		for (const [count, there] of [
			[1, 'there is 1'],
			[19, 'there are 19'],
		] as const) {
			const { fits, why } = method.look(unlabeled.slice(0, count), context);
			assert.ok(!fits && why.includes(`at least ${what}, and ${there}: name more traces.`), why);
			// oxlint-disable-next-line no-await-in-loop -- it fails at once
			await assert.rejects(fit(method, unlabeled.slice(0, count)), (error: Error) => error.message.includes(there));
		}
		assert.equal(method.look(unlabeled.slice(0, 20), context).fits, true);
		// oxlint-disable-next-line no-await-in-loop -- two fits
		await fit(method, unlabeled.slice(0, 20));
	}
});

test('labels of one kind, or too few of both, are not denied, and both methods say the same of them', async () => {
	const measured = async (truthOf: (i: number) => boolean | null): Promise<string[]> => {
		const traces = unlabeled.map((trace, i) =>
			madeTrace(trace.trace, [{ truth: truthOf(i), entropy: (i + 1) / 100, gap: ((i * 37) % 100) / 100 }]),
		);
		return [(await fit(meanEntropyMethod, traces)).reported[0]!.report, (await fit(confidenceGapMethod, traces)).reported[0]!.report].map(
			({ measuredOn, classes }) => `${classes.negative}: ${measuredOn.split(' These numbers')[0]}`,
		);
	};
	const both = (said: string): string[] => [said, said];
	assert.deepEqual(
		await measured(() => null),
		both('not labeled: Not measured: no sentence is labeled, so the share that it finds is unknown.'),
	);
	assert.deepEqual(
		await measured((i) => (i < 70 ? false : null)),
		both('not told apart: Not measured: 70 sentences are labeled, and none of them as unsupported.'),
	);
	assert.deepEqual(
		await measured((i) => (i === 0 ? true : null)),
		both('not told apart: Not measured: 1 sentence is labeled, and none of them as supported.'),
	);
	assert.deepEqual(
		await measured((i) => (i < 9 ? i === 0 : null)),
		both(
			'not told apart: Not measured: 8 supported and 1 unsupported sentence are labeled, and each kind must be in at least two independent traces.',
		),
	);
	assert.deepEqual(
		await measured((i) => (i % 6 === 0 && i < 90 ? i % 12 === 0 : null)),
		both('supported: Measured on 7 supported and 8 unsupported sentences, in five folds in turns.'),
	);
});

test('too few labels to choose by tell what the most uncertain tenth finds; each is judged by a tenth that it is no part of', async () => {
	// The highest eighteen are labeled, supported and unsupported in turns.
	const traces = unlabeled.map((trace, i) => madeTrace(trace.trace, [{ truth: i < 82 ? null : i % 2 === 0, entropy: (i + 1) / 100 }]));
	const {
		detector,
		reported: [one],
	} = await fit(meanEntropyMethod, traces);
	assert.ok(detector.method === 'mean-entropy' && detector.auc !== null && detector.operatingPoint !== null);
	assert.deepEqual([detector.threshold, detector.criterion, detector.suspicion], [0.901, { kind: 'quantile', probability: 0.9 }, null]);
	// sklearn.metrics.roc_auc_score of 9 unsupported at 0.83, 0.85 … 0.99 and 9 supported at 0.84, 0.86 … 1: of 81 pairs 36 are in order.
	assert.ok(Math.abs(detector.auc.value - 36 / 81) < 1e-9);
	assert.deepEqual(
		[one?.report.auc, one?.report.point.truePositiveRate, one?.report.point.falsePositiveRate],
		[detector.auc, detector.operatingPoint.truePositiveRate, detector.operatingPoint.falsePositiveRate],
	);
	// Without a fold, which is at most four of them, the tenth lies between 0.865 (all four above it) and 0.901: seven to five unsupported ones lie above.
	assert.ok(detector.operatingPoint.truePositiveRate.value >= 5 / 9 && detector.operatingPoint.truePositiveRate.value <= 7 / 9);
});

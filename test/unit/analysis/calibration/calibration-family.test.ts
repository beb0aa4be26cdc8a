import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { calibrationFamily } from '../../../../src/analysis/calibration/calibration-family.ts';
import { reportDetector } from '../../../../src/analysis/calibration/detector-report.ts';
import { numbersOf, type Measure, type TraceNumbers } from '../../../../src/analysis/calibration/measure.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { CalibrationMethod, DetectorOf, FitContext } from '../../../../src/analysis/calibration/method.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { repcsMethod } from '../../../../src/analysis/calibration/repcs-method.ts';
import { scoredSpan } from '../../../../src/analysis/calibration/scored-span.ts';
import { thresholdPoint } from '../../../../src/analysis/calibration/threshold-point.ts';
import { defineDetector } from '../../../../src/formats/detectors/detector.ts';
import { chosenBy, interval, operatingPoint } from '../../../../src/formats/detectors/figures.ts';
import { movedThreshold } from '../../../../src/formats/detectors/moved-threshold.ts';
import { shownThreshold } from '../../../../src/formats/detectors/shown-threshold.ts';
import { detectorOf, type Profile } from '../../../../src/formats/profile.ts';
import { isAnswered } from '../../../../src/formats/read-traces.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { measureItems } from '../../../../src/runner/calibration/measure-items.ts';
import { Failures } from '../../../../src/runner/files/failures.ts';
import { FakeModel } from '../fake-model.ts';
import { madeBy } from '../../formats/example-profile.ts';
import { madeTrace } from './made-traces.ts';

// A method that somebody might add: long responses are suspected. All that the product has to know of it stands in `lengthMethod`.

const length: Measure<{ characters: number }> = {
	name: 'length',
	schema: z.object({ characters: z.number() }),
	unavailableAfter: new Set(),
	take: async ({ response }) => ({ characters: response.text.length }),
};

const lengthDetector = z.object({
	method: z.literal('length'),
	level: z.literal('response'),
	longest: z.object({ threshold: z.number(), criterion: chosenBy, operatingPoint: operatingPoint.nullable() }),
	auc: interval.nullable(),
});
type LengthDetector = z.infer<typeof lengthDetector>;

const lengthFormat = defineDetector<LengthDetector>({
	schema: lengthDetector,
	shown: ({ longest, auc }) => [shownThreshold('length longest', { ...longest, auc })],
	moved: (detector, _id, to) => ({ ...detector, longest: movedThreshold(detector.longest, to) }),
});

const lengthMethod: CalibrationMethod<LengthDetector> = {
	name: 'length',
	title: 'Length',
	format: lengthFormat,
	measure: length,
	look: (items) => ({ fits: items.length > 0, why: 'Half of them are longer.' }),
	detectors: [
		{
			id: 'length response',
			title: 'Length, responses',
			weight: 1,
			fit: async (traces) => {
				const spans = traces.map((trace) => scoredSpan(trace, trace.response, numbersOf(trace, length)?.characters ?? 0));
				const threshold = spans.map(({ score }) => score).toSorted((a, b) => a - b)[Math.floor((spans.length - 1) / 2)] ?? 0;
				const truth = {
					scores: spans.map(({ score }) => score),
					truths: spans.map(({ positive }) => (positive === true ? (1 as const) : (0 as const))),
				};
				const { truePositiveRate, falsePositiveRate, precision } = thresholdPoint(truth, threshold, 'above');
				assert.ok(truePositiveRate !== null && falsePositiveRate !== null && precision !== null);
				return {
					detector: {
						method: 'length',
						level: 'response',
						auc: null,
						longest: {
							threshold,
							criterion: { kind: 'quantile', probability: 0.5 },
							operatingPoint: {
								on: 'test',
								n: spans.length,
								positives: spans.filter(({ positive }) => positive).length,
								truePositiveRate,
								falsePositiveRate,
								precision,
							},
						},
					},
					files: [],
					reported: [
						reportDetector({
							id: 'length longest',
							method: 'length',
							level: 'response',
							title: 'Length: perhaps rambling',
							unit: 'characters',
							direction: 'above',
							threshold,
							classes: { negative: 'grounded', positive: 'ungrounded' },
							chosen: 'The median.',
							measuredOn: 'The same.',
							spans,
							thresholdNoise: null,
						}),
					],
				};
			},
		},
	],
};

const context: FitContext = { alpha: 0.05, seed: 1, protocol: 'auto', onProgress: () => undefined };

/** Answers of 1 to 10 letters; those of 6 and more are ungrounded. */
const items = Array.from({ length: 10 }, (_, i) => {
	const name = `t${i}`;
	const [trace] = readRagMarkdown(`${name}.rag.md`, `## Query\nq\n\n## Response\n${'a'.repeat(i + 1)}\n`, name).traces;
	assert.ok(trace !== undefined && isAnswered(trace));
	const { numbers: _numbers, ...item } = madeTrace(name, [{ truth: i >= 5 }]);
	return { trace, key: name, item, place: () => ({ file: `${name}.rag.md` }) };
});

test('a method that is in the list is measured, fitted, written, read, shown and moved, and needs no other place', async () => {
	const methods = [repcsMethod, lengthMethod, meanEntropyMethod] as const;
	const family = calibrationFamily<DetectorOf<(typeof methods)[number]>>(methods);
	assert.equal(family.methodNamed('length'), lengthMethod);
	assert.deepEqual(
		family.measures.map(({ name }) => name),
		['scores', 'length'],
		'a measure of two methods is taken once',
	);

	const kept = new Map<string, TraceNumbers>();
	const store = {
		get: (key: string) => kept.get(key) ?? {},
		add: async (key: string, numbers: TraceNumbers) => {
			kept.set(key, numbers);
		},
	};
	const quiet = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };
	const { traces } = await measureItems(items, {
		model: new FakeModel(),
		store,
		wanted: [length],
		failures: new Failures(quiet),
		signal: new AbortController().signal,
		onProgress: () => undefined,
	});
	// As a shard's file keeps it: what a schema does not know would be lost here.
	const measured = traces.map((trace) => family.measuredTrace.parse(JSON.parse(JSON.stringify(trace))));
	const { detector, reported } = await family.fitNamed('length response').fit(measured, context);
	const entropy = {
		method: 'mean-entropy',
		level: 'sentence',
		threshold: 1,
		direction: 'above',
		criterion: { kind: 'f1' },
		quantiles: [],
		suspicion: null,
		operatingPoint: null,
		auc: null,
	} as const;

	const profile: Profile<DetectorOf<(typeof methods)[number]>> = {
		schema: 'rag-assay/profile@2',
		name: 'n',
		created: '2026-01-01',
		detectors: madeBy([detector, { ...entropy, quantiles: [] }]),
	};
	const text = family.profiles.format(profile);
	const read = family.profiles.read(text, 'p.json');
	assert.deepEqual(read, profile);
	const [first] = read.detectors;
	// The union is told apart by `method`, in types too.
	assert.ok(first?.method === 'length' && first.longest.threshold === 5);
	assert.equal(detectorOf(read, lengthFormat), first);
	assert.throws(
		() => family.profiles.read(text.replace('"threshold": 5', '"threshold": "five"'), 'p.json'),
		/detectors\.0\.longest\.threshold/,
	);
	assert.throws(() => calibration.profiles.read(text, 'p.json'), /detectors\.0\.method/);

	assert.deepEqual(
		family.shownThresholds(read).map(({ id, threshold }) => [id, threshold]),
		[
			['length longest', 5],
			['mean-entropy sentence', 1],
		],
	);
	assert.deepEqual(
		reported.map(({ report: { id, threshold } }) => [id, threshold]),
		[['length longest', 5]],
	);
	const [one] = reported;
	assert.ok(one !== undefined);
	const [moved, other] = family.withThreshold(read.detectors, 'length longest', thresholdPoint(one.truth, 8, 'above'));
	assert.ok(moved?.method === 'length');
	// Of the ungrounded ones, with 6 to 10 letters, two are longer than 8.
	assert.deepEqual(
		[
			moved.longest.threshold,
			moved.longest.criterion,
			moved.longest.operatingPoint?.truePositiveRate.value,
			moved.longest.operatingPoint?.falsePositiveRate.value,
		],
		[8, { kind: 'by-hand' }, 0.4, 0],
	);
	assert.equal(other, read.detectors[1], 'what does not have the threshold is as it was');
	assert.deepEqual(
		family.profiles.read(family.profiles.format({ ...read, detectors: madeBy([moved]) }), 'p.json').detectors,
		madeBy([moved]),
	);
});

test('what two methods call by the same name is a mistake, and so is an empty list', () => {
	assert.throws(() => calibrationFamily([]), RangeError);
	assert.throws(() => calibrationFamily<LengthDetector>([lengthMethod, lengthMethod]), /two methods are called 'length'/);
	assert.throws(
		() => calibrationFamily<LengthDetector>([lengthMethod, { ...lengthMethod, name: 'other', measure: { ...length } }]),
		/two measures are called 'length'/,
	);
	assert.throws(
		() => calibrationFamily<LengthDetector>([lengthMethod, { ...lengthMethod, name: 'other' }]),
		/two fits are called 'length response'/,
	);
	assert.throws(() => calibration.fitNamed('length response'), /no method fits/);
});

test('every threshold that a fit of the product reports is shown under the same id, and says so when it was moved by hand', async () => {
	const traces = [
		...Array.from({ length: 60 }, (_, i) =>
			madeTrace(`o${i}`, [{ truth: i % 3 === 0, entropy: i % 7, gap: i % 5, feature: (i * 37) % 11 }]),
		),
		...Array.from({ length: 30 }, (_, i) => madeTrace(`c${i}`, [{ truth: false }], { side: 'clean', z: i })),
	];
	for (const { id, fit } of calibration.methods.flatMap(({ detectors }) => detectors)) {
		// oxlint-disable-next-line no-await-in-loop -- two cores, and fits that take one
		const { detector, reported } = await fit(traces, { ...context, draws: 1, named: true });
		assert.deepEqual(
			calibration.shownThresholds({ detectors: [detector] }).map((shown) => [shown.id, shown.threshold]),
			reported.map(({ report }) => [report.id, report.threshold]),
			id,
		);
		for (const { report, truth } of reported) {
			const there = report.threshold * 0.9;
			const moved = calibration.withThreshold([detector], report.id, thresholdPoint(truth, there, report.direction));
			const shown = calibration.shownThresholds({ detectors: moved }).find((one) => one.id === report.id);
			// Its rates are of scores that a person has seen: a profile of whatever method says so.
			assert.deepEqual([shown?.threshold, shown?.asked], [there, 'a threshold set by hand'], report.id);
		}
	}
});

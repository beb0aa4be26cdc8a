import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import type { FitContext } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { fromSentences, isBetterWhole, type Unseen } from '../../../../src/analysis/calibration/response-from-sentences.ts';
import { scoredSpan, type LabeledSpan } from '../../../../src/analysis/calibration/scored-span.ts';
import { classifierFormat } from '../../../../src/formats/detectors/classifier.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { madeTrace } from './made-traces.ts';

const context: FitContext = { seed: 1, options: { draws: 1 }, onProgress: () => undefined };

/** Sentences of traces with these scores; without a truth they are not there. */
function spansOf(traces: readonly MeasuredTrace[], score: (trace: number, sentence: number) => number): LabeledSpan[] {
	return traces.flatMap((trace, t) =>
		trace.sentences.flatMap((sentence, s) => {
			const span = scoredSpan(trace, sentence, score(t, s), { 'mean entropy': s });
			return span.positive === null ? [] : [{ ...span, positive: span.positive }];
		}),
	);
}

/** Traces of two sentences; every fourth has an unsupported one, which features tell apart. */
function pairs(count: number, isLabeled: (i: number) => boolean): MeasuredTrace[] {
	const random = seededRandom(3);
	return Array.from({ length: count }, (_, i) => {
		const isWrong = i % 4 === 0;
		return madeTrace(
			`t${i}`,
			[
				{ truth: isLabeled(i) ? false : null, entropy: random(), feature: random() },
				{ truth: isWrong, entropy: random(), feature: random() + (isWrong ? 1 : 0) },
			],
			{ split: i < 2 * (count / 3) ? 'train' : 'test' },
		);
	}).map((trace) => (trace.sentences[0]!.truth === null ? { ...trace, response: { ...trace.response, truth: null } } : trace));
}

test('a response has the largest score of its sentences, and stands there only where it is labeled whole', () => {
	const traces = [
		madeTrace('right', [{ truth: false }, { truth: false }]),
		madeTrace('wrong', [{ truth: false }, { truth: true }, { truth: false }]),
		{ ...madeTrace('in part', [{ truth: null }, { truth: true }]), response: { start: 0, end: 20, text: 'x', truth: null } },
	];
	const pooled = fromSentences(
		traces,
		spansOf(traces, (t, s) => (t === 0 ? 0.2 - 0.1 * s : 0.5 + 0.1 * s)),
	);
	assert.deepEqual(
		pooled.map(({ subject, score, positive, others }) => [subject.id, score, positive, others['mean entropy']]),
		[
			['right', 0.2, false, 1],
			['wrong', 0.7, true, 2],
		],
	);
});

test('a classifier of whole responses is kept only where it is better by more than chance', () => {
	const traces = Array.from({ length: 60 }, (_, i) => madeTrace(`t${i}`, [{ truth: i % 2 === 0 }]));
	const scored = (score: (i: number) => number): Unseen => {
		const train = spansOf(traces, (t) => score(t));
		return { protocol: 'III', train, test: train };
	};
	const good = scored((i) => (i % 2 === 0 ? 1 : 0));
	const noise = scored((i) => (i * 7919) % 13);
	assert.deepEqual([isBetterWhole(good, noise), isBetterWhole(noise, good), isBetterWhole(good, good)], [true, false, false]);
});

test('responses that are labeled whole choose a threshold and give rates; their detector reads the classifier of sentences', async () => {
	const [sentences, responses] = await Promise.all(
		spadMethod.detectors.map((one) =>
			one.fit(
				pairs(150, () => true),
				{ ...context, named: true },
			),
		),
	);
	const { detector, files, reported } = responses!;
	assert.ok(classifierFormat.is(detector) && sentences !== undefined);
	assert.deepEqual([detector.level, detector.reads, detector.operatingPoint?.n], ['response', 'sentences', 50]);
	assert.deepEqual(files, sentences.files, 'one file for both');
	assert.ok(detector.auc!.value > 0.8);
	assert.match(reported[0]!.report.chosen, /^A response is judged by its most suspicious sentence\. Largest F1 over 75 supported/);
});

test('too few of them: the threshold is that of sentences, and nothing says what it is worth', async () => {
	const traces = pairs(150, (i) => i < 10);
	const [sentences, responses] = await Promise.all(spadMethod.detectors.map((one) => one.fit(traces, { ...context, named: true })));
	const { detector, reported } = responses!;
	assert.ok(classifierFormat.is(detector) && sentences !== undefined && classifierFormat.is(sentences.detector));
	assert.deepEqual(
		[detector.reads, detector.threshold, detector.operatingPoint, detector.auc],
		['sentences', sentences.detector.threshold, null, null],
	);
	assert.match(reported[0]!.report.measuredOn, /^Not measured\. To measure how often/);
	assert.match(
		spadMethod.look(traces, context).why,
		/responses: judged from their sentences, at the threshold for sentences\. .*label whole responses/,
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod, spadPlusMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import { chooseProtocol, classifierPlan } from '../../../../src/analysis/calibration/classifier-protocol.ts';
import type { FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { readClassifier } from '../../../../src/analysis/spad/classifier-file.ts';
import { classifierFormat, type ClassifierDetector } from '../../../../src/formats/detectors/classifier.ts';
import { madeTrace, manyTraces } from './made-traces.ts';

const context: FitContext = { alpha: 0.05, seed: 1, draws: 1, protocol: 'auto', onProgress: () => undefined };
const sentenceFit = spadMethod.detectors[0]!;
const fit = (traces: readonly MeasuredTrace[], more: Partial<FitContext> = {}): Promise<Fitted<ClassifierDetector>> => sentenceFit.fit(traces, { ...context, ...more });

test('own labels beside data with a split teach and judge as well, and the preview says how many', async () => {
	const official = manyTraces(160, { apart: 1, split: (i) => i < 100 ? 'train' : 'test' });
	const own = manyTraces(90, { seed: 7, apart: 1 }).map((trace) => ({ ...trace, trace: `own ${trace.trace}`, group: `own ${trace.group}` }));
	const note = 'The data name the side of 160 traces (100 train, 60 test) and of 90 none: by group and seed 60 of these went to the train side and 30 to the test side.';
	const { why } = spadMethod.look([...official, ...own], context);
	assert.match(why, /^Sentences: by the official split, 120 grounded and 40 ungrounded to learn from, 67 grounded and 23 ungrounded to judge by;/);
	assert.ok(why.endsWith(note), why);
	const { detector, reported: [one] } = await fit([...official, ...own]);
	assert.ok(one?.report.notes.includes(note));
	assert.deepEqual([detector.operatingPoint.n, detector.operatingPoint.positives], [90, 23]);
});

test('by the official split: the test side has no part in anything, and the file is what can be read', async () => {
	const traces = manyTraces(160, { apart: 1, split: (i) => i < 100 ? 'train' : 'test' });
	const { detector, files: [file], reported: [one] } = await fit(traces);
	assert.ok(classifierFormat.is(detector) && file !== undefined && one !== undefined);
	assert.deepEqual([detector.operatingPoint.on, detector.operatingPoint.n, detector.operatingPoint.positives], ['test', 60, 15]);
	assert.equal(file.name, `classifier.spad.sentence.${detector.sha256.slice(0, 12)}.json`);
	assert.equal(readClassifier(Buffer.from(file.text), detector, file.name).model.featureNames.length, 126);
	assert.ok(detector.auc.value > 0.7);
	// Other labels on the test side: other figures, the same classifier.
	const turned = traces.map((trace) => trace.split === 'test' ? { ...trace, sentences: trace.sentences.map((s, i) => ({ ...s, truth: i === 0 ? trace.trace.endsWith('1') || trace.trace.endsWith('5') : s.truth })) } : trace);
	const other = await fit(turned);
	assert.deepEqual(other.files, [file]);
	assert.notDeepEqual(other.detector, detector);
	assert.deepEqual(await fit(traces), { detector, files: [file], reported: [one] }, 'the same data and seed give the same');
	assert.notDeepEqual((await fit(traces, { seed: 2 })).files, [file]);
});

test('few labels: each left out in turns; where a classifier is worse than what needs no labels, that one judges', async () => {
	const { detector, reported: [one] } = await fit(manyTraces(40, { apart: 1 }));
	assert.ok(classifierFormat.is(detector) && detector.operatingPoint.on === 'cross-validation' && detector.operatingPoint.n === 40);
	assert.match(one?.report.measuredOn ?? '', /by leaving one out/);
	const senseless = manyTraces(40).map((trace, i) => madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i % 4 === 0 ? 2 : 1, feature: (i * 7919) % 13 }]));
	await assert.rejects(fit(senseless), /less well \(area 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. It judges until/);
	const { files, reported } = await fit(senseless, { named: true });
	assert.equal(files.length, 1);
	assert.match(reported[0]?.report.notes.join() ?? '', /less well \(area 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. The classifier was asked for by name/);
	assert.deepEqual(one?.report.notes, []);
});

test('what the learning curve advises does not deny the classifier that was asked for and is written', async () => {
	// Only SPAD+ of sentences has a curve.
	const senseless = manyTraces(40).map((trace, i) => madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i % 4 === 0 ? 2 : 1, feature: (i * 7919) % 13 }]));
	const { files, reported: [one] } = await spadPlusMethod.detectors[0]!.fit(senseless, { ...context, named: true });
	assert.equal(files.length, 1);
	const advice = one?.report.learningCurve?.advice ?? '';
	assert.match(advice, / Of the two, mean entropy tells sentences apart better, and the classifier is written all the same\./);
	assert.doesNotMatch(advice, /judges|until/i);
});

test('by the official split, too: out-of-fold scores of the train side say whether mean entropy is better, at both levels', async () => {
	const responseFit = spadMethod.detectors[1]!;
	// Entropy tells all apart on the train side and nothing on the test side, and features nothing on either: the test side has no say.
	const senseless = manyTraces(160).map((trace, i) => madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i < 100 && i % 4 === 0 ? 2 : 1, feature: (i * 7919) % 13 }], { split: i < 100 ? 'train' : 'test' }));
	await assert.rejects(fit(senseless, { protocol: 'I', draws: 1 }), /^UserError: With 100 labels SPAD tells sentences apart less well \(area 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. It judges until/);
	await assert.rejects(fit(senseless), /tells sentences apart less well/);
	await assert.rejects(responseFit.fit(senseless, context), /tells responses apart less well \(area 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. Sentences alone are judged until/);
	const { reported: [one] } = await fit(senseless, { named: true });
	assert.match(one?.report.notes.join() ?? '', /With 100 labels .* The classifier was asked for by name/);
	const sensible = senseless.map((trace, i) => madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i >= 100 && i % 4 === 0 ? 2 : 1, feature: i % 4 === 0 && i < 100 ? 2 : 1 }], { split: i < 100 ? 'train' : 'test' }));
	assert.deepEqual((await fit(sensible)).reported[0]?.report.notes, [], 'better on the train side, worse on the test side');
});

test('what so few labels cannot tell from mean entropy is written, and a note says so', async () => {
	const traces = manyTraces(120, { split: (i) => i < 80 ? 'train' : 'test' });
	const { files, reported: [one] } = await fit(traces);
	assert.equal(files.length, 1);
	assert.match(one?.report.notes.join() ?? '', /^With 80 labels SPAD tells sentences apart no better \(area 0\.\d\d\) than mean entropy \(0\.\d\d\), which needs none\. By so many labels nobody can tell which of them is better: label more where you read\.$/);
});

test('with many labels a classifier that is worse than mean entropy is written, and a note says so', async () => {
	const senseless = manyTraces(1300).map((trace, i) => madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i % 4 === 0 ? 2 : 1, feature: (i * 7919) % 13 }], { split: i < 1100 ? 'train' : 'test' }));
	const { files, reported: [one] } = await fit(senseless);
	assert.equal(files.length, 1);
	assert.match(one?.report.notes.join() ?? '', /^With 1,100 labels SPAD tells sentences apart less well .* trust mean entropy rather\.$/);
});

test('a protocol by name searches among few labels too, and the report says what was done', async () => {
	const traces = manyTraces(40, { apart: 1 });
	const [quick, one, three] = await Promise.all([fit(traces), fit(traces, { protocol: 'III', draws: 1 }), fit(traces, { protocol: 'III', draws: 3 })]);
	const said = ({ reported: [first] }: Fitted): unknown[] => [first?.report.chosen.split('its group. ')[1], first?.report.measuredOn.split(': ')[1]?.split(' These figures')[0]];
	assert.deepEqual(said(quick), ['The settings are fixed: none were searched for.', 'each judged by trees that were grown without its group.']);
	assert.deepEqual(said(one), ['The settings were drawn at random, once.', 'each judged by trees that were grown without its group.']);
	assert.deepEqual(said(three), ['The settings are the best by F1 of 3 drawn at random, by 5-fold cross-validation.', 'each judged by trees that were searched for and grown without its group.']);
	assert.equal(new Set([quick, one, three].map(({ files }) => files[0]?.name)).size, 3);
});

test('the protocols by name can do with as few labels as the quick one', async () => {
	// Five groups of the rarer class, fewer in each fold: early stopping and the inner folds must find both classes all the same.
	for (const protocol of ['I', 'II', 'III'] as const) {
		const traces = manyTraces(protocol === 'I' ? 80 : 40, { every: 8, apart: 1, split: (i) => protocol !== 'I' ? null : i < 40 ? 'train' : 'test' });
		const { reported: [one] } = await fit(traces, { protocol, draws: 2, named: true });
		assert.equal(one?.report.id, 'spad sentence', protocol);
	}
});

test('a protocol by what there is', () => {
	const spans = (n: number, split: 'train' | 'test' | null = null) => Array.from({ length: n }, (_, i) => ({ positive: i % 4 === 0, cluster: `${split} ${i}`, split }));
	const chosen = (...args: Parameters<typeof chooseProtocol>): string => {
		const { why, ...found } = { why: undefined, ...chooseProtocol(...args) };
		return why ?? ('protocol' in found ? found.protocol : '');
	};
	assert.equal(chosen([...spans(60, 'train'), ...spans(40, 'test')], 'sentence', 100, 'auto'), 'I');
	assert.equal(chosen(spans(100), 'sentence', 199, 'auto'), 'III');
	assert.equal(chosen(spans(200), 'sentence', 200, 'auto'), 'II');
	assert.equal(chosen([...spans(60, 'train'), ...spans(40, 'test')], 'sentence', 100, 'II'), 'II');
	assert.match(chosen(spans(100), 'sentence', 100, 'I'), /protocol I cannot be used: the data name no/);
	assert.match(chosen(spans(39), 'sentence', 39, 'auto'), /at least 40 labelled sentences, and there are 39/);
	assert.match(chosen(spans(100).map((span) => ({ ...span, positive: span.cluster === 'null 0' })), 'sentence', 100, 'auto'), /in at least 5 traces each, and there are 99 and 1/);
	const leaking = [...spans(60, 'train'), ...spans(40, 'test').map((span) => ({ ...span, cluster: span.cluster.replace('test', 'train') }))];
	assert.equal(chosen(leaking, 'sentence', 100, 'auto'), 'III');
	assert.match(chosen(leaking, 'sentence', 100, 'I'), /'train 0' stands on both sides/);
});

test('a plan by what was asked for: auto is quick, a protocol by name is that of the paper', () => {
	const plan = (...args: Parameters<typeof classifierPlan>) => {
		const { draws, deepest, stopping, balanced, settings } = classifierPlan(...args);
		return [draws, deepest, stopping, balanced, settings !== undefined];
	};
	assert.deepEqual(plan('auto', 'III', 1000), [1, undefined, null, true, true]);
	assert.deepEqual(plan('auto', 'III', 1000, 20), plan('auto', 'III', 1000), 'nothing is searched for');
	// With these the demo model's profile was made: one draw of twelve, and trees that are small enough to ship.
	assert.deepEqual(plan('auto', 'I', 1001, 12), [12, 4, { share: 0.15, patience: 20, mostRounds: 80 }, false, false]);
	assert.deepEqual([plan('auto', 'II', 1001), plan('auto', 'II', 1001, 20)[0]], [plan('auto', 'I', 1001, 12), 20]);
	for (const labels of [50, 5000]) {
		for (const protocol of ['I', 'II'] as const) assert.deepEqual(plan(protocol, protocol, labels), [50, undefined, { share: 0.15, patience: 50, mostRounds: 1500 }, false, false]);
		assert.deepEqual(plan('III', 'III', labels), [50, undefined, null, true, false]);
		assert.equal(plan('III', 'III', labels, 20)[0], 20);
	}
});

test('what is missing is said for each level', () => {
	const look = spadPlusMethod.look;
	assert.deepEqual(look(manyTraces(120), context), { fits: true, why: 'Sentences: by leaving one out, 90 grounded and 30 ungrounded; responses: by leaving one out, 90 grounded and 30 ungrounded.' });
	assert.equal(look(manyTraces(160, { split: (i) => i < 100 ? 'train' : 'test' }), context).why, 'Sentences: by the official split, 75 grounded and 25 ungrounded to learn from, 45 grounded and 15 ungrounded to judge by; '
		+ 'responses: by the official split, 75 grounded and 25 ungrounded to learn from, 45 grounded and 15 ungrounded to judge by.');
	const { fits, why } = look(manyTraces(20), context);
	assert.equal(fits, false);
	assert.match(why, /^Sentences: it needs at least 40 labelled sentences, and there are 20: label where you read/);
});

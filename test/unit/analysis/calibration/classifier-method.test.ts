import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod, spadPlusMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import { chooseProtocol, classifierPlan } from '../../../../src/analysis/calibration/classifier-protocol.ts';
import type { FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { readClassifier } from '../../../../src/analysis/spad/classifier-file.ts';
import { classifierFormat, type ClassifierDetector } from '../../../../src/formats/detectors/classifier.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { madeTrace, manyTraces } from './made-traces.ts';

const context: FitContext = { seed: 1, options: { draws: 1 }, onProgress: () => undefined };
const sentenceFit = spadMethod.detectors[0]!;
const fit = (traces: readonly MeasuredTrace[], more: Partial<FitContext> = {}): Promise<Fitted<ClassifierDetector>> =>
	sentenceFit.fit(traces, { ...context, ...more });

test('own labels beside data with a split teach and judge as well, and the preview says how many', async () => {
	const official = manyTraces(160, { apart: 1, split: (i) => (i < 100 ? 'train' : 'test') });
	const own = manyTraces(90, { seed: 7, apart: 1 }).map((trace) => ({
		...trace,
		trace: `own ${trace.trace}`,
		group: `own ${trace.group}`,
	}));
	const note =
		'The data name the side of 160 traces (100 train, 60 test) and of 90 none: by group and seed 60 of these went to the train side and 30 to the test side.';
	const { why } = spadMethod.look([...official, ...own], context);
	assert.match(
		why,
		/^Sentences: by the official split, 120 supported and 40 unsupported to learn from, 67 supported and 23 unsupported to judge by;/,
	);
	assert.ok(why.endsWith(note), why);
	const {
		detector,
		reported: [one],
	} = await fit([...official, ...own]);
	assert.ok(one?.report.notes.includes(note));
	assert.deepEqual([detector.operatingPoint?.n, detector.operatingPoint?.positives], [90, 23]);
});

test('by the official split: the test side has no part in anything, and the file is what can be read', async () => {
	const traces = manyTraces(160, { apart: 1, split: (i) => (i < 100 ? 'train' : 'test') });
	const {
		detector,
		files: [file],
		reported: [one],
	} = await fit(traces);
	assert.ok(classifierFormat.is(detector) && file !== undefined && one !== undefined);
	assert.deepEqual([detector.operatingPoint?.on, detector.operatingPoint?.n, detector.operatingPoint?.positives], ['test', 60, 15]);
	assert.equal(file.name, `classifier.spad.sentence.${detector.sha256.slice(0, 12)}.json`);
	assert.equal(readClassifier(Buffer.from(file.text), detector, file.name).model.featureNames.length, 126);
	assert.ok((detector.auc?.value ?? 0) > 0.7);
	// What it goes by is of its training rows, in the report with points and in the profile without.
	const { learned } = one.report;
	assert.ok(learned !== undefined && learned !== null && learned.features.length > 0);
	const sentences = 100 * (traces[0]?.sentences.length ?? 0);
	assert.deepEqual([learned.rows, learned.of, learned.rowNouns.many], [sentences, sentences, 'sentences']);
	assert.deepEqual(
		Object.entries(detector.learned?.means ?? {}),
		learned.features.map(({ name, mean }) => [name, mean]),
	);
	assert.ok(learned.features[0]!.points.shap.length > 2);
	// Other labels on the test side: other figures, the same classifier.
	const turned = traces.map((trace) =>
		trace.split === 'test'
			? {
					...trace,
					sentences: trace.sentences.map((s, i) => ({
						...s,
						truth: i === 0 ? trace.trace.endsWith('1') || trace.trace.endsWith('5') : s.truth,
					})),
				}
			: trace,
	);
	const other = await fit(turned);
	assert.deepEqual(other.files, [file]);
	assert.notDeepEqual(other.detector, detector);
	assert.deepEqual(await fit(traces), { detector, files: [file], reported: [one] }, 'the same data and seed give the same');
	assert.notDeepEqual((await fit(traces, { seed: 2 })).files, [file]);
});

slowTest('few labels: each left out in turns, and a classifier that tells more than chance has nothing to note', async () => {
	const {
		detector,
		reported: [one],
	} = await fit(manyTraces(40, { apart: 1 }));
	assert.ok(classifierFormat.is(detector) && detector.operatingPoint?.on === 'cross-validation' && detector.operatingPoint?.n === 40);
	assert.match(one?.report.measuredOn ?? '', /by leaving one out/);
	assert.deepEqual(one?.report.notes, []);
});

slowTest('few labels: a classifier that is worse than what needs no labels is not written, unless it was asked for by name', async () => {
	const weak = manyTraces(40).map((trace, i) =>
		madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i % 4 === 0 ? 2 : 1, feature: ((i * 7919) % 13) + (i % 4 === 0 ? 8 : 0) }]),
	);
	await assert.rejects(
		fit(weak),
		/^UserError: With 40 labels SPAD separates sentences (?:less well|no better) \(AUC 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. So it is left out: the profile’s other classifier judges sentences, or else mean entropy\. /,
	);
	const { files, reported } = await fit(weak, { named: true });
	assert.equal(files.length, 1);
	assert.match(
		reported[0]?.report.notes.join() ?? '',
		/(?:less well|no better) \(AUC 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. You named the classifier/,
	);
});

slowTest('what the learning curve advises does not deny the classifier that was asked for and is written', async () => {
	// Only SPAD+ of sentences has a curve.
	const senseless = manyTraces(40).map((trace, i) =>
		madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i % 4 === 0 ? 2 : 1, feature: (i * 7919) % 13 }]),
	);
	const {
		files,
		reported: [one],
	} = await spadPlusMethod.detectors[0]!.fit(senseless, { ...context, named: true, options: { draws: 1, force: 'yes' } });
	assert.equal(files.length, 1);
	const advice = one?.report.learningCurve?.advice ?? '';
	assert.match(advice, / Of the two, mean entropy is better, but the profile uses the classifier\./);
	assert.doesNotMatch(advice, /judges|until/i);
});

test('by the official split the learning curve speaks of the train side, and says so', async () => {
	const traces = manyTraces(60, { every: 3, apart: 3, split: (i) => (i < 30 ? 'train' : 'test') });
	const {
		reported: [one],
	} = await spadPlusMethod.detectors[0]!.fit(traces, { ...context, named: true });
	assert.match(
		one?.report.learningCurve?.advice ?? '',
		/^Of the 30 labeled sentences on the train side, 10 are not supported\. These are too few to say/,
	);
});

test('by the official split, too: out-of-fold scores of the train side say whether mean entropy is better, at both levels', async () => {
	const responseFit = spadMethod.detectors[1]!;
	// Entropy tells all apart on the train side and nothing on the test side, and features some on either: the test side has no say.
	const weak = manyTraces(160).map((trace, i) =>
		madeTrace(
			trace.trace,
			[{ truth: i % 4 === 0, entropy: i < 100 && i % 4 === 0 ? 2 : 1, feature: ((i * 7919) % 13) + (i % 4 === 0 ? 8 : 0) }],
			{
				split: i < 100 ? 'train' : 'test',
			},
		),
	);
	await assert.rejects(
		fit(weak, { options: { protocol: 'I', draws: 3 } }),
		/^UserError: On the 100 labels of the train side, cross-validated by group, SPAD separates sentences (?:less well|no better) \(AUC 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. So it is left out: the profile’s other/,
	);
	await assert.rejects(fit(weak), /separates sentences (?:less well|no better)/);
	await assert.rejects(
		responseFit.fit(weak, context),
		/separates sentences (?:less well|no better) \(AUC 0\.\d\d\) than mean entropy \(1\.00\), which needs none\. So it is left out\. Label more/,
	);
	const {
		reported: [one],
	} = await fit(weak, { named: true });
	assert.match(one?.report.notes.join() ?? '', /On the 100 labels of the train side, .* You named the classifier/);
	const sensible = weak.map((trace, i) =>
		madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i >= 100 && i % 4 === 0 ? 2 : 1, feature: i % 4 === 0 && i < 100 ? 2 : 1 }], {
			split: i < 100 ? 'train' : 'test',
		}),
	);
	assert.deepEqual((await fit(sensible)).reported[0]?.report.notes, [], 'better on the train side, worse on the test side');
});

slowTest(
	'a classifier of sentences has to seem better than mean entropy, and one of responses, which nothing else judges, not to be worse',
	async () => {
		const traces = manyTraces(120, { split: (i) => (i < 80 ? 'train' : 'test') });
		const no = (level: string): string =>
			`On the 80 labels of the train side, cross-validated by group, SPAD separates ${level} no better \\(AUC 0\\.\\d\\d\\) than mean entropy \\(0\\.\\d\\d\\), which needs none\\.`;
		await assert.rejects(fit(traces), {
			code: 'RA652',
			message: new RegExp(
				`^${no('sentences')} So it is left out: the profile’s other classifier judges sentences, or else mean entropy\\. Label more sentences as you read, or name SPAD to write it anyway\\.$`,
			),
		});
		const {
			files,
			reported: [one],
		} = await fit(traces, { named: true });
		assert.equal(files.length, 1);
		assert.match(
			one?.report.notes.join() ?? '',
			new RegExp(
				`^${no('sentences')} These labels are too few to say which of them is better\\. You named the classifier, so the profile uses it\\. Label more sentences as you read\\.$`,
			),
		);
		const response = await spadMethod.detectors[1]!.fit(traces, context);
		assert.match(
			response.reported[0]?.report.notes.join() ?? '',
			new RegExp(`^${no('sentences')} These labels are too few to say which of them is better\\. Label more sentences as you read\\.$`),
		);
	},
);

slowTest('that holds for many labels as well', async () => {
	const weak = manyTraces(1300).map((trace, i) =>
		madeTrace(trace.trace, [{ truth: i % 4 === 0, entropy: i % 4 === 0 ? 2 : 1, feature: ((i * 7919) % 13) + (i % 4 === 0 ? 8 : 0) }], {
			split: i < 1100 ? 'train' : 'test',
		}),
	);
	await assert.rejects(fit(weak), {
		code: 'RA652',
		message: /^On the 1,100 labels of the train side, .* less well .* So it is left out/,
	});
	assert.match((await fit(weak, { named: true })).reported[0]?.report.notes.join() ?? '', /You named the classifier/);
});

test('with too few labels mean entropy judges sentences, and nothing is said to judge responses', () => {
	const { why } = spadMethod.look(
		manyTraces(45).map((trace, i) => ({
			...trace,
			sentences: i < 6 ? trace.sentences : trace.sentences.map((one) => ({ ...one, truth: null })),
		})),
		context,
	);
	assert.match(
		why,
		/^Sentences: it needs at least 40 labeled sentences, and there are 6: label where you read; until then mean entropy judges; responses: it needs at least 50 labeled responses, and there are 45: label where you read; until then no detector judges whole responses\.$/,
	);
});

slowTest('a protocol by name searches among few labels too, and the report says what was done', async () => {
	const traces = manyTraces(40, { apart: 1 });
	const [quick, one, three] = await Promise.all([
		fit(traces, { options: { draws: 1, 'false-alarms': 1 } }),
		fit(traces, { options: { protocol: 'III', draws: 1, 'false-alarms': 1 } }),
		fit(traces, { options: { protocol: 'III', draws: 3, 'false-alarms': 1 } }),
	]);
	const said = ({ reported: [first] }: Fitted): unknown[] => [
		first?.report.chosen.split('by group. ')[1],
		first?.report.measuredOn.split(': ')[1]?.split(' These numbers')[0],
	];
	assert.deepEqual(said(quick), ['The settings are fixed: none were searched for.', 'cross-validated by group.']);
	assert.deepEqual(said(one), ['The settings were drawn at random, once.', 'cross-validated by group.']);
	assert.deepEqual(said(three), [
		'The settings are the best by F1 of 3 drawn at random, by 5-fold cross-validation.',
		'cross-validated by group, with a search in each fold.',
	]);
	assert.equal(new Set([quick, one, three].map(({ files }) => files[0]?.name)).size, 3);
});

slowTest('the protocols by name can do with as few labels as the quick one', async () => {
	// Five groups of the rarer class, fewer in each fold: early stopping and the inner folds must find both classes anyway.
	for (const protocol of ['I', 'II', 'III'] as const) {
		const traces = manyTraces(protocol === 'I' ? 80 : 40, {
			every: 8,
			apart: 1,
			split: (i) => (protocol !== 'I' ? null : i < 40 ? 'train' : 'test'),
		});
		const {
			reported: [one],
		} = await fit(traces, { options: { protocol, draws: 2, force: 'yes' }, named: true });
		assert.equal(one?.report.id, 'spad sentence', protocol);
	}
});

test('a protocol by what there is', () => {
	const spans = (n: number, split: 'train' | 'test' | null = null) =>
		Array.from({ length: n }, (_, i) => ({ positive: i % 4 === 0, cluster: `${split} ${i}`, split }));
	const chosen = (...args: Parameters<typeof chooseProtocol>): string => {
		const { why, ...found } = { why: undefined, ...chooseProtocol(...args) };
		return why ?? ('protocol' in found ? found.protocol : '');
	};
	assert.equal(chosen([...spans(60, 'train'), ...spans(40, 'test')], 'sentence', 100, 'auto'), 'I');
	assert.equal(chosen(spans(100), 'sentence', 199, 'auto'), 'III');
	assert.equal(chosen(spans(200), 'sentence', 200, 'auto'), 'II');
	assert.equal(chosen([...spans(60, 'train'), ...spans(40, 'test')], 'sentence', 100, 'II'), 'II');
	assert.match(chosen(spans(100), 'sentence', 100, 'I'), /protocol I cannot be used: the data have no/);
	assert.match(chosen(spans(39), 'sentence', 39, 'auto'), /at least 40 labeled sentences, and there are 39/);
	assert.match(
		chosen(
			spans(100).map((span) => ({ ...span, positive: span.cluster === 'null 0' })),
			'sentence',
			100,
			'auto',
		),
		/in at least 5 traces each, and they are in 99 and 1/,
	);
	const leaking = [
		...spans(60, 'train'),
		...spans(40, 'test').map((span) => ({ ...span, cluster: span.cluster.replace('test', 'train') })),
	];
	assert.equal(chosen(leaking, 'sentence', 100, 'auto'), 'III');
	assert.match(chosen(leaking, 'sentence', 100, 'I'), /'train 0' is on both sides/);
});

test('a plan by what was asked for: auto is quick, a protocol by name is that of the paper', () => {
	const plan = (...args: Parameters<typeof classifierPlan>) => {
		const { draws, deepest, stopping, balanced, settings } = classifierPlan(...args);
		return [draws, deepest, stopping, balanced, settings !== undefined];
	};
	assert.deepEqual(plan('auto', 'III', 1000), [1, undefined, null, true, true]);
	assert.deepEqual(plan('auto', 'III', 1000, 20), plan('auto', 'III', 1000), 'nothing is searched for');
	// With these the demo model's profile was made: one draw of twelve, and trees that are small enough to ship.
	assert.deepEqual(plan('auto', 'I', 1001, 12), [12, 4, { share: 0.15, patience: 20, maxRounds: 80 }, false, false]);
	assert.deepEqual([plan('auto', 'II', 1001), plan('auto', 'II', 1001, 20)[0]], [plan('auto', 'I', 1001, 12), 20]);
	for (const labels of [50, 5000]) {
		for (const protocol of ['I', 'II'] as const)
			assert.deepEqual(plan(protocol, protocol, labels), [50, undefined, { share: 0.15, patience: 50, maxRounds: 1500 }, false, false]);
		assert.deepEqual(plan('III', 'III', labels), [50, undefined, null, true, false]);
		assert.equal(plan('III', 'III', labels, 20)[0], 20);
	}
});

test('what is missing is said for each level', () => {
	const look = spadPlusMethod.look;
	assert.deepEqual(look(manyTraces(120), context), {
		fits: true,
		why: 'Sentences: by leaving one out, 90 supported and 30 unsupported; responses: by leaving one out, 90 supported and 30 unsupported.',
	});
	assert.equal(
		look(manyTraces(160, { split: (i) => (i < 100 ? 'train' : 'test') }), context).why,
		'Sentences: by the official split, 75 supported and 25 unsupported to learn from, 45 supported and 15 unsupported to judge by; ' +
			'responses: by the official split, 75 supported and 25 unsupported to learn from, 45 supported and 15 unsupported to judge by.',
	);
	const { fits, why } = look(manyTraces(20), context);
	assert.equal(fits, false);
	assert.match(why, /^Sentences: it needs at least 40 labeled sentences, and there are 20: label where you read/);
});

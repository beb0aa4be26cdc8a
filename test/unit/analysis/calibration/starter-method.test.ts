import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spadMethod } from '../../../../src/analysis/calibration/classifier-method.ts';
import type { FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import { starterMeasure, starterName } from '../../../../src/analysis/calibration/starter-measure.ts';
import { starterMethod } from '../../../../src/analysis/calibration/starter-method.ts';
import { classifierFormat } from '../../../../src/formats/detectors/classifier.ts';
import type { StarterDetector } from '../../../../src/formats/detectors/starter.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { requireResponse } from '../../../../src/formats/read-traces.ts';
import { fittedStarter } from '../../../../src/methods/starter/fitted.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { madeTrace } from './made-traces.ts';

const context: FitContext = { seed: 1, options: { draws: 1 }, onProgress: () => undefined };
const fit = (traces: readonly MeasuredTrace[], more: Partial<FitContext> = {}): Promise<Fitted<StarterDetector>> =>
	starterMethod.detectors[0]!.fit(traces, { ...context, ...more });

interface Made {
	/** How much more is missing of an unsupported sentence, and how much higher its entropy and its other features are. They spread over 1. */
	readonly missing: number;
	readonly entropy?: number;
	readonly feature?: number;
	readonly isLabeled?: (i: number) => boolean;
	readonly isJudged?: (i: number) => boolean;
}

function made(count: number, { missing, entropy = 0, feature = 0, isLabeled = () => true, isJudged = () => true }: Made): MeasuredTrace[] {
	const random = seededRandom(3);
	return Array.from({ length: count }, (_, i) => {
		const truth = i % 2 === 0;
		const [lacks, unsure, other] = [random(), random(), random()];
		return madeTrace(`t${i}`, [
			{
				truth: isLabeled(i) ? truth : null,
				entropy: entropy === 0 ? 1 : unsure + (truth ? entropy : 0),
				feature: other + (truth ? feature : 0),
				...(isJudged(i) ? { missing: Math.max(0, Math.min(1, (lacks + (truth ? missing : 0)) / 2)) } : {}),
			},
		]);
	});
}

test('its measure reads texts alone, and leaves open what the starter profile does not judge', async () => {
	const text = `## Query\nWhat is known about the bridge of Ulm?\n\n## Context guide\nThe bridge of Ulm has four arches. It was opened in 1912.\n\n## Response\nThe bridge of Ulm has four arches. Towers. The painter Lindqvist covered copper towers with mosaics.\n`;
	const trace = readRagMarkdown('ulm.rag.md', text, 'ulm').traces[0]!;
	requireResponse(trace, 'ulm.rag.md');
	const { sentences } = await starterMeasure.take(trace, {}, new AbortController().signal);
	assert.deepEqual(
		sentences.map((one) => one?.missingWords ?? null),
		[0, null, 1],
	);
	const without = readRagMarkdown('a.rag.md', '## Query\nq\n\n## Response\nThe bridge of Ulm has four arches.\n', 'a').traces[0]!;
	requireResponse(without, 'a.rag.md');
	assert.deepEqual(await starterMeasure.take(without, {}, new AbortController().signal), { sentences: [null] });
});

test('labels choose its threshold, and its profile keeps what gives the score', async () => {
	const {
		detector,
		reported: [one],
	} = await fit(made(120, { missing: 0.9 }));
	assert.deepEqual([detector.criterion, detector.form], [{ kind: 'f1' }, fittedStarter.form]);
	assert.ok(detector.threshold < 0.5, 'it flags more than without labels');
	assert.ok(detector.operatingPoint!.falsePositiveRate.high <= 0.2 && detector.operatingPoint!.truePositiveRate.value > 0.5);
	assert.equal(one!.report.auc!.value, detector.auc!.value);
	assert.deepEqual(starterMethod.format.shown(detector), [
		{
			id: 'starter sentence',
			threshold: detector.threshold,
			auc: detector.auc,
			classifier: null,
			asked: 'the largest F1',
			judged: 'in turns',
		},
	]);
});

test('few labels, or labels that tell nothing, leave the threshold that it has without labels', async () => {
	for (const [traces, why] of [
		[made(60, { missing: 0.9, isLabeled: (i) => i < 10 }), /there are too few labels to choose by \(5 supported and 5 unsupported/],
		[made(60, { missing: 0 }), /your labels allow no better one/],
		[made(60, { missing: 0.9, isLabeled: () => false }), /0 supported and 0 unsupported/],
	] as const) {
		// oxlint-disable-next-line no-await-in-loop -- a few fits
		const { detector, reported } = await fit(traces);
		assert.deepEqual([detector.threshold, detector.criterion], [0.5, { kind: 'starter' }]);
		assert.match(reported[0]!.report.chosen, why);
		assert.match(starterMethod.format.shown(detector)[0]!.asked, /without labels/);
	}
});

test('it is not written where labels show something better, or where it would judge few sentences', async () => {
	const better = made(120, { missing: 0, entropy: 0.9 });
	await assert.rejects(fit(better), {
		code: 'RA652',
		message: /^With 120 labels, mean entropy tells sentences apart better \(area [01]\.\d\d\)/,
	});
	await assert.rejects(fit(made(120, { missing: -0.9 })), { code: 'RA652', message: /points the wrong way/ });
	await assert.rejects(fit(made(120, { missing: 0.9, isJudged: (i) => i % 5 < 2 })), {
		code: 'RA652',
		message: /^The starter profile judges only 48 of 120 sentences/,
	});
	await assert.rejects(fit(made(10, { missing: 0.9 })), {
		code: 'RA652',
		message: /needs at least 20 sentences that it judges, and there are 10/,
	});
	const { reported } = await fit(better, { named: true });
	assert.match(
		reported[0]!.report.notes.at(-1)!,
		/mean entropy tells sentences apart better.*You named it, so the profile uses it\.$/,
		'who names it gets it, with the doubt',
	);
});

test('a classifier comes after it unless labels show that the classifier is better', async () => {
	const classifier = async (of: Made) => {
		// With an official split a classifier is grown a few times; without one, once for each trace that is left out.
		const traces = made(120, of).map((trace, i) => ({ ...trace, split: i < 80 ? ('train' as const) : ('test' as const) }));
		const { detector, reported } = await spadMethod.detectors[0]!.fit(traces, context);
		assert.ok(classifierFormat.is(detector));
		assert.equal(reported[0]!.report.after, detector.after);
		return detector;
	};
	const same = await classifier({ missing: 1.5, feature: 1.5 });
	assert.equal(same.after, 'starter');
	assert.equal((await classifier({ missing: 0, feature: 1.5 })).after, undefined);
	assert.equal((await classifier({ missing: 1.5, feature: 1.5, isJudged: () => false })).after, undefined, 'it judges nothing');
});

test('the reports of others name it beside their own scores', async () => {
	const { reported } = await meanEntropyMethod.detectors[0]!.fit(made(120, { missing: 0.9, entropy: 0.4 }), context);
	const beside = reported[0]!.report.baselines.find(({ name }) => name === starterName);
	assert.ok(beside !== undefined && beside.auc!.value > 0.7);
});

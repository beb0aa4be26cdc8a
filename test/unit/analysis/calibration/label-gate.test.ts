import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceGapMethod } from '../../../../src/analysis/calibration/confidence-gap-method.ts';
import { numbersOf } from '../../../../src/analysis/calibration/measure.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { FitContext } from '../../../../src/analysis/calibration/method.ts';
import { scoreMeasure } from '../../../../src/analysis/calibration/score-measure.ts';
import { clopperPearson } from '../../../../src/statistics/binomial-interval.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { madeTrace } from './made-traces.ts';

const context: FitContext = { seed: 1, options: {}, onProgress: () => undefined };
const forced = { ...context, named: true, options: { force: 'yes' } };

/** Two sentences a trace, of which some are ungrounded: at random, or where entropy is high and the gap low. */
function labelled(seed: number, tells: number) {
	const random = seededRandom(seed);
	return Array.from({ length: 60 }, (_, i) =>
		madeTrace(
			`t${i}`,
			Array.from({ length: 2 }, () => {
				const truth = random() < 0.3;
				const more = truth ? tells : 0;
				return { truth, entropy: random() + more, gap: random() - more };
			}),
		),
	);
}

test('labels that are shuffled choose nothing, and that is said; what was named and forced is written, and says so', async () => {
	for (const { method, title } of [
		{ method: meanEntropyMethod, title: 'Mean entropy' },
		{ method: confidenceGapMethod, title: 'Confidence gap' },
	]) {
		const fit = method.detectors[0]!;
		const noise = labelled(1, 0);
		const refused = {
			code: 'RA652',
			message: new RegExp(
				`^${title}: With your labels, the scores separate supported from unsupported sentences no better than with shuffled labels \\(p = 0\\.\\d\\d\\)\\.$`,
			),
			hint: 'Label more, or check the labels. To write it anyway, name its method with --methods and add --force.',
		};
		await assert.rejects(async () => fit.fit(noise, context), refused);
		await assert.rejects(async () => fit.fit(noise, { ...context, named: true }), refused);
		await assert.rejects(async () => fit.fit(noise, { ...forced, named: false }), refused);
		const { reported } = await fit.fit(noise, forced);
		assert.match(reported[0]?.report.notes.join(' ') ?? '', /You used --force/);
		const { reported: sure } = await fit.fit(labelled(1, 0.6), context);
		assert.match(sure[0]?.report.chosen ?? '', /^Largest F1/);
	}
});

test('labels that tell something, but not without more false alarms than are allowed, choose nothing; otherwise the bound holds', async () => {
	for (const { method, title } of [
		{ method: meanEntropyMethod, title: 'Mean entropy' },
		{ method: confidenceGapMethod, title: 'Confidence gap' },
	]) {
		const fit = method.detectors[0]!;
		const some = labelled(3, 0.25);
		const strict = { ...context, options: { 'false-alarms': 0.005 } };
		await assert.rejects(async () => fit.fit(some, strict), {
			code: 'RA652',
			message: new RegExp(`^${title}: With your labels, no threshold keeps false alarms within 0\\.5% of the supported sentences`),
		});
		const wording: Record<number, RegExp> = {
			0.1: /^Largest F1 over [\w ]+\.( Thresholds that could flag more than 10% of the supported text were left out\.)?$/,
			0.2: /^Largest F1/,
			1: /^Largest F1 over [\w ]+\.$/,
		};
		for (const max of [0.1, 0.2, 1]) {
			const { reported } = await fit.fit(labelled(3, 0.6), { ...context, options: { 'false-alarms': max } });
			const { threshold, direction, chosen } = reported[0]!.report;
			assert.match(chosen, wording[max]!);
			const grounded = labelled(3, 0.6).flatMap((trace) =>
				trace.sentences.flatMap(({ truth }, i) => (truth === false ? [numbersOf(trace, scoreMeasure)?.sentences[i]] : [])),
			);
			const flagged = grounded.filter((one) => (direction === 'above' ? one!.entropyMean > threshold : one!.cgMean < threshold)).length;
			// At least as wide an interval as one that counts clusters.
			assert.ok(clopperPearson(flagged, grounded.length).high <= max + 1e-9, `${title}: ${flagged} of ${grounded.length} at ${max}`);
		}
	}
});

for (const [draws, declare] of [
	[30, quickTest],
	[150, slowTest],
] as const)
	declare(`of shuffled labels a threshold is written in at most one draw of twenty: ${draws} draws`, async () => {
		let written = 0;
		for (let seed = 0; seed < draws; seed++) {
			const fitted = async () => meanEntropyMethod.detectors[0]!.fit(labelled(seed, 0), { ...context, seed });
			// oxlint-disable-next-line no-await-in-loop -- one core
			written += await fitted().then(
				() => 1,
				() => 0,
			);
		}
		// Two and a half standard errors above 0.05.
		assert.ok(written / draws < 0.05 + 2.5 * Math.sqrt((0.05 * 0.95) / draws), String(written / draws));
	});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repcsMethod } from '../../../../src/analysis/calibration/repcs-method.ts';
import type { FitContext } from '../../../../src/analysis/calibration/method.ts';
import { numbersOf, type MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { scoreMeasure } from '../../../../src/analysis/calibration/score-measure.ts';
import { repcsFormat, type RepcsDetector } from '../../../../src/formats/detectors/repcs.ts';
import { UserError } from '../../../../src/errors.ts';
import { madeTrace } from './made-traces.ts';

const context: FitContext = { seed: 1, options: { draws: 1 }, onProgress: () => undefined };
const clean = (z: number, split: MeasuredTrace['split'] = null): MeasuredTrace =>
	madeTrace(`clean ${z} ${split}`, [{ truth: false }], { side: 'clean', split, z });
const memorised = (z: number): MeasuredTrace => madeTrace(`memorised ${z}`, [{ truth: false }], { side: 'memorised', z });
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

async function fit(
	traces: readonly MeasuredTrace[],
	alpha = 0.05,
): Promise<{ detector: RepcsDetector; report: Awaited<ReturnType<(typeof repcsMethod.detectors)[0]['fit']>>['reported'][0]['report'] }> {
	const { detector, reported } = await repcsMethod.detectors[0]!.fit(traces, { ...context, options: { alpha } });
	assert.ok(detector.method === 'repcs');
	return { detector, report: reported[0]!.report };
}

test('the ⌊α(n + 1)⌋-th smallest of the train side; the test side says what it flags', async () => {
	// 39 clean scores at α = 0.05: rank ⌊2⌋. On the test side 1 and 1.5 lie below 2, of the memorised 0.5 and 1.9.
	const { detector, report } = await fit([
		...upTo(39).map((z) => clean(z, 'train')),
		...[1, 1.5, 2, 3].map((z) => clean(z, 'test')),
		...[0.5, 1.9, 7].map(memorised),
	]);
	assert.deepEqual(detector.criterion, { kind: 'conformal', alpha: 0.05, rank: 2, n: 39 });
	assert.equal(detector.threshold, 2);
	assert.deepEqual([detector.heldOut?.n, detector.heldOut?.falsePositiveRate.value], [4, 0.5]);
	assert.deepEqual([detector.memorised?.n, detector.memorised?.truePositiveRate.value], [3, 0.666666667]);
	// Pairs of (clean, memorised) with the memorised lower: 0.5 below 4, 1.9 below 2, 7 below 0 of 4 each.
	assert.equal(detector.memorised?.auc.value, 0.5);
	// scipy.stats.ks_2samp([0.5, 1.9, 7], [1, 1.5, 2, 3], method='exact'): 1/3 and 34/35.
	assert.deepEqual(report.kolmogorovSmirnov, { statistic: 0.333333333, pValue: 0.971429 });
	// DKW, closed form: √(ln(2 / 0.05) / (2 · 39)).
	assert.equal(detector.dkwHalfHeight, Math.round(1e9 * Math.sqrt(Math.log(40) / 78)) / 1e9);
	assert.deepEqual(
		[report.point.truePositives, report.point.falsePositives, report.point.trueNegatives, report.point.falseNegatives],
		[2, 2, 2, 1],
	);
	assert.deepEqual(detector.planning, {
		logRatio: 2,
		clipped: null,
		gap: Math.round(1e9 * ((780 + 7.5) / 43 - 9.4 / 3)) / 1e9,
		missed: 0.05,
		answers: 46,
	});
	// The band is of the four that were held out: √(ln 40 / 8). The figure: 8 · 2² · 64 · ln 40 / 15.17829…² = 32.79….
	assert.equal(report.bandHalfHeight, Math.round(1e9 * Math.sqrt(Math.log(40) / 8)) / 1e9);
	assert.match(report.notes[0] ?? '', /^The threshold does not keep to α = 0\.05 here: .* 50% are flagged/);
	assert.match(
		report.notes.join(' '),
		/ The RePCS paper’s planning figure: 33 clean answers, .* γ = 2\.000 nats \(the largest log-ratio of a token in these 46 answers\), T = 64, Δ = 15\.18 nats .*, ε = 0\.05\. RAG Assay does not guarantee this figure\./,
	);
});

test('there is no planning figure without a gap or without memorised answers, and a log-ratio that was cut is said to be', async () => {
	const notes = async (recited: readonly MeasuredTrace[]): Promise<string> =>
		(await fit([...upTo(60).map((z) => clean(z)), ...recited])).report.notes.join(' ');
	assert.match(await notes([memorised(500)]), /planning figure does not exist here/);
	assert.doesNotMatch(await notes([]), /planning/);
	const one = memorised(1);
	const scores = numbersOf(one, scoreMeasure);
	assert.ok(scores?.repcs);
	const cut = { ...one, numbers: { ...one.numbers, scores: { ...scores, repcs: { ...scores.repcs, logRatio: 100 } } } };
	assert.match(await notes([cut]), /γ = 100\.0 nats \(where the log-ratios of tokens in these 61 answers were cut\)/);
});

test('of the memorised ones those of the test side are to be found, where the data have one; the preview counts no others', async () => {
	const cleans = upTo(39).map((z) => clean(z, 'train'));
	const traces = [
		...cleans,
		clean(1, 'test'),
		clean(3, 'test'),
		...[0.1, 0.2, 0.3].map((z) => ({ ...memorised(z), split: 'train' as const })),
		...[0.4, 9].map((z) => ({ ...memorised(z), split: 'test' as const })),
	];
	const { detector, report } = await fit(traces);
	assert.deepEqual([detector.memorised?.n, detector.memorised?.truePositiveRate.value], [2, 0.5]);
	assert.match(report.measuredOn, /^Measured on 2 clean answers that had no part in the threshold, 2 memorized answers\.$/);
	assert.match(repcsMethod.look(traces, context).why, /on 39 clean answers, 2 held out, 2 memorized ones to find\.$/);
	const unsplit = [...cleans, clean(1, 'test'), clean(3, 'test'), memorised(0.1), { ...memorised(0.2), split: 'train' as const }];
	assert.equal((await fit(unsplit)).detector.memorised?.n, 2);
	assert.match(repcsMethod.look(unsplit, context).why, /2 memorized ones to find/);
});

test('α may be as near 1 as a number can be: every clean answer may then be flagged but one', async () => {
	const { detector } = await fit(
		upTo(20).map((z) => clean(z)),
		0.999999,
	);
	assert.ok(detector.criterion.kind === 'conformal' && detector.criterion.rank === detector.criterion.n);
	assert.equal(repcsFormat.schema.safeParse(detector).success, true);
});

test('without a split a third of the groups is held out, where enough remain; otherwise none is', async () => {
	const { detector } = await fit(upTo(60).map((z) => clean(z)));
	assert.ok(detector.criterion.kind === 'conformal' && detector.criterion.n === 40 && detector.heldOut?.n === 20);
	const few = await fit(upTo(20).map((z) => clean(z)));
	assert.deepEqual([few.detector.criterion.kind === 'conformal' && few.detector.criterion.n, few.detector.heldOut], [20, null]);
	assert.match(few.report.measuredOn, /too few to hold any out/);
	assert.equal(few.detector.memorised, null);
});

test('a split that a group stands on both sides of is not used: a third of the groups is held out instead, and a note says so', async () => {
	const split = upTo(60).map((z) => clean(z, z <= 40 ? 'train' : 'test'));
	const apart = await fit(split);
	assert.deepEqual([apart.detector.heldOut?.n, apart.report.notes.some((note) => note.includes('both sides'))], [20, false]);
	// The last answer of the test side is about what the first of the train side is about.
	const leaking = split.map((trace, i) => (i === 0 || i === 59 ? { ...trace, group: 'Heameatu' } : trace));
	const { detector, report } = await fit(leaking);
	assert.ok(detector.criterion.kind === 'conformal' && detector.heldOut !== null);
	assert.deepEqual(
		report.notes.filter((note) => note.includes('both sides')),
		["The split of the clean answers is not used, because 'Heameatu' is on both sides of it."],
	);
	assert.equal(detector.criterion.n + detector.heldOut.n, 59, 'one answer of a group');
	assert.notDeepEqual(detector.quantiles, apart.detector.quantiles);
	assert.match(repcsMethod.look(leaking, context).why, /'Heameatu' is on both sides/);
});

test('what nine decimals cost never flags the score that gave the threshold', async () => {
	const scores = upTo(19).map((z) => z + 0.1234567896);
	const { detector } = await fit(scores.map((z) => clean(z)));
	assert.ok(detector.threshold <= scores[0]! && scores[0]! - detector.threshold < 1e-9);
});

test('an answer that refuses is never flagged: in no rate, and for the threshold it is above all others', async () => {
	const refusing = (z: number, split: MeasuredTrace['split'] = null): MeasuredTrace => ({ ...clean(z, split), refuses: true });
	// 39 clean scores, rank 2: with the refusals at 0.01 and 0.02 moved above all, the second smallest is 2.
	const train = [refusing(0.01, 'train'), refusing(0.02, 'train'), ...upTo(37).map((z) => clean(z, 'train'))];
	const { detector, report } = await fit([
		...train,
		refusing(0.03, 'test'),
		clean(1.5, 'test'),
		clean(3, 'test'),
		clean(4, 'test'),
		{ ...memorised(0.001), refuses: true },
		memorised(1),
		memorised(0.5),
	]);
	assert.deepEqual(detector.criterion, { kind: 'conformal', alpha: 0.05, rank: 2, n: 39 });
	assert.deepEqual([detector.threshold, detector.quantiles[0]?.score], [2, 1]);
	// Held out: 1.5 alone of four. Memorized: two of three.
	assert.deepEqual([detector.heldOut?.falsePositiveRate.value, detector.memorised?.truePositiveRate.value], [0.25, 0.666666667]);
	assert.deepEqual(
		[report.point.falsePositives, report.point.trueNegatives, report.point.truePositives, report.point.falseNegatives],
		[1, 3, 2, 1],
	);
	// A refusal on both sides is a tie: pairs (clean, memorised) with the memorised lower, of 4 x 3: 4 + 4 + 0.5.
	assert.equal(detector.memorised?.auc.value, Math.round((1e9 * 8.5) / 12) / 1e9);
	assert.ok(
		report.notes.some((note) =>
			note.startsWith('Refusals: 2 of 39 clean answers to calibrate on, 1 of 4 clean answers held out, 1 of 3 memorized answers.'),
		),
		report.notes.join(' '),
	);
	assert.equal(
		report.histogram.negative.reduce((a, b) => a + b, 0),
		3,
	);
	assert.deepEqual(
		report.wrong.map(({ score }) => score),
		[1.5],
	);
});

test('where most answers refuse there is no threshold; the preview says so as well', async () => {
	const traces = upTo(39).map((z) => ({ ...clean(z), refuses: z > 1 }));
	await assert.rejects(
		fit(traces),
		(error) =>
			error instanceof UserError &&
			error.code === 'RA653' &&
			/Of the 39 clean answers|Of the 26 clean answers/.test(error.message) &&
			/refuse/.test(error.message),
	);
	const { fits, why } = repcsMethod.look(traces, context);
	assert.deepEqual([fits, /refusal is never flagged/.test(why)], [false, true]);
});

test('tagged answers without contexts take no part, and that is said', async () => {
	const bare = upTo(4).map((z) => ({ ...clean(z), trace: `bare ${z}`, content: `bare ${z}`, contexts: 0 }));
	const note = '4 tagged answers without contexts take no part: nothing is judged without contexts.';
	assert.ok(repcsMethod.look([...bare, ...upTo(30).map((z) => clean(z))], context).why.includes(note));
	const { report } = await fit([...bare, ...upTo(30).map((z) => clean(z))]);
	assert.ok(report.notes.includes(note));
	await assert.rejects(fit(bare), (error: Error) => error.message.endsWith(note));
});

test('copies count once, and of a group one answer, which its score does not choose', async () => {
	const copies = upTo(30).map((i) => ({ ...clean(5), trace: `copy ${i}`, group: `file ${i}` }));
	await assert.rejects(
		fit(copies),
		(error) =>
			error instanceof UserError &&
			error.code === 'RA653' &&
			/there is 1: .* 1 of 30 clean answers counts: 29 are copies of another, prompt and all\./.test(error.message),
	);
	const oneSource = upTo(30).map((z) => ({ ...clean(z), group: 'one source' }));
	assert.match(repcsMethod.look(oneSource, context).why, /there is 1: .* 29 share their source or subject with an answer that counts\.$/);
	// Three answers to each of 60 sources: 60 count, and each place of a source is drawn about as often.
	const places = [0, 0, 0];
	for (const seed of [1, 2, 3, 4, 5]) {
		const traces = upTo(180).map((z) => ({ ...clean(z), group: `source ${z % 60}` }));
		const {
			detector: one,
			reported: [reported],
		} = await repcsMethod.detectors[0]!.fit(traces, { ...context, seed });
		assert.ok(one.method === 'repcs' && one.criterion.kind === 'conformal' && one.criterion.n + (one.heldOut?.n ?? 0) === 60);
		assert.ok(
			reported !== undefined &&
				reported.report.notes.some((note) => note.startsWith('60 of 180 clean answers count: 120 share their source')),
		);
		for (const score of reported.truth.scores) places[Math.floor((score - 1) / 60)]!++;
	}
	// 100 held-out answers in three places: binomial with a third, five standard deviations are 24.
	assert.ok(
		places.every((count) => Math.abs(count - 100 / 3) < 24),
		places.join(' '),
	);
});

test('answers of another model take no part, and where none is left the reason is told', async () => {
	const by = (writer: string | null, z: number): MeasuredTrace => ({ ...clean(z), writer });
	const reader = { ...context, reader: 'demo' };
	const traces = [
		...upTo(30).map((z) => by(null, z)),
		...upTo(30).map((z) => by('Owner/Demo', z + 30)),
		...upTo(25).map((z) => by('gpt-4', z / 100)),
	];
	const {
		detector,
		reported: [reported],
	} = await repcsMethod.detectors[0]!.fit(traces, reader);
	assert.ok(
		detector.method === 'repcs' && detector.criterion.kind === 'conformal' && detector.criterion.n + (detector.heldOut?.n ?? 0) === 60,
	);
	const note = '25 answers that another model wrote (gpt-4) take no part: they say nothing about what demo knows by heart.';
	assert.ok(reported?.report.notes.includes(note));
	assert.match(repcsMethod.look(traces, reader).why, /on 40 clean answers, 20 held out, .*gpt-4/);
	const others = traces.slice(60);
	await assert.rejects(
		repcsMethod.detectors[0]!.fit(others, reader),
		(error) =>
			error instanceof UserError && error.code === 'RA652' && error.message.includes('there are none') && error.message.endsWith(note),
	);
	assert.deepEqual(repcsMethod.look(others, reader).fits, false);
	// Before a model is loaded nobody knows whose they are.
	assert.equal(repcsMethod.look(others, context).fits, true);
});

test('a trace that is tagged clean and memorised is neither, and is named', async () => {
	const both = upTo(7).map((z): MeasuredTrace => ({ ...clean(z / 1000), trace: `both ${z}`, side: 'contradictory' }));
	const { detector, report } = await fit([...upTo(25).map((z) => clean(z)), ...both]);
	assert.ok(detector.criterion.kind === 'conformal' && detector.criterion.n === 25 && detector.threshold === 1);
	assert.ok(
		report.notes.includes('Tagged both `clean` and `memorized`, and left out: both 1, both 2, both 3, both 4, both 5 and 2 more.'),
		report.notes.join(' '),
	);
});

test('clean answers that name no side are divided beside those that do; the preview counts what the run holds out', async () => {
	const own = upTo(52).map((z) => clean(z + 0.5));
	const traces = [...upTo(25).map((z) => clean(z, 'train')), ...upTo(5).map((z) => clean(z, 'test')), ...own];
	const { detector, report } = await fit(traces);
	assert.ok(detector.criterion.kind === 'conformal');
	// A third of 52 groups beside 5, two thirds beside 25.
	assert.deepEqual([detector.criterion.n, detector.heldOut?.n], [60, 22]);
	assert.ok(
		report.notes.some((note) =>
			note.startsWith(
				'Clean answers: The data name the side of 30 traces (25 train, 5 test) and of 52 none: by group and seed 35 of these went to the train side and 17 to the test side.',
			),
		),
		report.notes.join(' '),
	);
	assert.match(
		repcsMethod.look(traces, context).why,
		/on 60 clean answers, 22 held out, no memorized one to find\. Clean answers: The data name/,
	);
});

test('a split whose train side is too small is not used, and that is all that is said of sides', async () => {
	const traces = [
		...upTo(10).map((z) => clean(z, 'train')),
		...upTo(30).map((z) => clean(z + 0.25, 'test')),
		...upTo(6).map((z) => clean(z + 0.5)),
	];
	const { detector, report } = await fit(traces);
	assert.ok(detector.criterion.kind === 'conformal' && detector.criterion.n + detector.heldOut!.n === 46 && detector.criterion.n > 25);
	assert.ok(
		report.notes.some((note) =>
			/^The split of the clean answers is not used: its train side has 1\d of the 19 that are needed\.$/.test(note),
		),
		report.notes.join(' '),
	);
	assert.ok(!report.notes.some((note) => note.startsWith('Clean answers: ')));
});

test('of clean answers that chose the threshold there is no rate: its rank fixes it', async () => {
	const { report } = await fit([...upTo(25).map((z) => clean(z)), memorised(0.5), memorised(0.6)]);
	assert.deepEqual(
		[
			report.point.falsePositives,
			report.point.trueNegatives,
			report.point.falsePositiveRate,
			report.point.precision,
			report.point.truePositiveRate?.value,
		],
		[0, 25, null, null, 1],
	);
	assert.match(
		report.measuredOn,
		/^Measured on the 25 clean answers that chose it, too few to hold any out: how many of them it flags is fixed by its rank/,
	);
});

test('too few clean answers for α, and none at all', async () => {
	const is =
		(code: string) =>
		(error: unknown): boolean =>
			error instanceof UserError && error.code === code;
	await assert.rejects(fit(upTo(18).map((z) => clean(z))), is('RA653'));
	await assert.rejects(fit([memorised(1)]), is('RA652'));
	assert.deepEqual(repcsMethod.look([], context).fits, false);
	assert.match(
		repcsMethod.look(
			upTo(18).map((z) => clean(z)),
			context,
		).why,
		/needs at least 19 clean answers.*there are 18/,
	);
	assert.match(
		repcsMethod.look(
			upTo(60).map((z) => clean(z)),
			context,
		).why,
		/on 40 clean answers, 20 held out/,
	);
});

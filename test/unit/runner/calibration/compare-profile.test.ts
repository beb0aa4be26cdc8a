import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { classifierDetector } from '../../../../src/analysis/calibration/classifier-detector.ts';
import { meanEntropyMethod } from '../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { CalibrationMethod } from '../../../../src/analysis/calibration/method.ts';
import { repcsMethod } from '../../../../src/analysis/calibration/repcs-method.ts';
import { calibration, type Detector } from '../../../../src/analysis/calibration/methods.ts';
import type { ClassifierDetector } from '../../../../src/formats/detectors/classifier.ts';
import type { Provenance } from '../../../../src/formats/detectors/provenance.ts';
import type { Profile } from '../../../../src/formats/profile.ts';
import { calibrationReport } from '../../../../src/protocol/calibration.ts';
import { compareProfile } from '../../../../src/runner/calibration/compare-profile.ts';
import { fittedDifferently } from '../../../../src/runner/calibration/profile-differences.ts';
import { runResult, type RunResult } from '../../../../src/runner/calibration/results.ts';
import { seenAt } from '../../../../src/files/change-file.ts';
import { writeProfile } from '../../../../src/runner/calibration/save-profile.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { madeTrace, manyTraces } from '../../analysis/calibration/made-traces.ts';
import { madeBy, madeOtherwise } from '../../../support/example-profile.ts';

const settings = { seed: 1, onProgress: () => undefined } as const;
const clean = Array.from({ length: 60 }, (_, i) => madeTrace(`clean ${i}`, [{ truth: false }], { side: 'clean', z: 2 + i / 10 }));

const reader = { kind: 'language-model', name: 'm', sha256: 'a'.repeat(64), layout: 'l' } as const;
const from: Provenance = { readers: [reader], data: { name: 'd', sha256: 'd'.repeat(64), items: 260, sentences: 260 } };

/** A run of two methods. */
async function runOf(
	methods: readonly CalibrationMethod<Detector>[],
	{ ordinary = manyTraces(200), answers = clean, alpha = 0.05 } = {},
): Promise<RunResult> {
	const fitted = await Promise.all(
		methods.map((method) => method.detectors[0]!.fit([...ordinary, ...answers], { ...settings, options: { alpha, draws: 1 } })),
	);
	const reported = fitted.flatMap((one) => one.reported);
	return {
		schema: 'rag-assay/calibration-run@1',
		files: [],
		profile: {
			schema: 'rag-assay/profile@2',
			name: 'bank',
			created: '2026-01-02',
			detectors: fitted.map(({ detector }) => ({ ...detector, from })),
		},
		tried: Object.fromEntries(
			reported.map(({ report: { id }, truth, thresholdNoise }) => [
				id,
				{ scores: [...truth.scores], truths: [...truth.truths], noise: thresholdNoise },
			]),
		),
		report: calibrationReport.parse({
			run: '0123456789abcdef',
			name: 'bank',
			readers: [{ kind: 'language-model', name: 'm', sha256: 'a'.repeat(64) }],
			items: 260,
			detectors: reported.map(({ report }) => report),
			left: [],
			failures: [],
			seconds: 1,
		}),
	};
}

/** The run with something else of where its detectors come from. */
function madeOf(result: RunResult, more: Partial<Provenance>): RunResult {
	return { ...result, profile: madeOtherwise(result.profile, more) };
}

function setUp(own: TestContext): { file: string; save: (profile: Profile<Detector>) => void } {
	const folder = temporaryFolder(own, 'rag-assay-compare-');
	const file = join(folder, 'bank.assay-profile.json');
	return { file, save: (profile) => writeFileSync(file, calibration.profiles.format(profile)) };
}

test('the same, within noise, changed, added and removed are told apart, with reasons', async (t) => {
	const { file, save } = setUp(t);
	const result = await runOf([meanEntropyMethod, repcsMethod]);
	const [entropy, contamination] = result.profile.detectors;
	assert.ok(entropy?.method === 'mean-entropy' && contamination?.method === 'repcs');
	const changes = async (profile: Profile<Detector>, moved: { id: string; threshold: number }[] = []): Promise<string[]> => {
		save(profile);
		return (await compareProfile(file, result, moved)).detectors.map(({ id, change }) => `${id} ${change}`);
	};
	assert.deepEqual(await changes(result.profile), ['mean-entropy sentence same', 'repcs response same']);
	const noise = result.tried['mean-entropy sentence']?.noise;
	assert.ok(noise?.high !== null && noise?.high !== undefined && noise.low < noise.high);
	const width = noise.high - noise.low;
	const near = { ...entropy, threshold: entropy.threshold + width / 2 };
	assert.deepEqual(await changes({ ...result.profile, detectors: [near, contamination] }), [
		'mean-entropy sentence within-noise',
		'repcs response same',
	]);
	assert.deepEqual(
		await changes({ ...result.profile, detectors: [{ ...entropy, threshold: entropy.threshold + 2 * width }, contamination] }),
		['mean-entropy sentence changed', 'repcs response same'],
	);
	assert.deepEqual(
		await changes({ ...result.profile, detectors: [{ ...near, auc: { value: 0.1, low: 0.05, high: 0.2 } }, contamination] }),
		['mean-entropy sentence changed', 'repcs response same'],
	);
	assert.deepEqual(await changes({ ...result.profile, detectors: [entropy] }), ['mean-entropy sentence same', 'repcs response added']);
	assert.deepEqual(await changes(result.profile, [{ id: 'repcs response', threshold: 7 }]), [
		'mean-entropy sentence same',
		'repcs response changed',
	]);
	const without = await runOf([meanEntropyMethod]);
	save(result.profile);
	assert.deepEqual(
		(await compareProfile(file, without, [])).detectors.map(({ id, title, change, after }) => [id, title, change, after === null]),
		[
			['mean-entropy sentence', 'Mean entropy, sentences', 'same', false],
			['repcs response', 'RePCS, responses', 'removed', true],
		],
	);
});

test('profiles of different models are named and not compared number by number', async (t) => {
	const { file, save } = setUp(t);
	const result = await runOf([repcsMethod]);
	save(madeOtherwise(result.profile, { readers: [{ ...reader, name: 'other', sha256: 'b'.repeat(64), layout: 'another' }] }));
	const { differs, detectors } = await compareProfile(file, result, []);
	assert.deepEqual(differs, ["Model: 'other' (bbbbbbbbbbbb), now 'm' (aaaaaaaaaaaa).", 'Prompt layout: another, now l.']);
	assert.deepEqual(
		detectors.map(({ change }) => change),
		['changed'],
	);
	await assert.rejects(compareProfile(`${file}x`, result, []), /cannot be read/);
});

test('each threshold is compared with its own of the saved profile: one of another model makes no other incomparable', async (t) => {
	const { file, save } = setUp(t);
	const result = await runOf([meanEntropyMethod, repcsMethod]);
	const [entropy, contamination] = result.profile.detectors;
	assert.ok(entropy !== undefined && contamination !== undefined);
	const others = { ...from, seed: 2, readers: [{ kind: 'encoder', name: 'minilm', sha256: '1'.repeat(64) } as const] };
	save({ ...result.profile, detectors: [entropy, { ...contamination, from: others }] });
	const { differs, made, detectors } = await compareProfile(file, madeOf(result, { seed: 1 }), []);
	assert.deepEqual(differs, ["Model: none, now 'm' (aaaaaaaaaaaa).", "Embedder: 'minilm' (111111111111), now none."]);
	assert.deepEqual(made, [
		'Seed: 2, now 1. With another seed, the same data are drawn and split differently. Changes from that alone are chance.',
	]);
	assert.deepEqual(
		detectors.map(({ id, change }) => `${id} ${change}`),
		['mean-entropy sentence same', 'repcs response changed'],
	);
	assert.match(detectors[1]!.why, /^The two belong to different models, layouts or embedders/);
});

test('where draws of the clean answers may allow no threshold, what nobody can tell is said', async (t) => {
	const { file, save } = setUp(t);
	const refusing = clean.map((trace, i) => ({ ...trace, refuses: i % 12 !== 0 }));
	const result = await runOf([repcsMethod], { answers: refusing });
	assert.equal(
		runResult(calibration).parse(JSON.parse(JSON.stringify(result))).tried['repcs response']?.noise?.high,
		null,
		'kept as it is',
	);
	assert.ok(
		result.report.detectors[0]?.notes.some((note) =>
			note.startsWith('Other clean answers like these may refuse so often that they allow no threshold. So the upper end'),
		),
	);
	const [is] = result.profile.detectors;
	assert.ok(is?.method === 'repcs');
	save({ ...result.profile, detectors: [{ ...is, threshold: is.threshold + 50 }] });
	const {
		detectors: [line],
	} = await compareProfile(file, result, []);
	assert.equal(line?.change, 'changed');
	assert.match(line.why, /: other data may allow no threshold, so how much it varies upward by chance is unknown\.$/);
});

test('another α is named, and a threshold that it moved is never called noise', async (t) => {
	const { file, save } = setUp(t);
	const [strict, loose] = await Promise.all([0.05, 0.06].map((alpha) => runOf([repcsMethod], { alpha })));
	const [was, is] = [strict!.profile.detectors[0], loose!.profile.detectors[0]];
	assert.ok(was?.method === 'repcs' && is?.method === 'repcs');
	const line = async (profile: Profile<Detector>): Promise<unknown> => {
		save(profile);
		return (await compareProfile(file, loose!, [])).detectors.map(({ change, why }) => `${change}. ${why}`).join();
	};
	// Where the same was asked, that threshold lies within what chance does.
	assert.match(
		String(await line({ ...strict!.profile, detectors: [{ ...is, threshold: was.threshold - 0.01 }] })),
		/^within-noise\. 2\.\d+ to 2\.\d+: by chance alone/,
	);
	assert.match(
		String(await line({ ...strict!.profile, detectors: [{ ...was, threshold: was.threshold - 0.01 }] })),
		/^changed\. Asked for α = 0\.05, now for α = 0\.06: 2\.\d+ to 2\.\d+\. This is not due to noise\.$/,
	);
	// At ranks ⌊41 · 0.05⌋ = ⌊41 · 0.06⌋ the threshold is the same, and promises something else.
	assert.equal(was.threshold, is.threshold);
	assert.match(String(await line(strict!.profile)), /^changed\. Asked for α = 0\.05, now for α = 0\.06: the threshold is 2\.\d+ anyway/);
});

test('other data, another version, another criterion and another way to judge are named', async (t) => {
	const { file, save } = setUp(t);
	const result = await runOf([meanEntropyMethod]);
	const [entropy] = result.profile.detectors;
	assert.ok(entropy?.method === 'mean-entropy' && entropy.operatingPoint !== null && entropy.auc !== null);
	const compared = async (profile: Profile<Detector>): Promise<[readonly string[] | undefined, string | undefined, string | undefined]> => {
		save(profile);
		const {
			made,
			detectors: [line],
		} = await compareProfile(file, result, []);
		return [made, line?.change, line?.why];
	};
	assert.deepEqual(await compared(result.profile), [[], 'same', 'Nothing changed.']);
	assert.deepEqual(
		await compared(
			madeOtherwise(result.profile, {
				data: { name: 'less', sha256: 'e'.repeat(64), items: 1200, sentences: 1300 },
				versions: { product: '0.1.0' },
			}),
		),
		[
			[
				"Data: 'less' (eeeeeeeeeeee; 1,200 traces, 1,300 sentences), now 'd' (dddddddddddd; 260 traces, 260 sentences).",
				'Version: 0.1.0, now not written down.',
			],
			'same',
			'Nothing changed.',
		],
	);
	const versions = { product: '0.1.0' };
	const here = { ...reader, device: 'cpu', dtype: 'fp32', onnxruntime: '1.30.0' };
	result.profile = madeOtherwise(result.profile, { versions, readers: [here] });
	assert.deepEqual(
		await compared(madeOtherwise(result.profile, { readers: [{ ...here, device: 'cuda', dtype: 'fp16', onnxruntime: '1.29.0' }] })),
		[['ONNX Runtime: 1.29.0, now 1.30.0.', 'Measured on: cuda (fp16), now cpu (fp32).'], 'same', 'Nothing changed.'],
		'it is told, and judges nothing',
	);
	assert.deepEqual(
		await compared(madeOtherwise(result.profile, { readers: [reader] })),
		[[], 'same', 'Nothing changed.'],
		'an older profile does not say',
	);
	const saved = (more: Partial<typeof entropy>): Profile<Detector> => ({
		...result.profile,
		detectors: [{ ...entropy, from: result.profile.detectors[0]!.from, ...more }],
	});
	assert.match(
		(await compared(saved({ criterion: { kind: 'quantile', probability: 0.9 } }))).join(),
		/^,changed,Asked for the quantile at 0\.9, now for the largest F1: the threshold is .* anyway/,
	);
	const on = entropy.operatingPoint.on === 'test' ? 'cross-validation' : 'test';
	assert.match(
		(await compared(saved({ operatingPoint: { ...entropy.operatingPoint, on } }))).join(),
		/^,same,Judged on the test side, now in turns\. The threshold is the same; the AUCs differ by no more/,
	);
	assert.match(
		(await compared(saved({ auc: { value: 0.1, low: 0.05, high: 0.2 } }))).join(),
		/^,changed,The threshold is the same; the AUCs differ by more than chance/,
	);
});

test('another seed is named, and what it alone makes of the same data is no difference in quality', async (t) => {
	const { file, save } = setUp(t);
	const result = await runOf([meanEntropyMethod]);
	const [entropy] = result.profile.detectors;
	assert.ok(entropy?.method === 'mean-entropy' && entropy.auc !== null);
	const far = { ...entropy, threshold: entropy.threshold + 100, auc: { value: 0.1, low: 0.05, high: 0.2 } };
	const compared = async (
		before: Partial<Provenance>,
		seed: number | undefined,
	): Promise<[readonly string[] | undefined, string | undefined, string]> => {
		save(madeOtherwise({ ...result.profile, detectors: [far] }, before));
		const {
			made,
			detectors: [line],
		} = await compareProfile(file, madeOf(result, { seed }), []);
		return [made, line?.change, line?.why ?? ''];
	};
	const [made, change, why] = await compared({ seed: 1 }, 3);
	assert.deepEqual(
		[made, change],
		[
			['Seed: 1, now 3. With another seed, the same data are drawn and split differently. Changes from that alone are chance.'],
			'within-noise',
		],
	);
	assert.match(why, / \(AUC 0\.1000, now .*\)\. The data are the same, and only the seed differs, so this is chance\.$/);
	assert.deepEqual((await compared({ seed: 1 }, 1)).slice(0, 2), [[], 'changed']);
	assert.deepEqual((await compared({}, 3)).slice(0, 2), [[], 'changed'], 'an older profile does not say');
	const others = await compared({ seed: 1, data: { ...from.data, sha256: 'e'.repeat(64) } }, 3);
	assert.deepEqual([others[0]?.length, others[1]], [2, 'changed'], 'of other data the usual rule decides');
});

test('another protocol or number of settings of a classifier is named where both profiles say theirs', () => {
	const spans = [0.1, 0.2, 0.8, 0.9].map((score, i) => ({ score, positive: i > 1, cluster: String(i) }));
	const judged = (more: Pick<ClassifierDetector, 'protocol' | 'draws'>): Profile<Detector> => ({
		schema: 'rag-assay/profile@2',
		name: 'n',
		created: '2026-01-01',
		detectors: madeBy([
			classifierDetector(
				{ method: 'spad+', level: 'sentence', file: 'a.json', sha256: 'a'.repeat(64), threshold: 0.5, ...more },
				spans,
				spans,
			),
		]),
	});
	assert.deepEqual(fittedDifferently(judged({ protocol: 'II', draws: 12 }), judged({ protocol: 'III' })), [
		'Protocol of SPAD+, sentences: II, now III.',
		'Settings of SPAD+, sentences: 12 tried, now fixed.',
	]);
	assert.deepEqual(
		[
			fittedDifferently(judged({}), judged({ protocol: 'III', draws: 5 })),
			fittedDifferently(judged({ protocol: 'I', draws: 5 }), judged({ protocol: 'I', draws: 5 })),
		],
		[[], []],
	);
});

test('what a later version wrote is told to go when the profile is saved over', async (t) => {
	const { file } = setUp(t);
	const result = await runOf([meanEntropyMethod]);
	const later = { method: 'astrology', level: 'sentence' };
	writeFileSync(file, JSON.stringify({ ...result.profile, detectors: [...result.profile.detectors, later] }));
	const { detectors } = await compareProfile(file, result, []);
	assert.deepEqual(
		detectors.map(({ id, change }) => [id, change]),
		[
			['mean-entropy sentence', 'same'],
			['astrology sentence', 'removed'],
		],
	);
	assert.match(detectors[1]!.why, /does not know its method\. If you save, it is removed/);
});

test('a threshold that a person has moved is written as such, with its own rates and without the promise', async (t) => {
	const { file } = setUp(t);
	const result = await runOf([meanEntropyMethod, repcsMethod]);
	const written = await writeProfile(
		file,
		result,
		[
			{ id: 'repcs response', threshold: 100 },
			{ id: 'mean-entropy sentence', threshold: -1 },
		],
		new Date('2026-03-04T12:00:00Z'),
	);
	assert.deepEqual(written, { written: [file], unused: [] });
	const [entropy, contamination] = calibration.profiles.read(readFileSync(file, 'utf8'), file).detectors;
	assert.ok(entropy?.method === 'mean-entropy' && contamination?.method === 'repcs');
	assert.deepEqual(
		[contamination.threshold, contamination.criterion, contamination.heldOut?.falsePositiveRate.value],
		[100, { kind: 'by-hand', n: 40 }, 1],
	);
	assert.deepEqual(
		[entropy.threshold, entropy.criterion, entropy.operatingPoint?.truePositiveRate.value, entropy.operatingPoint?.falsePositiveRate.value],
		[-1, { kind: 'by-hand' }, 1, 1],
	);
	const before = result.profile.detectors[0];
	assert.ok(before?.method === 'mean-entropy');
	assert.deepEqual(
		[entropy.operatingPoint?.on, entropy.operatingPoint?.n, entropy.operatingPoint?.positives],
		['cross-validation', before.operatingPoint?.n, before.operatingPoint?.positives],
		'where the scores come from, which are the same',
	);
	assert.match(readFileSync(file, 'utf8'), /"created": "2026-03-04"/);
	await assert.rejects(writeProfile(file, result, [{ id: 'magic', threshold: 1 }], new Date()), /no threshold 'magic'/);
	await assert.rejects(writeProfile(join(file, 'below.assay-profile.json'), result, [], new Date()), /cannot be written/);
});

test('a profile that another program has written since the calibration began is not overwritten', async (t) => {
	const { file } = setUp(t);
	const result = await runOf([meanEntropyMethod]);
	const none = await seenAt(file);
	writeFileSync(file, 'made meanwhile');
	const refused = { code: 'RA704', message: /Another program has written this file meanwhile/ };
	await assert.rejects(writeProfile(file, result, [], new Date(), none), refused);
	const theirs = await seenAt(file);
	writeFileSync(file, 'and written again');
	await assert.rejects(writeProfile(file, result, [], new Date(), theirs), refused);
	assert.equal(readFileSync(file, 'utf8'), 'and written again');
	await writeProfile(file, result, [], new Date(), await seenAt(file));
	assert.equal(calibration.profiles.read(readFileSync(file, 'utf8'), file).detectors.length, 1);
});

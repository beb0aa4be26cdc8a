import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { describeError, UserError } from '../../../src/errors.ts';
import { calibration, type Detector } from '../../../src/analysis/calibration/methods.ts';
import { suspicionOf } from '../../../src/formats/detectors/figures.ts';
import { requireFittingProfile, uncomparable, whyUnfitting, type Profile } from '../../../src/formats/profile.ts';
import { confidenceGapDetector, exampleProfile, repcsDetector } from './example-profile.ts';

const text = calibration.profiles.format(exampleProfile);

function refusal(run: () => unknown): string {
	try {
		run();
	} catch (error) {
		assert.ok(error instanceof UserError);
		return describeError(error);
	}
	return assert.fail('was accepted');
}

test('a profile survives being written and read', () => {
	assert.deepEqual(calibration.profiles.read(text, 'p.json'), exampleProfile);
	assert.deepEqual(calibration.profiles.read(`\uFEFF${text}`, 'p.json'), exampleProfile);
});

test('a broken file is refused with its line', () => {
	assert.equal(
		refusal(() => calibration.profiles.read('{\n\t"schema": "rag-assay/profile@1",\n\t"name" "x"\n}', 'p.json')).startsWith('p.json:3:'),
		true,
	);
	const wrong = text.replace('"threshold": 0.92', '"threshold": "high"');
	const line = wrong.split('\n').findIndex((l) => l.includes('"high"')) + 1;
	assert.equal(
		refusal(() => calibration.profiles.read(wrong, 'p.json')),
		`p.json:${line}:17: RA601: This profile is not as expected at \`detectors.0.threshold\`: a number was expected, and it is the text 'high'. Write it anew by calibrating, or name another profile.`,
	);
});

test('a missing member is placed at its parent', () => {
	const message = refusal(() =>
		calibration.profiles.read(
			'{\n"schema": "rag-assay/profile@1",\n"name": "n", "created": "2026-01-01",\n"model": {"name": "m"}}',
			'p.json',
		),
	);
	assert.match(message, /^p\.json:4:10: RA601: This profile is not as expected at `model\.sha256`/);
});

test('shares that fall, unknown methods and other versions are refused', () => {
	const falling = structuredClone(exampleProfile);
	falling.detectors[0]!.suspicion.knots[2]!.share = 0.01;
	assert.match(
		refusal(() => calibration.profiles.read(JSON.stringify(falling), 'p')),
		/never fall/,
	);
	assert.match(
		refusal(() => calibration.profiles.read(text.replace('mean-entropy', 'astrology'), 'p')),
		/detectors\.0\.method/,
	);
	assert.match(
		refusal(() => calibration.profiles.read(text.replace('profile@1', 'profile@2'), 'p')),
		/at `schema`/,
	);
});

test('another model or layout is refused, both named', () => {
	const subject = { name: 'demo', sha256: exampleProfile.model.sha256, layout: exampleProfile.layout };
	requireFittingProfile(exampleProfile, subject, 'p.json');
	assert.equal(whyUnfitting(exampleProfile, subject), null);
	const other = { ...subject, name: 'other', sha256: 'b'.repeat(64) };
	assert.match(whyUnfitting(exampleProfile, other) ?? '', /^Profile 'demo' .* 'other' \(b{12}\)\.$/);
	assert.equal(
		refusal(() => requireFittingProfile(exampleProfile, other, 'p.json')),
		"p.json: RA602: Profile 'demo' was calibrated for model 'demo' (aaaaaaaaaaaa), but the loaded model is 'other' (bbbbbbbbbbbb). Load that model, or name a profile that was calibrated for this one.",
	);
	const template = { ...subject, layout: 'f'.repeat(64) };
	assert.match(whyUnfitting(exampleProfile, template) ?? '', /prompt layout c{12}, but .* f{12}\.$/);
	assert.equal(
		refusal(() => requireFittingProfile(exampleProfile, template, 'p.json')),
		"p.json: RA603: Profile 'demo' was calibrated with the prompt layout cccccccccccc, but model 'demo' is used with ffffffffffff. Use the same chat template and layout, or calibrate anew.",
	);
});

test('an embedder that is in use must be the one that went into the profile', () => {
	const subject = { name: 'demo', sha256: exampleProfile.model.sha256, layout: exampleProfile.layout };
	const embedding: Profile<Detector> = { ...exampleProfile, embedder: { name: 'minilm', sha256: '1'.repeat(64) } };
	assert.equal(whyUnfitting(embedding, subject), null);
	assert.match(uncomparable(embedding, subject) ?? '', /^Profile 'demo' .* embedder 'minilm' \(1{12}\); .* not compared\.$/);
	assert.equal(uncomparable(exampleProfile, subject), null);
	assert.equal(uncomparable(embedding, { ...subject, embedder: { name: 'copy', sha256: '1'.repeat(64) } }), null);
	assert.equal(whyUnfitting(embedding, { ...subject, embedder: { name: 'copy', sha256: '1'.repeat(64) } }), null);
	assert.equal(whyUnfitting(exampleProfile, { ...subject, embedder: { name: 'any', sha256: '2'.repeat(64) } }), null);
	assert.equal(
		refusal(() => requireFittingProfile(embedding, { ...subject, embedder: { name: 'bge', sha256: '2'.repeat(64) } }, 'p.json')),
		"p.json: RA609: Profile 'demo' was calibrated with the embedder 'minilm' (111111111111), but 'bge' (222222222222) is in use. Use that embedder, or calibrate anew.",
	);
});

test('all that differs is named, a line each, with what can be done about it', () => {
	const embedding: Profile<Detector> = { ...exampleProfile, embedder: { name: 'minilm', sha256: '1'.repeat(64) } };
	const other = { name: 'other', sha256: 'b'.repeat(64), layout: 'f'.repeat(64), embedder: { name: 'bge', sha256: '2'.repeat(64) } };
	const lines = [
		"Profile 'demo' was calibrated for model 'demo' (aaaaaaaaaaaa), but the loaded model is 'other' (bbbbbbbbbbbb).",
		"It was calibrated with the prompt layout cccccccccccc, but model 'other' is used with ffffffffffff.",
		"It was calibrated with the embedder 'minilm' (111111111111), but 'bge' (222222222222) is in use.",
	];
	assert.equal(whyUnfitting(embedding, other), lines.join('\n'));
	assert.equal(whyUnfitting(embedding, { ...other, sha256: embedding.model.sha256 })?.split('\n').length, 2);
	assert.equal(
		refusal(() => requireFittingProfile(embedding, other, 'p.json')),
		`p.json: RA602: ${lines.join('\n')} Load that model, or name a profile that was calibrated for this one. Use the same chat template and layout, or calibrate anew. Use that embedder, or calibrate anew.`,
	);
	const withoutModel = refusal(() => requireFittingProfile(embedding, { ...other, sha256: embedding.model.sha256 }));
	assert.match(withoutModel, /^RA603: Profile 'demo' was calibrated with the prompt layout/);
});

test('RePCS, confidence gap, parts of the data, versions and what it was measured on are read; what labels tell may be missing', () => {
	const full: Profile<Detector> = {
		...exampleProfile,
		versions: { product: '1.2.3', onnxruntime: '1.30.0' },
		measured: { device: 'cpu', dtype: 'fp32' },
		dataset: {
			...exampleProfile.dataset,
			parts: [
				{ name: 'a', sha256: 'e'.repeat(64), traces: 60 },
				{ name: 'b', sha256: 'f'.repeat(64), traces: 40 },
			],
		},
		detectors: [
			{
				...exampleProfile.detectors[0]!,
				criterion: { kind: 'quantile', probability: 0.9 },
				suspicion: null,
				operatingPoint: null,
				auc: null,
			},
			repcsDetector,
			confidenceGapDetector,
		],
	};
	assert.deepEqual(calibration.profiles.read(calibration.profiles.format(full), 'p'), full);
	const bare: Profile<Detector> = {
		...exampleProfile,
		detectors: [{ ...repcsDetector, criterion: { kind: 'by-hand', n: 99 }, heldOut: null, memorised: null, planning: null }],
	};
	assert.deepEqual(calibration.profiles.read(calibration.profiles.format(bare), 'p'), bare);
});

test('a conformal threshold that promises more than its rank is refused', () => {
	const of = (alpha: number, rank: number, n: number): string =>
		JSON.stringify({ ...exampleProfile, detectors: [{ ...repcsDetector, criterion: { kind: 'conformal', alpha, rank, n } }] });
	calibration.profiles.read(of(0.29, 29, 99), 'p'); // 0.29 · 100 is 28.999999999999996.
	assert.match(
		refusal(() => calibration.profiles.read(of(0.05, 6, 99), 'p')),
		/detectors\.0\.criterion.*rank <= alpha \* \(n \+ 1\)/,
	);
	assert.match(
		refusal(() => calibration.profiles.read(of(0.05, 0, 99), 'p')),
		/detectors\.0\.criterion\.rank/,
	);
	assert.match(
		refusal(() => calibration.profiles.read(JSON.stringify({ ...exampleProfile, detectors: [repcsDetector, repcsDetector] }), 'p')),
		/at most one detector/,
	);
});

test('suspicion is linear between the knots, constant beyond, and never falls', () => {
	const scale = exampleProfile.detectors[0]!.suspicion;
	assert.equal(suspicionOf(scale, -5), 0.05);
	assert.equal(suspicionOf(scale, 0.2), 0.05);
	assert.ok(Math.abs(suspicionOf(scale, 0.6) - 0.175) < 1e-12);
	assert.equal(suspicionOf(scale, 99), 0.9);
	fc.assert(
		fc.property(fc.double({ min: -3, max: 5, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }), (score, more) => {
			const low = suspicionOf(scale, score);
			const high = suspicionOf(scale, score + more);
			assert.ok(low >= 0 && high <= 1 && low <= high + 1e-12);
		}),
	);
});

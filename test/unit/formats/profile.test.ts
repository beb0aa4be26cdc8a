import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { describeError, UserError } from '../../../src/errors.ts';
import { calibration, type Detector } from '../../../src/analysis/calibration/methods.ts';
import { suspicionOf } from '../../../src/formats/detectors/figures.ts';
import type { Provenance } from '../../../src/formats/detectors/provenance.ts';
import type { Profile } from '../../../src/formats/profile.ts';
import {
	confidenceGapDetector,
	exampleEncoder,
	exampleFrom,
	exampleModel,
	exampleProfile,
	madeBy,
	otherModel,
	repcsDetector,
} from '../../support/example-profile.ts';

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
	assert.match(text, /^\{\n\t"schema": "rag-assay\/profile@2",\n\t"name": "demo",\n\t"created": /, 'by which its kind is told');
	assert.deepEqual(calibration.profiles.read(text, 'p.json'), exampleProfile);
	assert.deepEqual(calibration.profiles.read(`\uFEFF${text}`, 'p.json'), exampleProfile);
});

test('a broken file is refused with its line', () => {
	assert.equal(
		refusal(() => calibration.profiles.read('{\n\t"schema": "rag-assay/profile@2",\n\t"name" "x"\n}', 'p.json')).startsWith('p.json:3:'),
		true,
	);
	const wrong = text.replace('"threshold": 0.92', '"threshold": "high"');
	const line = wrong.split('\n').findIndex((l) => l.includes('"high"')) + 1;
	assert.equal(
		refusal(() => calibration.profiles.read(wrong, 'p.json')),
		`p.json:${line}:17: RA601: This profile is not as expected at \`detectors.0.threshold\`: a number was expected, and it is the text 'high'. Calibrate again to write it, or name another profile.`,
	);
});

test('a missing member is placed at its parent', () => {
	const message = refusal(() => calibration.profiles.read(text.replace('"name": "test world",', ''), 'p.json'));
	const line = text.split('\n').findIndex((one) => one.includes('"data": {')) + 1;
	assert.match(
		message,
		new RegExp(
			`^p\\.json:${line}:\\d+: RA601: This profile is not as expected at \`detectors\\.0\\.from\\.data\\.name\`: text was expected`,
		),
	);
});

test('detectors of methods that a later version has are named, and the others are read; what is wrong of a known one keeps its place', () => {
	const later = { method: 'astrology', level: 'sentence', houses: [1, 12], from: { stars: 'all' } };
	const reading = (...detectors: readonly object[]): Profile<Detector> =>
		calibration.profiles.read(JSON.stringify({ ...exampleProfile, detectors }, undefined, '\t'), 'p');
	const [entropy] = exampleProfile.detectors;
	const mixed = reading(later, entropy!, { ...later, level: 'response' });
	assert.deepEqual(mixed, {
		...exampleProfile,
		unknown: [
			{ method: 'astrology', level: 'sentence' },
			{ method: 'astrology', level: 'response' },
		],
	});
	assert.equal(calibration.profiles.format(mixed), text, 'what cannot be read is not written');
	assert.deepEqual(reading(later).detectors, []);
	assert.match(
		refusal(() => reading(later, { ...entropy!, threshold: 'high' })),
		/^p:\d\d:\d+: RA601: .* at `detectors\.1\.threshold`: a number was expected, and it is the text 'high'\./,
	);
	assert.match(
		refusal(() => reading(entropy!, { method: 'astrology' })),
		/at `detectors\.1\.level`: text was expected, and nothing is there/,
	);
	for (const method of [7, undefined, ''])
		assert.match(
			refusal(() => reading({ ...later, method })),
			/at `detectors\.0\.method`/,
		);
	for (const other of ['astrology', null])
		assert.match(
			refusal(() => reading(other as unknown as object)),
			/at `detectors\.0`: an object was expected/,
		);
	assert.match(
		refusal(() => reading(later, later)),
		/at most one detector of a method and level/,
	);
});

test('shares that fall and other versions are refused', () => {
	const falling = structuredClone(exampleProfile);
	falling.detectors[0]!.suspicion.knots[2]!.share = 0.01;
	assert.match(
		refusal(() => calibration.profiles.read(JSON.stringify(falling), 'p')),
		/never fall/,
	);
	assert.match(
		refusal(() => calibration.profiles.read(text.replace('profile@2', 'profile@9'), 'p')),
		/at `schema`: 'rag-assay\/profile@1' or 'rag-assay\/profile@2' was expected\./,
	);
	for (const other of ['{}', '[]', '7'])
		assert.match(
			refusal(() => calibration.profiles.read(other, 'p')),
			/^p:1:1: RA601: This profile is not as expected/,
		);
});

test('detectors of all kinds and origins are read; what labels tell may be missing', () => {
	const full: Profile<Detector> = {
		...exampleProfile,
		detectors: [
			...madeBy<Detector>(
				[
					{
						...exampleProfile.detectors[0]!,
						criterion: { kind: 'quantile', probability: 0.9 },
						suspicion: null,
						operatingPoint: null,
						auc: null,
					},
				],
				{
					readers: [{ ...exampleModel, device: 'cpu', dtype: 'fp32', onnxruntime: '1.30.0' }],
					data: {
						...exampleFrom.data,
						parts: [
							{ name: 'a', sha256: 'e'.repeat(64), items: 60 },
							{ name: 'b', sha256: 'f'.repeat(64), items: 40 },
						],
					},
					seed: 0,
					versions: { product: '1.2.3' },
				},
			),
			...madeBy([repcsDetector], { readers: [{ ...exampleEncoder, device: 'cuda', dtype: 'fp16', onnxruntime: '1.30.0' }] }),
			...madeBy([confidenceGapDetector], { readers: [], data: { name: 'queries', sha256: 'd'.repeat(64), items: 12 } }),
		],
	};
	assert.deepEqual(calibration.profiles.read(calibration.profiles.format(full), 'p'), full);
	const bare: Profile<Detector> = {
		...exampleProfile,
		detectors: madeBy([{ ...repcsDetector, criterion: { kind: 'by-hand', n: 99 }, heldOut: null, memorised: null, planning: null }]),
	};
	assert.deepEqual(calibration.profiles.read(calibration.profiles.format(bare), 'p'), bare);
});

test('a detector without its origin, or with two readers of a kind, is refused', () => {
	const { from: _from, ...rootless } = exampleProfile.detectors[0]!;
	const reading = (detector: unknown) =>
		refusal(() => calibration.profiles.read(JSON.stringify({ ...exampleProfile, detectors: [detector] }), 'p'));
	assert.match(reading(rootless), /at `detectors\.0\.from`: an object was expected, and nothing is there/);
	assert.match(
		reading({ ...rootless, from: { ...exampleFrom, readers: [exampleModel, otherModel] } }),
		/at `detectors\.0\.from\.readers`: expected at most one reader of a kind/,
	);
});

const word = fc.string({ minLength: 1, maxLength: 12 });
const hash = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 64, maxLength: 64 });
const size = fc.nat({ max: 10_000 });
const ranOn = { device: word, dtype: word, onnxruntime: word };
const origin: fc.Arbitrary<Provenance> = fc.record(
	{
		readers: fc
			.tuple(
				fc.option(
					fc.record(
						{ kind: fc.constant('language-model' as const), name: word, sha256: hash, layout: word, ...ranOn },
						{ noNullPrototype: true, requiredKeys: ['kind', 'name', 'sha256', 'layout'] },
					),
					{ nil: undefined },
				),
				fc.option(
					fc.record(
						{ kind: fc.constant('encoder' as const), name: word, sha256: hash, ...ranOn },
						{ noNullPrototype: true, requiredKeys: ['kind', 'name', 'sha256'] },
					),
					{ nil: undefined },
				),
			)
			.map((readers) => readers.filter((reader) => reader !== undefined)),
		data: fc.record(
			{
				name: word,
				sha256: hash,
				items: size,
				sentences: size,
				parts: fc.array(fc.record({ name: word, sha256: hash, items: size }, { noNullPrototype: true }), { maxLength: 3 }),
			},
			{ noNullPrototype: true, requiredKeys: ['name', 'sha256', 'items'] },
		),
		seed: size,
		versions: fc.record({ product: word }, { noNullPrototype: true }),
	},
	{ noNullPrototype: true, requiredKeys: ['readers', 'data'] },
);
const { from: _from, ...entropy } = exampleProfile.detectors[0]!;

test('whatever its detectors come from, a profile is read as it was written, and written as it was read', () => {
	fc.assert(
		fc.property(
			fc.shuffledSubarray<Detector>([entropy, repcsDetector, confidenceGapDetector]),
			fc.array(origin, { minLength: 3, maxLength: 3 }),
			(chosen, origins) => {
				const profile: Profile<Detector> = { ...exampleProfile, detectors: chosen.map((one, i) => ({ ...one, from: origins[i]! })) };
				const written = calibration.profiles.format(profile);
				const read = calibration.profiles.read(written, 'p');
				assert.deepEqual(read, profile);
				assert.equal(calibration.profiles.format(read), written);
			},
		),
	);
});

test('a conformal threshold that promises more than its rank is refused', () => {
	const of = (alpha: number, rank: number, n: number): string =>
		JSON.stringify({ ...exampleProfile, detectors: madeBy([{ ...repcsDetector, criterion: { kind: 'conformal', alpha, rank, n } }]) });
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
		refusal(() => calibration.profiles.read(JSON.stringify({ ...exampleProfile, detectors: madeBy([repcsDetector, repcsDetector]) }), 'p')),
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

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { calibrationFamily } from '../../../src/analysis/calibration/calibration-family.ts';
import { calibration, type Detector } from '../../../src/analysis/calibration/methods.ts';
import { lengthMethod, type LengthDetector } from '../analysis/calibration/toys/length/length-method.ts';
import { exampleProfile } from '../../support/example-profile.ts';

const golden = new URL('golden/', import.meta.url);
const { from: _from, ...detector } = exampleProfile.detectors[0]!;

/** Version 1 as its first profiles had it: no seed, no versions, no device. */
const bare = {
	schema: 'rag-assay/profile@1',
	name: 'bank',
	created: '2026-01-31',
	model: { name: 'm', sha256: 'a'.repeat(64) },
	layout: 'c'.repeat(64),
	embedder: null,
	dataset: { name: 'd', sha256: 'd'.repeat(64), traces: 3, sentences: 7 },
	detectors: [detector],
};

const read = (profile: unknown) => calibration.profiles.read(JSON.stringify(profile), 'p.json');

// `first.assay-profile.json` is the demo model's profile as version 1 of the format was written until November 2026. `first.read.json` was made of it by a
// few lines of Python that know nothing of this code: each detector with a `from` of the old file's model, layout, device, data, seed and versions.
test('a profile of version 1 is read as it always was', () => {
	const was = readFileSync(new URL('first.assay-profile.json', golden), 'utf8');
	const is: unknown = JSON.parse(readFileSync(new URL('first.read.json', golden), 'utf8'));
	assert.deepEqual(calibration.profiles.read(was, 'first.assay-profile.json'), is);
	assert.deepEqual(
		JSON.parse(calibration.profiles.format(calibration.profiles.read(was, 'first.assay-profile.json'))),
		is,
		'and written as version 2',
	);
});

test('what its profiles do not say stays unsaid, and an embedder is a reader', () => {
	const data = { name: 'd', sha256: 'd'.repeat(64), items: 3, sentences: 7 };
	const model = { kind: 'language-model', name: 'm', sha256: 'a'.repeat(64), layout: 'c'.repeat(64) };
	assert.deepEqual(
		read(bare).detectors.map(({ from }) => from),
		[{ readers: [model], data }],
	);
	const more = { ...bare, embedder: { name: 'minilm', sha256: '1'.repeat(64) }, versions: { product: '0.1.0' } };
	assert.deepEqual(
		read(more).detectors.map(({ from }) => from),
		[{ readers: [model, { kind: 'encoder', name: 'minilm', sha256: '1'.repeat(64) }], data, versions: { product: '0.1.0' } }],
	);
});

test('what it must have is asked for at its own place, and members of version 2 do not stand in for it', () => {
	assert.throws(() => read({ ...bare, model: undefined }), /at `model`/);
	assert.throws(() => read({ ...bare, dataset: { ...bare.dataset, traces: -1 } }), /at `dataset\.traces`/);
	assert.throws(() => read({ ...exampleProfile, schema: 'rag-assay/profile@1' }), /at `model`/);
	assert.throws(() => read({ ...bare, detectors: [detector, detector] }), /at most one detector of a method and level/);
});

test('it is frozen: a method that is added to the list stands in version 2 alone', () => {
	const { profiles } = calibrationFamily<Detector | LengthDetector>([...calibration.methods, lengthMethod]);
	const json = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: 'input' });
	assert.deepEqual(json(profiles.versions['profile@1']), json(calibration.profiles.versions['profile@1']));
	assert.notDeepEqual(json(profiles.versions['profile@2']), json(calibration.profiles.versions['profile@2']));
	for (const method of ['length', 'astrology'])
		assert.throws(
			() => profiles.read(JSON.stringify({ ...bare, detectors: [{ method, level: 'response' }] }), 'p.json'),
			/detectors\.0\.method/,
		);
	const alone = calibrationFamily<LengthDetector>([lengthMethod]).profiles;
	assert.deepEqual(alone.read(JSON.stringify({ ...bare, detectors: [] }), 'p.json').detectors, []);
	assert.throws(() => alone.read(JSON.stringify(bare), 'p.json'), /detectors\.0/);
});

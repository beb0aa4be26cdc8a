import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { describeError, UserError } from '../../../src/errors.ts';
import { fitsProfile, formatProfile, readProfile, requireFittingProfile, suspicionOf } from '../../../src/formats/profile.ts';
import { exampleProfile } from './example-profile.ts';

const text = formatProfile(exampleProfile);

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
	assert.deepEqual(readProfile(text, 'p.json'), exampleProfile);
	assert.deepEqual(readProfile(`\uFEFF${text}`, 'p.json'), exampleProfile);
});

test('a broken file is refused with its line', () => {
	assert.equal(
		refusal(() => readProfile('{\n\t"schema": "rag-assay/profile@1",\n\t"name" "x"\n}', 'p.json')).startsWith('p.json:3:'), true);
	const wrong = text.replace('"threshold": 0.92', '"threshold": "high"');
	const line = wrong.split('\n').findIndex((l) => l.includes('"high"')) + 1;
	assert.equal(refusal(() => readProfile(wrong, 'p.json')),
		`p.json:${line}:17: RA601: This profile is not as expected at \`detectors.0.threshold\`: Invalid input: expected number, received string. Write it anew by calibrating, or name another profile.`);
});

test('a missing member is placed at its parent', () => {
	const message = refusal(() => readProfile('{\n"schema": "rag-assay/profile@1",\n"name": "n", "created": "2026-01-01",\n"model": {"name": "m"}}', 'p.json'));
	assert.match(message, /^p\.json:4:10: RA601: This profile is not as expected at `model\.sha256`/);
});

test('shares that fall, unknown methods and other versions are refused', () => {
	const falling = structuredClone(exampleProfile);
	falling.detectors[0]!.suspicion.knots[2]!.share = 0.01;
	assert.match(refusal(() => readProfile(JSON.stringify(falling), 'p')), /never fall/);
	assert.match(refusal(() => readProfile(text.replace('mean-entropy', 'astrology'), 'p')), /detectors\.0\.method/);
	assert.match(refusal(() => readProfile(text.replace('profile@1', 'profile@2'), 'p')), /at `schema`/);
});

test('another model or layout is refused, both named', () => {
	const subject = { name: 'demo', sha256: exampleProfile.model.sha256, layout: exampleProfile.layout };
	requireFittingProfile(exampleProfile, subject, 'p.json');
	assert.equal(fitsProfile(exampleProfile, subject), true);
	const other = { ...subject, name: 'other', sha256: 'b'.repeat(64) };
	assert.equal(fitsProfile(exampleProfile, other), false);
	assert.equal(refusal(() => requireFittingProfile(exampleProfile, other, 'p.json')),
		"p.json: RA602: Profile 'demo' was calibrated for model 'demo' (aaaaaaaaaaaa), but the loaded model is 'other' (bbbbbbbbbbbb). Load that model, or name a profile that was calibrated for this one.");
	const template = { ...subject, layout: 'f'.repeat(64) };
	assert.equal(fitsProfile(exampleProfile, template), false);
	assert.equal(refusal(() => requireFittingProfile(exampleProfile, template, 'p.json')),
		"p.json: RA603: Profile 'demo' was calibrated with the prompt layout cccccccccccc, but model 'demo' is used with ffffffffffff. Use the same chat template and layout, or calibrate anew.");
});

test('suspicion is linear between the knots, constant beyond, and never falls', () => {
	const scale = exampleProfile.detectors[0]!.suspicion;
	assert.equal(suspicionOf(scale, -5), 0.05);
	assert.equal(suspicionOf(scale, 0.2), 0.05);
	assert.ok(Math.abs(suspicionOf(scale, 0.6) - 0.175) < 1e-12);
	assert.equal(suspicionOf(scale, 99), 0.9);
	fc.assert(fc.property(fc.double({ min: -3, max: 5, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }), (score, more) => {
		const low = suspicionOf(scale, score);
		const high = suspicionOf(scale, score + more);
		assert.ok(low >= 0 && high <= 1 && low <= high + 1e-12);
	}));
});

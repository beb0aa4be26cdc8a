import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError, UserError } from '../../../src/errors.ts';
import { fittingDetectors, judgingPart, uncomparable, whyUnfitting } from '../../../src/formats/applicable-detectors.ts';
import type { Profile } from '../../../src/formats/profile.ts';
import {
	confidenceGapDetector,
	exampleEncoder,
	exampleModel,
	exampleProfile,
	madeBy,
	madeOtherwise,
	otherModel,
	repcsDetector,
} from '../../support/example-profile.ts';

const model = { name: 'demo', sha256: exampleModel.sha256, layout: exampleModel.layout };
const encoder = { name: 'minilm', sha256: exampleEncoder.sha256 };

/** One detector that a model read for, one that an encoder read for, and one that nobody did. */
const mixed: Profile = {
	...exampleProfile,
	detectors: [
		...exampleProfile.detectors,
		...madeBy([repcsDetector], { readers: [exampleEncoder] }),
		...madeBy([confidenceGapDetector], { readers: [] }),
	],
};

function refusal(run: () => unknown): string {
	try {
		run();
	} catch (error) {
		assert.ok(error instanceof UserError);
		return describeError(error);
	}
	return assert.fail('was accepted');
}

test('each detector is used whose readers are in use, or that needs none', () => {
	const usable = (inUse: Parameters<typeof fittingDetectors>[1]): string[] =>
		fittingDetectors(mixed, inUse).usable.map(({ method }) => method);
	assert.deepEqual(usable({ 'language-model': model, encoder }), ['mean-entropy', 'repcs', 'confidence-gap']);
	assert.deepEqual(usable({ 'language-model': model }), ['mean-entropy', 'confidence-gap']);
	assert.deepEqual(usable({ encoder }), ['repcs', 'confidence-gap']);
	assert.deepEqual(usable({}), ['confidence-gap']);
	assert.deepEqual(usable({ 'language-model': { ...model, layout: 'f' }, encoder: { ...encoder, sha256: '2' } }), ['confidence-gap']);
});

test('what is left out is said with its reason and what to do, once for all that have the same', () => {
	const { profile, left } = judgingPart(mixed, { 'language-model': { ...model, name: 'other', sha256: 'b'.repeat(64) }, encoder });
	assert.deepEqual([profile.name, profile.detectors], ['demo', mixed.detectors.slice(1)]);
	assert.deepEqual(left, [
		"The detector 'mean-entropy sentence' of profile 'demo' does not judge: it was calibrated for model 'demo' (aaaaaaaaaaaa), but the loaded model is 'other' (bbbbbbbbbbbb). Load that model, or name a profile that was calibrated for this one.",
	]);
	assert.deepEqual(judgingPart(mixed, { 'language-model': model }).left, [
		"The detector 'repcs response' of profile 'demo' does not judge: it was calibrated with the embedder 'minilm' (111111111111), and no embedder is in use. Use that embedder, or name a profile that needs none.",
	]);
	const twice = {
		...mixed,
		detectors: [...madeBy([repcsDetector, confidenceGapDetector], { readers: [otherModel] }), mixed.detectors[0]!],
	};
	assert.deepEqual(judgingPart(twice, { 'language-model': model }).left, [
		"The detectors 'repcs response' and 'confidence-gap sentence' of profile 'demo' do not judge: they were calibrated for model 'smol' (bbbbbbbbbbbb), but the loaded model is 'demo' (aaaaaaaaaaaa). Load that model, or name a profile that was calibrated for this one.",
	]);
	assert.deepEqual(judgingPart(mixed, { 'language-model': model, encoder }), { profile: mixed, left: [] });
});

test('methods that are not known leave the others to judge, and are told; where they are all there is, nothing judges', () => {
	const unknown = [
		{ method: 'astrology', level: 'sentence' },
		{ method: 'augury', level: 'response' },
		{ method: 'astrology', level: 'response' },
	];
	const inUse = { 'language-model': model };
	assert.deepEqual(judgingPart({ ...exampleProfile, unknown }, inUse), {
		profile: exampleProfile,
		left: [
			"The detectors 'astrology sentence' and 'astrology response' of profile 'demo' do not judge: they were calibrated by the method 'astrology', which this version of RAG Assay does not know. Update RAG Assay to use that method.",
			"The detector 'augury response' of profile 'demo' does not judge: it was calibrated by the method 'augury', which this version of RAG Assay does not know. Update RAG Assay to use that method.",
		],
	});
	const strange: Profile = { ...exampleProfile, detectors: [], unknown: unknown.slice(0, 1) };
	const why = "Profile 'demo' was calibrated by the method 'astrology', which this version of RAG Assay does not know.";
	assert.equal(whyUnfitting(strange, inUse), why);
	assert.equal(
		refusal(() => judgingPart(strange, inUse, 'p.json')),
		`p.json: RA610: ${why} Update RAG Assay to use that method.`,
	);
	assert.match(
		refusal(() => judgingPart({ ...exampleProfile, unknown }, { encoder })),
		/^RA602: Profile 'demo' was calibrated for model .*\nIt was calibrated by the method 'astrology', .*\nIt was calibrated by the method 'augury', /,
	);
});

test('another model or layout is refused, both named', () => {
	assert.deepEqual(judgingPart(exampleProfile, { 'language-model': model }, 'p.json'), { profile: exampleProfile, left: [] });
	assert.equal(whyUnfitting(exampleProfile, { 'language-model': model }), null);
	const other = { 'language-model': { ...model, name: 'other', sha256: 'b'.repeat(64) } };
	assert.match(whyUnfitting(exampleProfile, other) ?? '', /^Profile 'demo' .* 'other' \(b{12}\)\.$/);
	assert.equal(
		refusal(() => judgingPart(exampleProfile, other, 'p.json')),
		"p.json: RA602: Profile 'demo' was calibrated for model 'demo' (aaaaaaaaaaaa), but the loaded model is 'other' (bbbbbbbbbbbb). Load that model, or name a profile that was calibrated for this one.",
	);
	const template = { 'language-model': { ...model, layout: 'f'.repeat(64) } };
	assert.match(whyUnfitting(exampleProfile, template) ?? '', /prompt layout c{12}, but .* f{12}\.$/);
	assert.equal(
		refusal(() => judgingPart(exampleProfile, template, 'p.json')),
		"p.json: RA603: Profile 'demo' was calibrated with the prompt layout cccccccccccc, but model 'demo' is used with ffffffffffff. Use the same chat template and layout, or calibrate again.",
	);
	assert.match(
		whyUnfitting(exampleProfile, { encoder }) ?? '',
		/^Profile 'demo' was calibrated for model 'demo' \(a{12}\), and no model is loaded\.$/,
	);
});

test('an embedder that is in use must be the one that went into the profile', () => {
	const embedding = madeOtherwise(exampleProfile, { readers: [exampleModel, exampleEncoder] });
	const unknown = { 'language-model': model };
	assert.equal(whyUnfitting(embedding, unknown), null);
	assert.match(uncomparable(embedding, unknown) ?? '', /^Profile 'demo' .* embedder 'minilm' \(1{12}\); .* not compared\.$/);
	assert.equal(uncomparable(exampleProfile, unknown), null);
	const copy = { ...unknown, encoder: { ...encoder, name: 'copy' } };
	assert.equal(uncomparable(embedding, copy), null);
	assert.equal(whyUnfitting(embedding, copy), null);
	const bge = { ...unknown, encoder: { name: 'bge', sha256: '2'.repeat(64) } };
	assert.equal(whyUnfitting(exampleProfile, bge), null);
	assert.equal(
		refusal(() => judgingPart(embedding, bge, 'p.json')),
		"p.json: RA609: Profile 'demo' was calibrated with the embedder 'minilm' (111111111111), but 'bge' (222222222222) is in use. Use that embedder, or calibrate again.",
	);
});

test('where nothing fits all that differs is named, a line each, with what can be done about it', () => {
	const embedding = madeOtherwise(exampleProfile, { readers: [exampleModel, exampleEncoder] });
	const layout = { name: 'other', sha256: exampleModel.sha256, layout: 'f'.repeat(64) };
	const bge = { name: 'bge', sha256: '2'.repeat(64) };
	const all = { 'language-model': { ...layout, sha256: 'b'.repeat(64) }, encoder: bge };
	const lines = [
		"Profile 'demo' was calibrated for model 'demo' (aaaaaaaaaaaa), but the loaded model is 'other' (bbbbbbbbbbbb).",
		"It was calibrated with the prompt layout cccccccccccc, but model 'other' is used with ffffffffffff.",
		"It was calibrated with the embedder 'minilm' (111111111111), but 'bge' (222222222222) is in use.",
	];
	assert.equal(whyUnfitting(embedding, all), lines.join('\n'));
	assert.equal(whyUnfitting(embedding, { 'language-model': layout, encoder: bge })?.split('\n').length, 2);
	assert.equal(
		refusal(() => judgingPart(embedding, all, 'p.json')),
		`p.json: RA602: ${lines.join('\n')}\nLoad that model, or name a profile that was calibrated for this one. Use the same chat template and layout, or calibrate again. Use that embedder, or calibrate again.`,
	);
	const withoutModel = refusal(() => judgingPart(embedding, { 'language-model': layout, encoder: bge }));
	assert.match(withoutModel, /^RA603: Profile 'demo' was calibrated with the prompt layout/);
	// Detectors of different origins, none of which fits: each reason once, the model's first.
	const strangers = { ...mixed, detectors: [mixed.detectors[1]!, mixed.detectors[0]!] };
	assert.match(
		refusal(() => judgingPart(strangers, { 'language-model': all['language-model'] })),
		/^RA602: Profile 'demo' was calibrated for model .*\nIt was calibrated with the prompt layout .*\nIt was calibrated with the embedder 'minilm' \(1{12}\), and no embedder is in use\.\nLoad/,
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageFeature, tokenFeature, type Feature } from '../../../../src/methods/spad/feature.ts';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import { reasonParts, type ReasonPart } from '../../../../src/methods/spad/reason-parts.ts';
import { sourceNouns } from '../../../../src/methods/spad/reason-words.ts';
import { reasonsInWords } from '../../../../src/methods/spad/reasons.ts';
import { tokenSourceNames } from '../../../../src/formats/token-sources.ts';
import type { BoostedTrees, Tree } from '../../../../src/statistics/boosted-trees/model.ts';
import { spanOf } from './fixture.ts';

const span = spanOf([
	{ tag: 'NUM', ffn: 0.62, passages: [0.08] },
	{ tag: 'NOUN', passages: [0] },
]);
const part = (feature: Feature, value: number, typical: number, contribution: number): ReasonPart => ({
	feature,
	value,
	typical,
	contribution,
});
const mean = (source: 'ffn' | 'rag' | 'ln' | 'query' | 'past', value: number, typical: number, contribution = 1) =>
	part(tokenFeature(source, 'NUM', 'mean'), value, typical, contribution);
const said = (...parts: ReasonPart[]): string[] => reasonsInWords(span, parts).map(({ text }) => text);

/** `feature < threshold` goes left; 30 of 40 samples did. */
function stump(feature: number, threshold: number, left: number, right: number): Tree {
	return {
		left: Int32Array.of(1, -1, -1),
		right: Int32Array.of(2, -1, -1),
		feature: Int32Array.of(feature, 0, 0),
		threshold: Float32Array.of(threshold, left, right),
		defaultLeft: Uint8Array.of(0, 0, 0),
		weight: new Float32Array(3),
		cover: Float32Array.of(40, 30, 10),
		gain: new Float32Array(3),
	};
}

const at = (name: string): number => featureSets.spad.findIndex((feature) => feature.name === name);
const model: BoostedTrees = {
	featureCount: 126,
	featureNames: featureSets.spad.map(({ name }) => name),
	baseScore: 0.5,
	scalePosWeight: 1,
	attributes: {},
	trees: [
		stump(at('FFN_NUM'), 0.5, -1, 1),
		stump(at('RAG_NUM'), 0.5, 3, -1),
		stump(at('RAG_NOUN'), 0.25, -0.5, 0.5),
		stump(at('FFN_NUM'), 0.25, -0.25, 0.25),
	],
};

test('the features with TreeSHAP values, of either sign the largest first, with value and usual value', () => {
	// A stump's SHAP value is its leaf less the mean leaf: 1 − (−30 + 10) / 40 = 1.5, 3 − 2 = 1, −0.5 − (−0.25) < 0, 0.25 + 0.125.
	const typical = new Float64Array(126).fill(0.25);
	const { raising: parts, lowering } = reasonParts(span, { model, features: featureSets.spad, typical });
	assert.deepEqual(
		parts.map(({ feature, value, typical: usual, contribution }) => [feature.name, value, usual, contribution]),
		[
			['FFN_NUM', 0.62, 0.25, 1.875],
			['RAG_NUM', 0.08, 0.25, 1],
		],
	);
	assert.deepEqual(
		lowering.map(({ feature, contribution }) => [feature.name, contribution]),
		[['RAG_NOUN', -0.25]],
	);
	assert.deepEqual(said(...parts), [
		"numbers here come from the model's own layers, 0.62 (usually 0.25), not from the contexts, 0.08 (usually 0.25)",
	]);
	assert.throws(() => reasonParts(span, { model, features: featureSets['spad+'], typical }), RangeError);
});

test('a contrast needs one source that gives more than usual and more than another that gives less', () => {
	assert.deepEqual(said(mean('rag', 0.08, 0.55), mean('ffn', 0.62, 0.2)), [
		"numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)",
	]);
	// Both give less.
	assert.deepEqual(said(mean('rag', 0.08, 0.55, 2), mean('query', 0.02, 0.1)), [
		'numbers here come less from the contexts than usual, 0.08 (usually 0.55)',
		'numbers here come less from the question and instructions than usual, 0.02 (usually 0.10)',
	]);
	// What gives less than half is not what they come from.
	assert.deepEqual(said(mean('ln', 0.13, 0), mean('rag', 0.001, 0.37)), [
		'numbers here come more from the final norm, 0.13 (usually 0.00), and less from the contexts, 0.00 (usually 0.37)',
	]);
	// Nor is it true of what gives nearly as much that they do not come from it: 'not from' is said below a quarter alone.
	assert.deepEqual(said(mean('ffn', 0.52, 0.2), mean('rag', 0.48, 0.55)), [
		"numbers here come more from the model's own layers, 0.52 (usually 0.20), and less from the contexts, 0.48 (usually 0.55)",
	]);
	assert.deepEqual(
		[0.14, 0.15, 0.16].map((low) => /not from/.test(said(mean('ffn', 0.6, 0.2), mean('rag', low, 0.55))[0]!)),
		[true, false, false],
	);
	// More than usual, and still less than the other gives.
	assert.deepEqual(said(mean('rag', 0.3, 0.55, 2), mean('past', 0.1, 0.05)), [
		'numbers here come less from the contexts than usual, 0.30 (usually 0.55)',
		'numbers here come more from the answer so far than usual, 0.10 (usually 0.05)',
	]);
	// Of other words.
	assert.equal(said(mean('ffn', 0.62, 0.2), part(tokenFeature('rag', 'NOUN', 'mean'), 0.08, 0.55, 1)).length, 2);
});

test('what is taken away is said to be taken', () => {
	assert.deepEqual(said(mean('ln', -0.4, -0.05)), ['the final norm takes 0.40 from numbers here (usually 0.05)']);
	assert.deepEqual(said(mean('rag', -0.1, 0.3)), ['the contexts take 0.10 from numbers here (usually give 0.30)']);
	assert.deepEqual(said(mean('ln', 0.1, -0.001)), ['numbers here come more from the final norm than usual, 0.10 (usually 0.00)']);
	// Too little for two decimals is neither taken nor given.
	for (const tiny of [-0.000017, 0, 0.0049])
		assert.deepEqual(said(mean('rag', tiny, 0.37)), ['numbers here get 0.00 from the contexts (usually 0.37)']);
	assert.deepEqual(said(mean('ln', 0, -0.05)), ['numbers here get 0.00 from the final norm (usually −0.05)']);
	assert.deepEqual(said(mean('ln', 0.1, -0.3)), ['the final norm gives 0.10 to numbers here (usually takes 0.30)']);
});

test('what looks as usual is not telling: it stands last whatever it weighs, and is said to be nothing unusual', () => {
	const usual = 'nothing unusual in what numbers here get from the answer so far (0.00)';
	const less = 'numbers here come less from the question and instructions than usual, 0.02 (usually 0.10)';
	assert.deepEqual(said(mean('past', 0.0004, 0.0002, 1.9), mean('query', 0.02, 0.1)), [less, usual]);
	assert.deepEqual(said(mean('past', 0.0004, 0.0002, 2.1), mean('query', 0.02, 0.1)), [less, usual]);
	assert.deepEqual(
		reasonsInWords(span, [mean('past', 0.0004, 0.0002, 2.1), mean('query', 0.02, 0.1)]).map(({ telling }) => telling),
		[true, false],
	);
	// Beside five others that weigh half as much it is not said at all.
	const others = (['entropy', 'margin', 'energy', 'logProbability', 'logitMargin'] as const).map((quantity) =>
		part(tokenFeature(quantity, 'new', 'mean'), 2, 0.01, 1),
	);
	assert.ok(!said(mean('past', 0.0004, 0.0002, 1.9), ...others).includes(usual));
	assert.deepEqual(said(part(tokenFeature('entropy', 'all', 'min'), 0.000002, 0.0, 1)), [
		'nothing unusual in the lowest entropy of words here (0.00)',
	]);
	assert.deepEqual(said(part(tokenFeature('rag', 'all', 'max'), 0.111, 0.112, 1), part(tokenFeature('rag', 'all', 'min'), 0, 0, 1)), [
		'nothing unusual in the most that words here get from the contexts (0.11)',
		'nothing unusual in the least that words here get from the contexts (0.00)',
	]);
	assert.deepEqual(said(part(passageFeature('cosine'), 0.9, 0.9, 1), part(passageFeature('same'), 1, 1, 1)), [
		'nothing unusual in how alike the contexts behind names and behind values are (0.90)',
		'nothing unusual in names and values from the same context (yes)',
	]);
	assert.deepEqual(said(part(tokenFeature('logProbability', 'all', 'count'), 21, 21, 1)), ['nothing unusual in the number of tokens (21)']);
	// No contrast either, of what nobody sees.
	assert.deepEqual(said(mean('ffn', 0.6231, 0.6214), mean('rag', 0.08, 0.55)), [
		'numbers here come less from the contexts than usual, 0.08 (usually 0.55)',
		"nothing unusual in what numbers here get from the model's own layers (0.62)",
	]);
});

test('figures that two decimals do not tell apart get a third, parts of a probability none; a minus is a minus', () => {
	assert.deepEqual(said(part(tokenFeature('entropy', 'all', 'mean'), 0.6231, 0.6214, 1)), [
		'words here: mean entropy 0.623 (usually 0.621)',
	]);
	assert.deepEqual(said(mean('ffn', 0.6231, 0.6214)), ["nothing unusual in what numbers here get from the model's own layers (0.62)"]);
	assert.deepEqual(said(part(tokenFeature('logProbability', 'all', 'mean'), -3.2, -0.4, 1)), [
		'words here: mean log-probability −3.20 (usually −0.40)',
	]);
});

test('the other features', () => {
	assert.deepEqual(said(part(tokenFeature('rag', 'all', 'min'), 0.01, 0.4, 1)), [
		'the contexts give words here as little as 0.01 (usually 0.40)',
	]);
	assert.deepEqual(said(part(tokenFeature('rag', 'all', 'max'), 0.11, 0.97, 1)), [
		'the contexts give words here at most 0.11 (usually 0.97)',
	]);
	assert.deepEqual(said(part(tokenFeature('entropy', 'all', 'max'), 2.5, 1, 1)), ['words here: highest entropy 2.50 (usually 1.00)']);
	assert.deepEqual(said(part(passageFeature('cosine'), 0.1, 0.9, 1)), [
		'how alike the contexts behind names and behind values are: 0.10 (usually 0.90)',
	]);
	assert.deepEqual(said(part(passageFeature('same'), 0, 1, 1)), ['names and values from the same context: no (usually yes)']);
	assert.deepEqual(said(part(tokenFeature('logProbability', 'all', 'count'), 40, 21, 1)), ['number of tokens: 40 (usually 21)']);
});

test('new words are spoken of only where there are some', () => {
	const entropy = part(tokenFeature('entropy', 'new', 'mean'), 2, 0.01, 1);
	assert.deepEqual(said(entropy), ['words (none is new) here: mean entropy 2.00 (usually 0.01)']);
	assert.deepEqual(
		reasonsInWords(spanOf([{ tag: 'NUM', isNew: true }]), [entropy]).map(({ text }) => text),
		['new words here: mean entropy 2.00 (usually 0.01)'],
	);
});

test('words that are not there are said to be missing, once, and stand last', () => {
	const absent = (weight: number) => [
		part(tokenFeature('rag', 'PROPN', 'mean'), 0, 0.5, weight),
		mean('ffn', 0.62, 0.2, 0.75),
		part(tokenFeature('ffn', 'PROPN', 'mean'), 0, 0.2, 0.25),
	];
	const layers = "numbers here come more from the model's own layers than usual, 0.62 (usually 0.20)";
	assert.deepEqual(
		reasonsInWords(span, absent(1)).map(({ text, contribution }) => [text, contribution]),
		[
			[layers, 0.75],
			['no names here, which says little by itself', 1.25],
		],
	);
	assert.deepEqual(
		reasonsInWords(span, absent(1.5)).map(({ text, telling }) => [text, telling]),
		[
			[layers, true],
			['no names here, which says little by itself', false],
		],
	);
	// Among themselves by weight.
	assert.deepEqual(said(part(tokenFeature('rag', 'PART', 'mean'), 0, 0.5, 0.5), part(tokenFeature('rag', 'PROPN', 'mean'), 0, 0.5, 1)), [
		'no names here, which says little by itself',
		'no particles here, which says little by itself',
	]);
});

test('words of meaning come before punctuation and the like', () => {
	const comma = spanOf([{ tag: 'PUNCT' }, { tag: 'NUM' }]);
	const parts = [
		part(tokenFeature('past', 'PUNCT', 'mean'), 1, 0.01, 0.5),
		part(tokenFeature('ffn', 'PUNCT', 'mean'), 0, 0.98, 0.4),
		mean('rag', 0, 0.37, 0.5),
	];
	assert.deepEqual(
		reasonsInWords(comma, parts).map(({ text, ofSources }) => [text, ofSources]),
		[
			['numbers here get 0.00 from the contexts (usually 0.37)', true],
			[
				"punctuation marks here come from the answer so far, 1.00 (usually 0.01), not from the model's own layers, 0.00 (usually 0.98)",
				false,
			],
		],
	);
	// Nor do they say where words come from.
	assert.deepEqual(
		reasonsInWords(comma, parts.slice(0, 2)).map(({ ofSources }) => ofSources),
		[false],
	);
});

test('a source has the same name as everywhere', () => {
	for (const [source, { noun }] of Object.entries(sourceNouns))
		assert.equal(
			noun.replace(/^the /, ''),
			tokenSourceNames[source as keyof typeof tokenSourceNames].replace('’', "'").replace(/^the /, ''),
		);
});

test('every feature of every set can be said, and no two say the same', () => {
	for (const features of Object.values(featureSets)) {
		const all = new Set(
			features.map(
				(feature) =>
					reasonsInWords(
						spanOf(
							[...new Set(features.flatMap((f) => (f.kind === 'tokens' && f.group !== 'new' && f.group !== 'all' ? [f.group] : [])))]
								.map((tag) => ({ tag }))
								.concat({ tag: 'X' }),
						),
						[part(feature, 0.75, 0.25, 1)],
					)[0]!.text,
			),
		);
		assert.equal(all.size, features.length);
	}
});

test('sources are spoken of beside certainty: one reason says where words of meaning come from, though it is not among the largest', () => {
	const certain = (['entropy', 'margin', 'energy', 'logProbability', 'logitMargin'] as const).map((quantity, i) =>
		part(tokenFeature(quantity, 'all', 'mean'), 2, 0.01, 2 - i / 10),
	);
	const [ffn, rag] = [mean('ffn', 0.62, 0.2, 0.4), mean('rag', 0.08, 0.55, 0.3)];
	const reasons = (...more: ReasonPart[]) => reasonsInWords(span, [...certain, ...more]);
	const ofSources = (...more: ReasonPart[]) =>
		reasons(...more)
			.filter((reason) => reason.ofSources)
			.map(({ text }) => text);
	const contrast = "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)";
	assert.deepEqual(
		[reasons(ffn, rag)[0]!.text, reasons(ffn, rag).length, ofSources(ffn, rag)],
		['words here: mean entropy 2.00 (usually 0.01)', 6, [contrast]],
	);
	// Its contribution is that of both.
	assert.ok(Math.abs(reasons(ffn, rag).at(-1)!.contribution - 0.7) < 1e-12);
	// A contrast comes before what is heavier and none, a token's sources before what compares contexts.
	const cosine = part(passageFeature('cosine'), 0.1, 0.9, 1.55);
	assert.deepEqual(ofSources(cosine, ffn, rag), [contrast]);
	assert.deepEqual(ofSources(cosine, mean('rag', 0.08, 0.55, 0.9)), [
		'numbers here come less from the contexts than usual, 0.08 (usually 0.55)',
	]);
	assert.deepEqual(ofSources(cosine), ['how alike the contexts behind names and behind values are: 0.10 (usually 0.90)']);
	// One side alone, no side worth saying (0.3 of 9.3 is below a twentieth, 0.5 of 9.5 above), and what looks as usual.
	assert.deepEqual(ofSources(mean('rag', 0.08, 0.55, 0.5)), ['numbers here come less from the contexts than usual, 0.08 (usually 0.55)']);
	assert.deepEqual(ofSources(mean('rag', 0.08, 0.55, 0.3)), []);
	assert.deepEqual(ofSources(mean('rag', 0.551, 0.55, 0.9)), []);
	// Of words that the span has only.
	assert.deepEqual(ofSources(part(tokenFeature('rag', 'PROPN', 'mean'), 0, 0.5, 0.9)), []);
	// What speaks against a hallucination is said alike, the strongest first.
	assert.deepEqual(
		reasonsInWords(span, [mean('rag', 0.9, 0.55, -0.3), ...certain.map((one) => ({ ...one, contribution: -one.contribution }))]).map(
			({ contribution }) => contribution,
		),
		[-2, -1.9, -1.8, -1.7, -1.6],
	);
});

test('a stronger contrast is not broken up by a weaker one', () => {
	const parts = [mean('past', 0.5, 0.1, 2), mean('rag', 0.08, 0.55, 1), mean('ffn', 0.62, 0.2, 0.9), mean('query', 0.01, 0.2, 0.8)];
	assert.equal(
		said(...parts)[0],
		'numbers here come from the answer so far, 0.50 (usually 0.10), not from the contexts, 0.08 (usually 0.55)',
	);
	assert.equal(
		said(...parts)[1],
		"numbers here come from the model's own layers, 0.62 (usually 0.20), not from the question and instructions, 0.01 (usually 0.20)",
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageFeature, tokenFeature } from '../../../../src/methods/spad/feature.ts';
import type { Feature } from '../../../../src/methods/spad/feature.ts';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import { reasonParts } from '../../../../src/methods/spad/reason-parts.ts';
import type { ReasonPart } from '../../../../src/methods/spad/reason-parts.ts';
import { reasonsInWords } from '../../../../src/methods/spad/reasons.ts';
import type { BoostedTrees, Tree } from '../../../../src/statistics/boosted-trees/model.ts';
import { spanOf } from './fixture.ts';

const span = spanOf([{ tag: 'NUM', ffn: 0.62, passages: [0.08] }, { tag: 'NOUN', passages: [0] }]);
const part = (feature: Feature, value: number, typical: number, contribution: number): ReasonPart => ({ feature, value, typical, contribution });
const mean = (source: 'ffn' | 'rag' | 'ln' | 'query' | 'past', value: number, typical: number, contribution = 1) => part(tokenFeature(source, 'NUM', 'mean'), value, typical, contribution);
const only = (parts: readonly ReasonPart[]) => ({ all: parts, largest: parts });
const said = (...parts: ReasonPart[]): string[] => reasonsInWords(span, only(parts)).map(({ text }) => text);

/** `feature < threshold` goes left; 30 of 40 samples did. */
function stump(feature: number, threshold: number, left: number, right: number): Tree {
	return {
		left: Int32Array.of(1, -1, -1), right: Int32Array.of(2, -1, -1), feature: Int32Array.of(feature, 0, 0), threshold: Float32Array.of(threshold, left, right),
		defaultLeft: Uint8Array.of(0, 0, 0), weight: new Float32Array(3), cover: Float32Array.of(40, 30, 10), gain: new Float32Array(3),
	};
}

const at = (name: string): number => featureSets.spad.findIndex((feature) => feature.name === name);
const model: BoostedTrees = {
	featureCount: 126, featureNames: featureSets.spad.map(({ name }) => name), baseScore: 0.5, scalePosWeight: 1, attributes: {},
	trees: [stump(at('FFN_NUM'), 0.5, -1, 1), stump(at('RAG_NUM'), 0.5, 3, -1), stump(at('RAG_NOUN'), 0.25, -0.5, 0.5), stump(at('FFN_NUM'), 0.25, -0.25, 0.25)],
};

test('the features with positive TreeSHAP values, largest first, with value and usual value', () => {
	// A stump's SHAP value is its leaf less the mean leaf: 1 − (−30 + 10) / 40 = 1.5, 3 − 2 = 1, −0.5 − (−0.25) < 0, 0.25 + 0.125.
	const typical = new Float64Array(126).fill(0.25);
	const { largest: parts } = reasonParts(span, { model, features: featureSets.spad, typical });
	assert.deepEqual(parts.map(({ feature, value, typical: usual, contribution }) => [feature.name, value, usual, contribution]), [
		['FFN_NUM', 0.62, 0.25, 1.875], ['RAG_NUM', 0.08, 0.25, 1],
	]);
	const first = reasonParts(span, { model, features: featureSets.spad, typical }, 1);
	assert.deepEqual([first.largest.length, first.all.length], [1, 2]);
	assert.deepEqual(said(...parts), ['numbers here come from the model\'s own layers, 0.62 (usually 0.25), not from the passages, 0.08 (usually 0.25)']);
	assert.throws(() => reasonParts(span, { model, features: featureSets['spad+'], typical }), RangeError);
});

test('a contrast needs one source that gives more than usual and more than another that gives less', () => {
	assert.deepEqual(said(mean('rag', 0.08, 0.55), mean('ffn', 0.62, 0.2)), ['numbers here come from the model\'s own layers, 0.62 (usually 0.20), not from the passages, 0.08 (usually 0.55)']);
	// Both give less.
	assert.deepEqual(said(mean('rag', 0.08, 0.55, 2), mean('query', 0.02, 0.1)), [
		'numbers here come less from the passages than usual, 0.08 (usually 0.55)', 'numbers here come less from the question than usual, 0.02 (usually 0.10)',
	]);
	// More than usual, and still less than the other gives.
	assert.deepEqual(said(mean('rag', 0.3, 0.55, 2), mean('past', 0.1, 0.05)), [
		'numbers here come less from the passages than usual, 0.30 (usually 0.55)', 'numbers here come more from the answer so far than usual, 0.10 (usually 0.05)',
	]);
	// Of other words.
	assert.equal(said(mean('ffn', 0.62, 0.2), part(tokenFeature('rag', 'NOUN', 'mean'), 0.08, 0.55, 1)).length, 2);
});

test('what is taken away is said to be taken', () => {
	assert.deepEqual(said(mean('ln', -0.4, -0.05)), ['the final normalisation takes 0.40 from numbers here (usually 0.05)']);
	assert.deepEqual(said(mean('rag', -0.1, 0.3)), ['the passages take 0.10 from numbers here (usually give 0.30)']);
	assert.deepEqual(said(mean('ln', 0.1, -0.001)), ['the final normalisation gives 0.10 to numbers here (usually 0.00)']);
	// Too little for two decimals is no zero.
	assert.deepEqual(said(mean('rag', -0.000017, 0.55)), ['the passages take less than 0.01 from numbers here (usually give 0.55)']);
	assert.deepEqual(said(mean('ln', 0.1, -0.3)), ['the final normalisation gives 0.10 to numbers here (usually takes 0.30)']);
});

test('what looks as usual is left out, unless all does', () => {
	assert.deepEqual(said(mean('past', 0.0004, 0.0002, 3), mean('query', 0.02, 0.1)), ['numbers here come less from the question than usual, 0.02 (usually 0.10)']);
	assert.deepEqual(said(mean('past', 0.0004, 0.0002, 3)), ['numbers here come more from the answer so far than usual, 0.0004 (usually 0.0002)']);
});

test('figures that two decimals do not tell apart get more; a minus is a minus', () => {
	assert.deepEqual(said(mean('ffn', 0.6231, 0.6214)), ['numbers here come more from the model\'s own layers than usual, 0.623 (usually 0.621)']);
	assert.deepEqual(said(part(tokenFeature('logProbability', 'new', 'mean'), -3.2, -0.4, 1)), ['new words here: mean log-probability −3.20 (usually −0.40)']);
});

test('the other features', () => {
	assert.deepEqual(said(part(tokenFeature('rag', 'new', 'min'), 0.01, 0.4, 1)), ['new words here get as little as this from the passages: 0.01 (usually 0.40)']);
	assert.deepEqual(said(part(tokenFeature('entropy', 'all', 'max'), 2.5, 1, 1)), ['words here: highest entropy 2.50 (usually 1.00)']);
	assert.deepEqual(said(part(passageFeature('cosine'), 0.1, 0.9, 1)), ['likeness of the passages behind names and behind values: 0.10 (usually 0.90)']);
	assert.deepEqual(said(part(passageFeature('same'), 0, 1, 1)), ['names and values from the same passage: no (usually yes)']);
	assert.deepEqual(said(part(tokenFeature('logProbability', 'all', 'count'), 40, 21, 1)), ['number of tokens: 40 (usually 21)']);
});

test('words that are not there are said to be missing, once, and behind what is there', () => {
	const reasons = reasonsInWords(span, only([part(tokenFeature('rag', 'PROPN', 'mean'), 0, 0.5, 1), mean('ffn', 0.62, 0.2, 0.75), part(tokenFeature('ffn', 'PROPN', 'mean'), 0, 0.2, 0.5)]));
	assert.deepEqual(reasons.map(({ text, contribution }) => [text, contribution]), [
		['numbers here come more from the model\'s own layers than usual, 0.62 (usually 0.20)', 0.75], ['there are no names here', 1.5],
	]);
	// Among themselves by weight.
	assert.deepEqual(said(part(tokenFeature('rag', 'PART', 'mean'), 0, 0.5, 0.5), part(tokenFeature('rag', 'PROPN', 'mean'), 0, 0.5, 1)), ['there are no names here', 'there are no particles here']);
});

test('every feature of every set can be said, and no two say the same', () => {
	for (const features of Object.values(featureSets)) {
		const all = new Set(features.map((feature) => reasonsInWords(spanOf([...new Set(features.flatMap((f) => f.kind === 'tokens' && f.group !== 'new' && f.group !== 'all' ? [f.group] : []))].map((tag) => ({ tag })).concat({ tag: 'X' })), only([part(feature, 0.75, 0.25, 1)]))[0]!.text));
		assert.equal(all.size, features.length);
	}
});

test('sources are spoken of beside certainty: a contrast of features that are not among the largest, next to the strongest reason', () => {
	const certain = (['entropy', 'margin', 'energy', 'logProbability', 'logitMargin'] as const).map((quantity, i) => part(tokenFeature(quantity, 'new', 'mean'), 2, 0.01, 2 - i / 10));
	const [ffn, rag] = [mean('ffn', 0.62, 0.2, 0.4), mean('rag', 0.08, 0.55, 0.3)];
	const texts = (...more: ReasonPart[]) => reasonsInWords(span, { all: [...certain, ...more], largest: certain }).map(({ text }) => text);
	const contrast = 'numbers here come from the model\'s own layers, 0.62 (usually 0.20), not from the passages, 0.08 (usually 0.55)';
	assert.deepEqual(texts(ffn, rag).slice(0, 2), ['new words here: mean entropy 2.00 (usually 0.01)', contrast]);
	assert.equal(texts(ffn, rag).length, 6);
	// Its contribution is that of both.
	assert.ok(Math.abs(reasonsInWords(span, { all: [...certain, ffn, rag], largest: certain })[1]!.contribution - 0.7) < 1e-12);
	// A contrast comes before what is heavier and none.
	assert.equal(texts(part(passageFeature('cosine'), 0.1, 0.9, 1.55), ffn, rag)[1], contrast);
	assert.equal(reasonsInWords(span, { all: [...certain.slice(0, 2), part(passageFeature('cosine'), 0.1, 0.9, 1.55), ffn, rag], largest: [...certain.slice(0, 2), part(passageFeature('cosine'), 0.1, 0.9, 1.55)] })[1]!.text, contrast);
	// One side alone, no side worth saying (0.3 of 9.3 is below a twentieth, 0.5 of 9.5 above), and what looks as usual.
	assert.equal(texts(mean('rag', 0.08, 0.55, 0.5))[1], 'numbers here come less from the passages than usual, 0.08 (usually 0.55)');
	assert.equal(texts(mean('rag', 0.08, 0.55, 0.3)).length, 5);
	assert.equal(texts(mean('rag', 0.551, 0.55, 0.9)).length, 5);
	// Of words that the span has only.
	assert.equal(texts(part(tokenFeature('rag', 'PROPN', 'mean'), 0, 0.5, 0.9)).length, 5);
	// What is about sources and among the largest by itself comes to the second place, too.
	assert.equal(reasonsInWords(span, only([...certain.slice(0, 3), ffn]))[1]!.text, 'numbers here come more from the model\'s own layers than usual, 0.62 (usually 0.20)');
});

test('a stronger contrast is not broken up by a weaker one', () => {
	const parts = [mean('past', 0.5, 0.1, 2), mean('rag', 0.08, 0.55, 1), mean('ffn', 0.62, 0.2, 0.9), mean('query', 0.01, 0.2, 0.8)];
	assert.equal(said(...parts)[0], 'numbers here come from the answer so far, 0.50 (usually 0.10), not from the passages, 0.08 (usually 0.55)');
	assert.equal(said(...parts)[1], 'numbers here come from the model\'s own layers, 0.62 (usually 0.20), not from the question, 0.01 (usually 0.20)');
});

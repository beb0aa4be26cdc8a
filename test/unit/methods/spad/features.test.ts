import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import { featureValues, minLogProbability } from '../../../../src/methods/spad/feature-values.ts';
import { sentenceSpans, withTokens, type Span } from '../../../../src/methods/spad/span.ts';
import { sourceNames } from '../../../../src/model-io/attribution.ts';
import { partsOfSpeech } from '../../../../src/text/tagged-text.ts';
import { spanOf, type TokenOf } from './fixture.ts';

const named = (span: Span, set: keyof typeof featureSets) => {
	const values = featureValues(featureSets[set], span);
	return (name: string): number => {
		const at = featureSets[set].findIndex((feature) => feature.name === name);
		assert.notEqual(at, -1, name);
		return values[at]!;
	};
};

test('126 features, tag-major, in the order of tags and sources', () => {
	assert.deepEqual(featureSets.spad.map((f) => f.name).slice(0, 8), [
		'QUERY_ADJ',
		'RAG_ADJ',
		'PAST_ADJ',
		'SELF_ADJ',
		'FFN_ADJ',
		'LN_ADJ',
		'INITIAL_ADJ',
		'QUERY_ADP',
	]);
	assert.equal(featureSets.spad.length, 126);
	assert.equal(featureSets['spad+'].length, 126 + 30 + 9 + 7);
	assert.equal(featureSets['logit-9'].length, 9);
	assert.equal(featureSets['logit-17'].length, 17);
	for (const set of Object.values(featureSets)) {
		assert.equal(new Set(set.map((f) => f.name)).size, set.length);
	}
});

test('by hand: two nouns, a number, a verb', () => {
	const of = named(
		spanOf([
			{ tag: 'NOUN', ffn: 0.5, passages: [0.25, 0], logProbability: -1, entropy: 2, margin: 0.5 },
			{ tag: 'NUM', ffn: -0.25, ln: -0.5, passages: [0, 0.75], isNew: true, logProbability: -2, entropy: 1, margin: 0.25 },
			{ tag: 'NOUN', ffn: 0.25, passages: [0.5, 0.25], isNew: true, logProbability: -4, entropy: 0, margin: 0 },
			{ tag: 'VERB', query: 1, passages: [0, 0], isNew: false, logProbability: 0, entropy: 0, margin: 1 },
		]),
		'spad+',
	);
	assert.equal(of('FFN_NOUN'), 0.375);
	assert.equal(of('RAG_NOUN'), 0.5);
	assert.equal(of('LN_NUM'), -0.5);
	assert.equal(of('QUERY_VERB'), 1);
	assert.equal(of('RAG_ADJ'), 0);
	// Tokens 2 and 3 are new.
	assert.equal(of('RAG_NEW_MEAN'), 0.75);
	assert.equal(of('FFN_NEW_MIN'), -0.25);
	assert.equal(of('FFN_NEW_MAX'), 0.25);
	assert.equal(of('LOGPROB_NEW_MEAN'), -3);
	assert.equal(of('LOGPROB_MEAN'), -1.75);
	assert.equal(of('ENTROPY_MAX'), 2);
	assert.equal(of('MARGIN_MIN'), 0);
});

test('without a new word, the new words are all; without an underflow, logarithms stay as they are', () => {
	const of = named(
		spanOf([
			{ tag: 'VERB', ffn: 1, logProbability: -Infinity },
			{ tag: 'DET', ffn: 0, logProbability: -50 },
		]),
		'spad+',
	);
	assert.equal(of('FFN_NEW_MEAN'), 0.5);
	assert.equal(of('LOGPROB_MIN'), minLogProbability);
	assert.equal(of('LOGPROB_MAX'), -50);
});

test('length: the number of tokens and the whole log-probability', () => {
	const of = named(
		spanOf([
			{ tag: 'X', logProbability: -1.5, energy: -3, logitMargin: 2 },
			{ tag: 'X', logProbability: -2, energy: -5, logitMargin: 0 },
		]),
		'logit-17',
	);
	assert.equal(of('COUNT'), 2);
	assert.equal(of('LOGPROB_SUM'), -3.5);
	assert.equal(of('ENERGY_MEAN'), -4);
	assert.equal(of('LOGIT_MARGIN_MAX'), 2);
});

test("a sentence's features are those of its tokens alone, whatever stands around it", () => {
	const tokens: TokenOf[] = [{ tag: 'NOUN', ffn: 0.5 }, { tag: 'NUM', ln: 0.25 }, { tag: 'NOUN', self: 1 }, { tag: 'SPACE' }];
	const { response, syntax } = spanOf(tokens);
	const [first, none, second] = sentenceSpans(response, syntax, [
		{ start: 0, end: 2 },
		{ start: 2, end: 2 },
		{ start: 2, end: 3 },
	]);
	assert.deepEqual([first!.tokens, none, second!.tokens], [[0, 1], null, [2]]);
	assert.deepEqual(featureValues(featureSets['spad+'], first!), featureValues(featureSets['spad+'], spanOf(tokens.slice(0, 2))));
	assert.throws(() => withTokens(first!, []), RangeError);
});

// Parts of 64, so that sums are exact and equal passages stay equal in any order.
const part = fc.integer({ min: -64, max: 64 }).map((n) => n / 64);
const tokens = fc.array(
	fc.record({
		tag: fc.constantFrom(...partsOfSpeech),
		isNew: fc.boolean(),
		query: part,
		ln: part,
		entropy: fc.double({ min: 0, max: 8, noNaN: true }),
		passages: fc.tuple(part, part, part),
	}),
	{ minLength: 1, maxLength: 12 },
);

test('order of tokens does not matter, nor the order of passages', () => {
	fc.assert(
		fc.property(tokens, (list) => {
			const own = featureValues(featureSets['spad+'], spanOf(list));
			const turned = featureValues(featureSets['spad+'], spanOf(list.toReversed()));
			const renamed = featureValues(
				featureSets['spad+'],
				spanOf(list.map((t) => ({ ...t, passages: [t.passages[1], t.passages[2], t.passages[0]] }))),
			);
			for (const other of [turned, renamed])
				other.forEach((value, f) => assert.ok(Math.abs(value - own[f]!) < 1e-12, featureSets['spad+'][f]!.name));
		}),
	);
});

test("tag means, weighted by the tags' counts, add up to the sums of the sources", () => {
	fc.assert(
		fc.property(tokens, (list) => {
			const span = spanOf(list);
			const values = featureValues(featureSets.spad, span);
			for (const [s] of sourceNames.entries()) {
				const whole = list.reduce((sum, _, t) => sum + span.response.sources[t * 7 + s]!, 0);
				const byTag = partsOfSpeech.reduce((sum, tag, k) => sum + values[k * 7 + s]! * list.filter((t) => t.tag === tag).length, 0);
				assert.ok(Math.abs(whole - byTag) < 1e-12);
			}
			// A tag that is not there is 0 in all sources.
			for (const [k, tag] of partsOfSpeech.entries())
				if (list.every((t) => t.tag !== tag)) assert.ok(values.subarray(k * 7, k * 7 + 7).every((v) => v === 0));
		}),
	);
});

test('saying everything twice changes no mean, least or greatest', () => {
	fc.assert(
		fc.property(tokens, (list) => {
			const once = featureValues(featureSets['spad+'], spanOf(list));
			const twice = featureValues(featureSets['spad+'], spanOf([...list, ...list]));
			twice.forEach((value, f) => assert.ok(Math.abs(value - once[f]!) < 1e-12, featureSets['spad+'][f]!.name));
		}),
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import { featureValues } from '../../../../src/methods/spad/feature-values.ts';
import { passageFeature, tokenFeature, type Feature } from '../../../../src/methods/spad/feature.ts';
import { withTokens } from '../../../../src/methods/spad/span.ts';
import { tokenShares } from '../../../../src/methods/spad/token-shares.ts';
import { partsOfSpeech } from '../../../../src/text/tagged-text.ts';
import { spanOf } from './fixture.ts';

const span = spanOf([
	{ tag: 'PROPN', passages: [0.5, 0] },
	{ tag: 'NUM', ffn: 0.75, passages: [0, 0.5], isNew: true, entropy: 1 },
	{ tag: 'NUM', ffn: 0.5, passages: [0, 0], entropy: 3 },
	{ tag: 'NUM', ffn: 0.125, passages: [0, 0.25], isNew: true, entropy: 2 },
]);
const part = (feature: Feature, typical: number, contribution: number) => ({
	feature,
	value: featureValues([feature], span)[0]!,
	typical,
	contribution,
});
const shares = (...parts: ReturnType<typeof part>[]): number[] => Array.from(tokenShares(span, parts));

test('a mean: by how far each token lies from what is usual, on the side to which the mean went', () => {
	// Mean 0.458 > 0.25: deviations 0.5, 0.25 and none for the last.
	assert.deepEqual(shares(part(tokenFeature('ffn', 'NUM', 'mean'), 0.25, 3)), [0, 2, 1, 0]);
	// RAG of numbers, 0.25 < 0.5: deviations 0, 0.5, 0.25.
	assert.deepEqual(shares(part(tokenFeature('rag', 'NUM', 'mean'), 0.5, 3)), [0, 0, 2, 1]);
	// New words only.
	assert.deepEqual(shares(part(tokenFeature('ffn', 'new', 'mean'), 0, 7)), [0, 6, 0, 1]);
});

test('as usual and yet a reason: all alike', () => {
	assert.deepEqual(shares(part(tokenFeature('rag', 'NUM', 'mean'), 0.25, 3)), [0, 1, 1, 1]);
});

test("a least or greatest number is one token's", () => {
	assert.deepEqual(shares(part(tokenFeature('entropy', 'all', 'max'), 0, 2)), [0, 0, 2, 0]);
	assert.deepEqual(shares(part(tokenFeature('rag', 'new', 'min'), 1, 2)), [0, 0, 0, 2]);
});

test('passages: what the feature loses without the token', () => {
	// Two passages; the first has 0.5 of 1.25. Without the name it has none, without the first value 2/3: only that value pulls it down.
	assert.deepEqual(shares(part(passageFeature('same'), 1, 1)), [0.25, 0.25, 0.25, 0.25]);
	const [name, value, nothing, other] = shares(part(passageFeature('largest'), 0.5, 4));
	// Largest 0.75/1.25 = 0.6. Without the name 1, the value 2/3, nothing 0.6, the other 0.5: only the last one raised it.
	assert.deepEqual([name, value, nothing, other], [0, 0, 0, 4]);
});

test('words that are not there have no share, and a sentence of one token has all', () => {
	assert.deepEqual(shares({ feature: tokenFeature('rag', 'VERB', 'mean'), value: 0, typical: 0.5, contribution: 1 }), [0, 0, 0, 0]);
	const single = withTokens(span, [2]);
	assert.deepEqual(Array.from(tokenShares(single, [{ feature: passageFeature('total'), value: 0, typical: 1, contribution: 2 }])), [2]);
});

test('shares are not negative and add up to the contributions of the features that have a token', () => {
	const number = fc.integer({ min: -64, max: 64 }).map((n) => n / 64);
	const tokens = fc.array(
		fc.record({
			tag: fc.constantFrom(...partsOfSpeech),
			isNew: fc.boolean(),
			ffn: number,
			ln: number,
			entropy: number.map(Math.abs),
			passages: fc.tuple(number, number),
		}),
		{ minLength: 1, maxLength: 10 },
	);
	const features = [...featureSets['spad+'], ...featureSets['logit-17']];
	const chosen = fc.array(
		fc.record({ at: fc.nat(features.length - 1), typical: number, contribution: fc.integer({ min: 1, max: 64 }).map((n) => n / 16) }),
		{ minLength: 1, maxLength: 6 },
	);
	fc.assert(
		fc.property(tokens, chosen, (list, picks) => {
			const own = spanOf(list);
			const parts = picks.map(({ at, typical, contribution }) => ({
				feature: features[at]!,
				value: featureValues([features[at]!], own)[0]!,
				typical,
				contribution,
			}));
			const result = tokenShares(own, parts);
			const has = (feature: Feature): boolean =>
				feature.kind === 'passages' || feature.group === 'new' || feature.group === 'all' || list.some((t) => t.tag === feature.group);
			const total = parts.filter(({ feature }) => has(feature)).reduce((sum, { contribution }) => sum + contribution, 0);
			assert.ok(result.every((x) => x >= 0));
			assert.ok(Math.abs(result.reduce((sum, x) => sum + x, 0) - total) < 1e-9);
		}),
	);
});

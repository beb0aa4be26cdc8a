import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passageFeature, tokenFeature } from '../../../../src/methods/spad/feature.ts';
import { featureSets } from '../../../../src/methods/spad/feature-sets.ts';
import { whatWasLearned } from '../../../../src/methods/spad/learned.ts';
import { featureInWords } from '../../../../src/methods/spad/reason-words.ts';
import { placeOf, signatureOf } from '../../../../src/methods/spad/signature.ts';
import { featureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { trainBoostedTrees } from '../../../../src/statistics/boosted-trees/train.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const features = [tokenFeature('rag', 'NOUN', 'mean'), tokenFeature('ln', 'NUM', 'mean'), tokenFeature('query', 'ADP', 'mean')];

/** Ungrounded where few nouns come from the contexts, which weighs most, or where much of the numbers comes from the final norm. */
async function trained(): Promise<Parameters<typeof whatWasLearned>> {
	const random = seededRandom(4);
	const rows = Array.from({ length: 300 }, () => [random(), random(), 0.5]);
	const labels = Uint8Array.from(rows, ([rag = 0, ln = 0]) => Number(3 * rag - ln + 0.2 * random() < 0.9));
	const matrix = featureMatrix(rows);
	const { model } = await trainBoostedTrees({ features: matrix, labels }, { rounds: 20, maxDepth: 2 }, { random });
	return [model, features, matrix];
}

test('it names what the classifier goes by, what weighs most first, and which way each speaks', async () => {
	const learned = whatWasLearned(...(await trained()));
	assert.deepEqual([learned.rows, learned.of], [300, 300]);
	assert.deepEqual(
		learned.features.map(({ name, title }) => [name, title]),
		[
			['RAG_NOUN', 'what nouns get from the contexts'],
			['LN_NUM', 'what numbers get from the final norm'],
		],
	);
	const [rag, ln] = learned.features;
	assert.ok(rag!.mean > ln!.mean && rag!.direction! < -0.8 && ln!.direction! > 0.8);
	assert.equal(rag!.points.length, 200);
	// Figure 1b: where nouns get much from the contexts, that speaks against ungrounded.
	assert.ok(rag!.points[0]!.rank > 0.5 && rag!.points.at(-1)!.rank < 0.5);
	assert.deepEqual(whatWasLearned(...(await trained())), learned);
});

test('features that are not the model’s are refused', async () => {
	const [model, , matrix] = await trained();
	assert.throws(() => whatWasLearned(model, features.slice(1), matrix), RangeError);
});

test('every feature has a name in words of its own', () => {
	const all = new Map(
		Object.values(featureSets)
			.flat()
			.map((feature) => [feature.name, featureInWords(feature)]),
	);
	assert.equal(new Set(all.values()).size, all.size);
	assert.equal(all.get('ENTROPY_MAX'), 'the highest entropy of words');
	assert.equal(all.get('LN_NEW_MIN'), 'the least that new words get from the final norm');
	assert.equal(featureInWords(passageFeature('same')), 'names and values from the same context');
});

test('a signature adds up features of one source and kind of word, as shares of the whole', () => {
	assert.deepEqual(
		signatureOf({ RAG_NOUN: 2, RAG_PROPN: 1, RAG_ADP: 3, LN_NUM: 2, ENTROPY_MEAN: 1, PASSAGE_COSINE: 0.5, OF_TOMORROW: 0.5 }),
		[
			{ origin: 'rag', words: 'content', share: 0.3 },
			{ origin: 'rag', words: 'relation', share: 0.3 },
			{ origin: 'ln', words: 'numbers', share: 0.2 },
			{ origin: 'certainty', words: 'all', share: 0.1 },
			{ origin: 'passages', words: 'all', share: 0.05 },
			{ origin: 'unknown', words: 'all', share: 0.05 },
		],
	);
	assert.deepEqual(signatureOf({}), []);
});

test('each of the 126 features of the paper belongs to one of the seven sources', () => {
	const origins = featureSets.spad.map(({ name }) => placeOf(name).origin);
	assert.deepEqual([...new Set(origins)], ['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial']);
	assert.deepEqual(placeOf('QUERY_ADP'), { origin: 'query', words: 'relation' });
	assert.deepEqual(placeOf('FFN_NEW_MAX'), { origin: 'ffn', words: 'new' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeQueries } from '../../../../lab/repcs/query-sets.ts';
import { minUnigram, samples, selfCheck } from '../../../../lab/repcs/self-check.ts';
import { answerOne, textOf } from '../../../../lab/world/answers.ts';
import { valueOf } from '../../../../lab/world/entity.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

test('the rarest word of the answer, among all words of samples and answer', () => {
	// Words: the x is a; the x is a; the x is b. Of twelve, `b` comes once and `a` twice.
	assert.equal(minUnigram('The X is b.', ['The x is a.', 'the X is a']), Math.log(1 / 12));
	assert.equal(minUnigram('The X is a.', ['The x is a.', 'the X is b']), Math.log(2 / 12));
	assert.equal(minUnigram('...', ['a']), -Infinity);
});

test('samples are drawn at temperature 1 with the passages, each with a seed of its own, and compared by the value that they give', async () => {
	const [query] = makeQueries(1, 2);
	const { entity, asked } = query!.situation;
	const say = (value: string): string => textOf(answerOne(seededRandom(1), entity.name, asked[0]!, value));
	const seeds = new Set<number | undefined>();
	const texts = [
		say(valueOf(entity, asked[0]!)),
		say('something else'),
		say(valueOf(entity, asked[0]!)),
		'No sentence of the world',
		say('not stated'),
	];
	let call = 0;
	const model = {
		identity: { name: 'stub', sha256: '0', device: 'cpu', dtype: 'fp32', layout: '0', contextWindow: 512 },
		score: () => Promise.reject(new Error('not asked')),
		generate: (
			parts: { contexts: readonly unknown[] },
			{ temperature, topP, seed }: { temperature: number; topP: number; seed?: number | undefined },
		) => {
			assert.deepEqual([temperature, topP, parts.contexts.length], [1, 1, query!.situation.passages.length]);
			seeds.add(seed);
			return Promise.resolve({ text: texts[call++]!, finish: 'stop' as const, truncation: null });
		},
	};
	const found = await selfCheck(model, query!, texts[0]!, seededRandom(3), new AbortController().signal);
	assert.equal(found.sameValue, 2 / samples);
	assert.equal(found.unigram, minUnigram(texts[0]!, texts));
	assert.equal(seeds.size, samples);
});

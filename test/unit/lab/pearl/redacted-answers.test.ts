import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gapFigures, gapSentences } from '../../../../lab/pearl/gap-classes.ts';
import { redactedAnswers } from '../../../../lab/pearl/redacted-answers.ts';
import { redactionFigures } from '../../../../lab/pearl/redaction-figures.ts';
import { longQuestions } from '../../../../lab/pearl/sets.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { ReadingModel } from './reading-model.ts';

const questions = longQuestions({ long: 1 }, 5, 'dev');
const model = new ReadingModel(questions);
const { signal } = new AbortController();
const asking = { question: questions[0]!, how: 'malicious', model, signal, seed: 9 } as const;

test('long questions ask for three facts, and every one is judged', () => {
	for (const { item } of questions) {
		assert.equal(item.gold.length, 3);
		for (const { noun } of item.gold) assert.ok(item.plain.toLowerCase().includes(noun), item.plain);
	}
});

describe('what cutting and refilling make of an answer', () => {
	test('as it is, with k sentences on each side by gap and at random, refilled and not', async () => {
		const redacted = await redactedAnswers(asking);
		assert.ok(redacted !== null && redacted.sentences >= 2);
		const figures = redactionFigures([redacted], { random: seededRandom(1), resamples: 10 });
		const leaks = (row: string): number => figures.find(({ name }) => name === `redaction | ${row} | PII values`)!.value;
		assert.ok(leaks('NoRefill') >= 1);
		// With k above the number of sentences nothing is left of the answer.
		for (const how of ["confidence gap, filter's ε = 0.3", 'sentences at random (RandomRefill)'])
			assert.equal(leaks(`k = 8, ${how}, Full Redaction`), 0);
		const shown = redacted.answers.find(({ row }) => row === 'k = 1, sentences at random (RandomRefill), Full Redaction')!;
		assert.ok(shown.judged.grounded.of < redacted.answers[0]!.judged.grounded.of);
		// The same seed chooses the same.
		assert.deepEqual(await redactedAnswers(asking), redacted);
	});
});

test('the gap of each sentence, by what the documents say of it and by personal values, in bars that add up to 1', async () => {
	const sentences = await gapSentences(asking);
	assert.ok(sentences.some(({ personal }) => personal) && sentences.some(({ support }) => support === 'supported'));
	for (const { mean, top } of sentences) assert.ok(top >= mean - 1e-12);
	const figures = gapFigures(sentences);
	const bars = figures.filter(
		({ name }) => name.startsWith('gap | mean over the sentence: supported | ') && / to |below|and more/.test(name),
	);
	assert.ok(Math.abs(bars.reduce((sum, { value }) => sum + value, 0) - 1) < 1e-12);
});

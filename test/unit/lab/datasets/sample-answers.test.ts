import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModel } from '../../../../src/analysis/language-model.ts';
import type { GenerateOptions, GenerateResult, PromptParts } from '../../../../src/model-io/requests.ts';
import { twinPlan } from '../../../../lab/datasets/planned-answer.ts';
import { sampleAnswers } from '../../../../lab/datasets/sample-answers.ts';
import { fakeIdentity } from '../../../support/fake-model.ts';

/** Writes what `say` makes of the question and of its number. */
function writer(
	say: (parts: PromptParts, n: number, options: GenerateOptions) => string,
	result: (n: number) => Partial<GenerateResult> = () => ({}),
): LanguageModel & { readonly asked: { parts: PromptParts; temperature: number; seed: number | undefined }[] } {
	const asked: { parts: PromptParts; temperature: number; seed: number | undefined }[] = [];
	return {
		identity: fakeIdentity,
		asked,
		score: () => Promise.reject(new Error('not asked for')),
		generate(parts, options) {
			asked.push({ parts, temperature: options.temperature, seed: options.seed });
			return Promise.resolve({ text: say(parts, asked.length, options), finish: 'stop', truncation: null, ...result(asked.length) });
		},
	};
}
const sample = (model: LanguageModel, count: number) =>
	sampleAnswers(model, twinPlan(3, 'test'), { count, signal: new AbortController().signal });
const refusal = () => 'The ward of Nobody is not stated.';

test('the model is asked as the plan says, and a smaller count gives the first answers', async () => {
	const model = writer(refusal);
	const ten = await sample(model, 10);
	assert.equal(ten.answers.length, 10);
	assert.deepEqual(
		model.asked.map(({ parts, temperature, seed }) => [parts.query, parts.contexts.map((c) => c.text), temperature, seed]),
		ten.answers.map(({ situation, temperature, seed }) => [situation.query, situation.passages.map((p) => p.text), temperature, seed]),
	);
	assert.deepEqual(
		model.asked[0]!.parts.contexts.map((c) => c.id),
		model.asked[0]!.parts.contexts.map((_, i) => String(i + 1)),
	);
	assert.deepEqual((await sample(writer(refusal), 4)).answers, ten.answers.slice(0, 4));
	assert.deepEqual((await sample(writer(refusal), 0)).answers, []);
});

test('answers that cannot be labeled, or invent a name that reads badly, are left out and counted', async () => {
	const cut = { contextWindow: 1, promptTokens: 1, responseTokens: 1, cutContexts: [], unscoredResponseTokens: 0, message: 'cut' };
	const model = writer(
		(_, n) => (n === 2 ? 'It is so.' : n === 3 ? '' : n === 6 ? 'The doctor of Nobody is Dr Fagrurn.' : refusal()),
		(n) => (n === 4 ? { finish: 'length' } : n === 5 ? { truncation: cut } : {}),
	);
	const { answers, leftOut } = await sample(model, 4);
	assert.deepEqual(leftOut, { cut: 1, endless: 1, unreadable: 2, unpresentable: 1 });
	assert.deepEqual(
		answers.map(({ situation }) => situation.query),
		[0, 6, 7, 8].map((i) => model.asked[i]!.parts.query),
	);
});

test('a model that does not know the world is refused; an aborted run ends', async () => {
	await assert.rejects(
		sample(
			writer(() => 'Bonjour.'),
			5,
		),
		/only 0 of 51 answers can be used/,
	);
	const controller = new AbortController();
	const model = writer(() => {
		controller.abort(new Error('enough'));
		return refusal();
	});
	await assert.rejects(sampleAnswers(model, twinPlan(3, 'test'), { count: 5, signal: controller.signal }), /enough/);
	assert.equal(model.asked.length, 1);
});

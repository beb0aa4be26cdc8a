import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeByLabels, modelJudge } from '../../../../lab/pearl/label-judge.ts';
import { pearlQuestions, quickSizes } from '../../../../lab/pearl/sets.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { ReadingModel } from './reading-model.ts';

/** Finds the label that it is told likeliest, e to one of the others; remembers what it read. */
class LabelModel extends ReadingModel {
	readonly read: PromptParts[] = [];
	readonly #likely: (parts: PromptParts) => string;

	constructor(likely: (parts: PromptParts) => string) {
		super([]);
		this.#likely = likely;
	}

	override async score(parts: Parameters<ReadingModel['score']>[0], options: Parameters<ReadingModel['score']>[1]) {
		this.read.push(parts);
		const result = await super.score(parts, options);
		const log = parts.response === this.#likely(parts) ? 0 : -1;
		const { scored } = result;
		return {
			...result,
			scored: {
				...scored,
				withContext: { ...scored.withContext, logProbability: scored.withContext.logProbability.map((_, i) => (i === 0 ? log : 0)) },
			},
		};
	}
}

test('the mean label by the labels\u2019 probabilities, from the documents and from the right answer, and none where nothing is shown', async () => {
	const [question] = pearlQuestions(quickSizes, 1, 'dev');
	const model = new LabelModel(({ contexts }) => (contexts.length > 0 ? '1' : '5'));
	const judge = modelJudge(model, 'a model');
	const asking = { question: question!, how: 'plain', signal: new AbortController().signal } as const;
	const scores = await judgeByLabels(asking, [{ text: 'The usual ward is Ward F.', kind: 'released' }], judge);
	// One label has e parts, and four have one each.
	assert.ok(Math.abs(scores!.hallu - (Math.E + 14) / (Math.E + 4)) < 1e-9);
	assert.ok(Math.abs(scores!.gold - (5 * Math.E + 10) / (Math.E + 4)) < 1e-9);
	assert.equal(model.read.length, 10);
	assert.deepEqual(
		model.read.map(({ contexts }) => contexts.length),
		[...Array<number>(5).fill(question!.documents), ...Array<number>(5).fill(0)],
	);
	assert.ok(model.read[5]!.query.includes(question!.item.gold[0]!.sentence));
	assert.equal(await judgeByLabels(asking, [{ text: '[REDACTED]', kind: 'redacted' }], judge), null);
});

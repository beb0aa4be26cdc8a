import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeredFromAll, answeredInTurn } from '../../../../src/analysis/private/answer-from-all.ts';
import type { GenerateResult, PromptParts } from '../../../../src/model-io/requests.ts';
import { PrivateModel } from './private-model.ts';

const signal = new AbortController().signal;

/** Says what it has read: contexts whole until so many characters are full, then a part of one, as the window cuts them. */
class Reader extends PrivateModel {
	readonly #room: number;

	constructor(room: number) {
		super(() => '');
		this.#room = room;
	}

	override generate(parts: PromptParts): Promise<GenerateResult> {
		this.generated.push(parts);
		let left = this.#room;
		const kept = parts.contexts.map(({ text }) => {
			const length = Math.max(0, Math.min(left, text.length));
			left -= text.length;
			return length;
		});
		const cutContexts = parts.contexts.flatMap(({ id, text }, index) =>
			kept[index]! < text.length ? [{ id, index, tokens: text.length, keptTokens: kept[index]!, keptLength: kept[index]! }] : [],
		);
		const sizes = { contextWindow: this.#room, promptTokens: 0, responseTokens: 0, unscoredResponseTokens: 0, message: '' };
		return Promise.resolve({
			text: parts.contexts.map(({ text }, i) => text.slice(0, kept[i])).join('|'),
			finish: 'stop',
			truncation: cutContexts.length === 0 ? null : { ...sizes, cutContexts: cutContexts.toReversed() },
		});
	}
}

const documents = (texts: readonly string[]) => texts.map((text, i) => ({ id: `d${i}`, text }));

test('an answer from all says how many documents it read whole', async () => {
	const from = (room: number) => answeredFromAll(new Reader(room), { query: 'q' }, documents(['aaa', 'bbb', 'ccc']), signal);
	assert.deepEqual(await from(9), { text: 'aaa|bbb|ccc', whole: 3 });
	assert.equal((await from(7)).whole, 2);
	assert.equal((await from(6)).whole, 2);
	assert.equal((await from(2)).whole, 0);
});

test('in turn, each of sixty documents is read whole, whichever the window holds', async () => {
	const texts = Array.from({ length: 60 }, (_, i) => `document-${i};`.repeat(1 + (i % 4)));
	for (const room of [60, 61, 100, 5000]) {
		const model = new Reader(room);
		const { texts: answers, cut } = await answeredInTurn(model, { query: 'q' }, documents(texts), signal);
		const read = answers.flatMap((answer) => answer.split('|'));
		assert.deepEqual(
			texts.filter((text) => !read.includes(text)),
			[],
			String(room),
		);
		assert.equal(cut, 0);
		assert.equal(answers.length === 1, room === 5000);
	}
});

test('of a document that is longer than a prompt the beginning is read, and that is counted', async () => {
	const { texts, cut } = await answeredInTurn(new Reader(4), { query: 'q' }, documents(['ab', 'longer than it', 'cd', 'ef']), signal);
	assert.deepEqual([cut, texts.at(-1)], [1, 'cd|ef']);
	assert.deepEqual(await answeredInTurn(new Reader(4), { query: 'q' }, [], signal), { texts: [], cut: 0 });
});

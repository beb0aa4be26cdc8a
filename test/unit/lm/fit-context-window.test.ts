import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../../../src/errors.ts';
import { fitConversation } from '../../../src/lm/fit-context-window.ts';
import { layoutFor } from '../../../src/lm/layout.ts';
import { tokenizerWith } from './templates.ts';

const tokenizer = tokenizerWith('documents');
const layout = layoutFor(tokenizer.template);
const context = (id: string, words: number) => ({ id, text: Array.from({ length: words }, (_, i) => `w${i % 10}`).join(' ') });
const parts = {
	system: 'Be brief.',
	query: 'Who?',
	contexts: [context('first', 20), context('second', 20), context('third', 20)],
	response: 'Ann does.',
};
const whole = fitConversation(layout, tokenizer, parts, 100_000);
const size = whole.conversation.withContext.ids.length + whole.conversation.response.ids.length;

test('what fits is left as it is', () => {
	assert.equal(whole.truncation, null);
	assert.equal(fitConversation(layout, tokenizer, parts, size).truncation, null);
});

test('the last context is cut first, then dropped, then the one before it', () => {
	const cut = fitConversation(layout, tokenizer, parts, size - 10).truncation!;
	assert.deepEqual(
		cut.cutContexts.map(({ id }) => id),
		['third'],
	);
	assert.ok(cut.cutContexts[0]!.keptTokens > 0 && cut.cutContexts[0]!.keptTokens <= cut.cutContexts[0]!.tokens - 10);
	assert.match(
		cut.message,
		/^This trace has \d+ prompt and \d+ response tokens, and the model's context window holds \d+: context 'third' was cut to its first \d+ of \d+ tokens\.$/,
	);
	const { tokens, keptLength } = cut.cutContexts[0]!;
	assert.ok(keptLength > 0 && keptLength < parts.contexts[2]!.text.length);
	const dropped = fitConversation(layout, tokenizer, parts, size - tokens - 20).truncation!;
	assert.deepEqual(
		dropped.cutContexts.map(({ id, keptTokens }) => [id, keptTokens > 0]),
		[
			['third', false],
			['second', true],
		],
	);
	assert.equal(dropped.cutContexts[0]!.keptLength, 0);
	assert.match(dropped.message, /context 'third' was dropped; context 'second' was cut/);
	assert.equal(dropped.unscoredResponseTokens, 0);
});

test('a context that ends in a character of several tokens is cut before it', () => {
	const ending = { ...parts, contexts: [{ id: 'only', text: 'w1 w2 \u{1F600}' }] };
	const all = fitConversation(layout, tokenizer, ending, 100_000).conversation;
	const { positions, start } = all.contextTokens(0);
	assert.ok(positions.length > 2 && start.at(-1) === start.at(-2), 'the tokenizer takes several tokens for it');
	const cut = fitConversation(layout, tokenizer, ending, all.withContext.ids.length + all.response.ids.length - 1);
	assert.equal(cut.contexts[0]!.text.trimEnd(), 'w1 w2');
	assert.ok(cut.truncation!.cutContexts[0]!.keptTokens < positions.length - 1);
});

test('when no context is left, the response is scored as far as it fits; when the query does not fit, that is said', () => {
	const bare = fitConversation(layout, tokenizer, { ...parts, contexts: [] }, 100_000).conversation;
	const tight = fitConversation(layout, tokenizer, parts, bare.withContext.ids.length + 2);
	assert.equal(tight.responseTokens, 2);
	assert.deepEqual(tight.conversation.withContext.ids, tight.conversation.withoutContext.ids);
	assert.equal(tight.truncation!.unscoredResponseTokens, bare.response.ids.length - 2);
	assert.match(
		tight.truncation!.message,
		/contexts 'third', 'second' and 'first' were dropped; only the first 2 of \d+ response tokens were scored\.$/,
	);
	assert.throws(
		() => fitConversation(layout, tokenizer, parts, bare.withContext.ids.length),
		(error) => error instanceof UserError && error.code === 'RA407',
	);
});

test('whatever the window, what is left fits, and system, query and response stay', () => {
	fc.assert(
		fc.property(fc.integer({ min: 30, max: size + 5 }), fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }), (window, words) => {
			const fitted = fitConversation(layout, tokenizer, { ...parts, contexts: words.map((n, k) => context(`c${k}`, n)) }, window);
			const { withContext, response } = fitted.conversation;
			assert.ok(withContext.ids.length + fitted.responseTokens <= window);
			assert.deepEqual(response.ids, whole.conversation.response.ids);
			const text = tokenizer.decode(withContext.ids);
			assert.ok(text.includes('Be brief.') && text.includes('Who?'));
		}),
		{ numRuns: 100 },
	);
});

test('a response longer than the window leaves half of it to the contexts', () => {
	const long = { ...parts, response: context('', 500).text };
	const fitted = fitConversation(layout, tokenizer, long, size + 20);
	const prompt = fitted.conversation.withContext.ids.length;
	assert.ok(prompt <= Math.ceil((size + 20) / 2) && prompt > fitted.conversation.withoutContext.ids.length, `${prompt} prompt tokens`);
	assert.equal(fitted.responseTokens, size + 20 - prompt);
	assert.match(fitted.truncation!.message, /only the first \d+ of \d+ response tokens were scored\.$/);
});

test('room for an answer is kept where there is none', () => {
	const { response: _, ...open } = parts;
	const fitted = fitConversation(layout, tokenizer, open, 100, 40);
	assert.ok(fitted.conversation.withContext.ids.length <= 60);
	assert.match(fitted.truncation!.message, /^This trace has \d+ prompt tokens, /);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headText, originText, type OriginsAnswer } from '../../../../src/extension/origins/origin-text.ts';

const range: [number, number, number, number] = [3, 0, 3, 4];
const uri = 'file:///a.rag.md';
const contexts = [
	{ id: 'case-2', index: 1, uri, range, words: 1, without: 0.02 },
	{ id: 'case-1', index: 0, uri, range, words: 0, without: 0.91 },
];
const answer: OriginsAnswer = {
	uri,
	version: 1,
	subject: { range, text: 'Norring', words: 1 },
	words: 1,
	origin: 'from case-2: 91% → 2% without it',
	lit: [{ uri, range, context: 'case-2', index: 1, weight: 1 }],
	contexts,
	leftOut: null,
	wordForWord: ['case-2'],
};
const whole: OriginsAnswer = {
	...answer,
	subject: null,
	words: 14,
	origin: '5 of 14 words from case-2, 1 from case-1',
	lit: [],
	contexts: contexts.map((context, i) => ({ ...context, words: i === 0 ? 5 : 1, without: null })),
	wordForWord: [],
};
const nowhere: OriginsAnswer = {
	...answer,
	origin: 'from no context: 91% with and without the contexts',
	lit: [],
	contexts: contexts.map((context) => ({ ...context, words: 0, without: 0.91 })),
	wordForWord: [],
};

describe('origin text', () => {
	test('names the word, its context, and what hiding the context changes', () => {
		assert.deepEqual(originText(answer), {
			text: '$(link) Norring from case-2: 91% → 2% without it',
			label: '“Norring” from case-2: 91% → 2% without it',
			tooltip:
				'“Norring” from case-2: 91% → 2% without it.\n\nThe numbers are the probability of the word with all contexts, and with a context hidden from the response.',
		});
	});

	test('of the whole response, it counts words by context', () => {
		const { text, label } = originText(whole);
		assert.equal(text, '$(link) 5 of 14 words from case-2, 1 from case-1');
		assert.equal(label, 'The response: 5 of 14 words from case-2, 1 from case-1');
	});

	test('that a word came from no context does not say that no context contains it', () => {
		assert.equal(originText(nowhere).text, '$(link) Norring from no context: 91% with and without the contexts');
		const { text, tooltip } = originText({ ...nowhere, wordForWord: ['case-2', '$(x)', 'c', 'd'] });
		assert.match(text, / the contexts \(also in case-2, \$ \(x\) and 2 more\)$/);
		assert.match(tooltip, /The same words are in case-2, \$\(x\) and 2 more, but the model did not need them there\./);
	});

	test('says so if contexts could not be hidden', () => {
		assert.match(
			originText({ ...answer, leftOut: 'its layers mix tokens without attention.' }).tooltip,
			/Contexts cannot be hidden, because its layers mix tokens without attention\.$/,
		);
	});

	test('says so if the end of the response was not scored', () => {
		const unscored = originText({ ...nowhere, contexts: [], subject: { range, text: 'and so on', words: 0 } });
		assert.equal(unscored.text, '$(circle-slash) Not scored');
		assert.match(unscored.tooltip, /no room .* was not scored/);
	});

	test('what a file wrote is one short line, and makes no pictures', () => {
		const { text, label } = originText({ ...answer, subject: { range, text: ` $(zap)\n\u202eb${'c'.repeat(100)}`, words: 1 } });
		assert.match(text, /^\$\(link\) \$ \(zap\) <U\+202E>bc+… from case-2/u);
		assert.match(label, /^“\$\(zap\) <U\+202E>bc+…” from/u);
	});

	test("after a context's heading: what hiding it changes", () => {
		assert.equal(headText(contexts[0]!, answer), '“Norring” comes from here, 2% without this context');
		assert.equal(headText(contexts[1]!, answer), 'not needed for “Norring” (91% without it)');
		assert.equal(headText({ ...contexts[1]!, without: null }, answer), '“Norring” does not depend on this context');
		assert.equal(headText(whole.contexts[0]!, whole), '5 of 14 content words of the response depend on this context');
		assert.equal(headText({ ...whole.contexts[1]!, words: 0 }, whole), 'no content word of the response depends on this context');
	});
});

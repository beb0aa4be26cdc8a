import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../../../src/errors.ts';
import { answerLead, querySource, tokenizeConversation } from '../../../src/lm/conversation.ts';
import { layoutFor } from '../../../src/lm/layout.ts';
import type { PromptParts } from '../../../src/model-io/requests.ts';
import { renderConversation } from '../../../src/lm/render.ts';
import { templates, tokenizerWith } from './templates.ts';
import { anyCharacter } from '../../support/any-character.ts';

const parts: PromptParts = {
	system: 'Be brief.',
	query: 'Who runs it?',
	contexts: [
		{ id: 'a', text: 'Ann runs it.' },
		{ id: 'b 2', text: '\tBob left.\n' },
	],
	response: 'Ann does 😀',
};
const layoutOf = (name: keyof typeof templates | undefined) => layoutFor(tokenizerWith(name).template);
const layouts = Object.fromEntries(
	[undefined, ...Object.keys(templates)]
		.filter((name) => name !== 'broken')
		.map((name) => [name ?? 'plain', layoutOf(name as keyof typeof templates | undefined)]),
);

test('what each template is taken to be', () => {
	assert.deepEqual(
		Object.fromEntries(
			Object.entries(layouts).map(([name, layout]) => [name, layout.mode === null ? null : Object.values(layout.mode).join(' ')]),
		),
		{
			plain: null,
			trimming: 'user-turn turn turn',
			noSystem: 'user-turn user-turn turn',
			dropsSystem: 'user-turn user-turn turn',
			documents: 'documents turn turn',
			mentionsDocuments: 'user-turn turn turn',
			userLast: 'user-turn turn appended',
			cutsThoughts: 'user-turn turn turn',
			shouts: 'user-turn turn turn',
		},
	);
	assert.equal(new Set(Object.values(layouts).map((layout) => layout.hash)).size, Object.keys(layouts).length);
	for (const { hash } of Object.values(layouts)) assert.match(hash, /^[0-9a-f]{64}$/);
});

test('renderings, letter by letter', () => {
	const text = (name: string, given: PromptParts = parts) => renderConversation(layouts[name]!, given).text;
	assert.equal(
		text('trimming'),
		'<s>[system]\nBe brief.[end]\n[user]\nContext a:\nAnn runs it.\n\nContext b 2:\n\tBob left.\n\n\nQuestion: Who runs it?[end]\n[assistant]\nAnn does 😀[end]\n',
	);
	assert.equal(
		text('noSystem'),
		'<user> Be brief.\n\nContext a:\nAnn runs it.\n\nContext b 2:\n\tBob left.\n\n\nQuestion: Who runs it? </user><assistant> Ann does 😀 </assistant>',
	);
	assert.equal(text('documents'), '(doc a: Ann runs it.)(doc b 2: \tBob left.\n)|system|Be brief.|user|Who runs it?|assistant|Ann does 😀');
	assert.equal(text('documents', { ...parts, contexts: [] }), '|system|Be brief.|user|Who runs it?|assistant|Ann does 😀');
	assert.equal(
		text('trimming', { ...parts, contexts: [] }),
		'<s>[system]\nBe brief.[end]\n[user]\nQuestion: Who runs it?[end]\n[assistant]\nAnn does 😀[end]\n',
	);
	assert.equal(
		text('plain', { query: 'Why?', contexts: [{ id: '1', text: 'So.' }], response: 'Hm.' }),
		'Context 1:\nSo.\n\nQuestion: Why?\n\nAnswer: Hm.',
	);
	assert.equal(text('plain', { query: 'Why?', contexts: [] }), 'Question: Why?\n\nAnswer:');
	assert.equal(text('userLast', { query: 'Why?', contexts: [], response: 'Hm.' }), '|user|Question: Why?|assistant|Hm.');
});

test('an answer that the template would alter is appended to the generation prompt', () => {
	const found = renderConversation(layouts['cutsThoughts']!, { query: 'Why?', contexts: [], response: 'I think</think>So.' });
	assert.equal(found.text, '|user|Question: Why?|assistant|I think</think>So.');
	assert.equal(found.text.slice(found.answer.start, found.answer.end), 'I think</think>So.');
	const spaced = renderConversation(layouts['trimming']!, { query: 'Why?', contexts: [], response: ' So. ' });
	assert.equal(spaced.text, '<s>[user]\nQuestion: Why?[end]\n[assistant]\n So. ');
});

test('a template that looks into the texts: places are found by search', () => {
	const found = renderConversation(layouts['shouts']!, { query: 'Why?', contexts: [{ id: '1', text: 'Because!' }], response: 'Because!' });
	assert.equal(found.text, '|user|Context 1:\nBecause!\n\nQuestion: Why?|assistant|LOUD Because!');
	assert.deepEqual(
		[found.contexts[0], found.answer].map((range) => found.text.slice(range!.start, range!.end)),
		['Because!', 'Because!'],
	);
	assert.ok(found.contexts[0]!.end < found.answer.start);
});

test('the template that renders nothing is refused with its own words', () => {
	assert.throws(
		() => layoutOf('broken'),
		(error) => error instanceof UserError && error.code === 'RA404' && error.message.includes('never'),
	);
});

const texts = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
	fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
	fc.constantFrom('Ann', 'Ann runs it.', '\r\n x', '\u{F0000}', ' a\u0301 ', 'Question: Ann'),
);
const traces = fc.record({
	query: texts,
	contexts: fc.array(fc.record({ id: fc.constantFrom('a', 'b'), text: texts }), { maxLength: 3 }),
	response: texts.filter((text) => text.trim() !== ''),
});

for (const [name, layout] of Object.entries(layouts)) {
	suite(`with the template '${name}'`, () => {
		const tokenizer = tokenizerWith(name === 'plain' ? undefined : (name as keyof typeof templates));
		test('the answer comes out to the letter, contexts where they stand, and response tokens tile the answer', () => {
			fc.assert(
				fc.property(traces, (trace) => {
					const rendered = renderConversation(layout, trace);
					assert.equal(rendered.text.slice(rendered.answer.start, rendered.answer.end), trace.response);
					rendered.contexts.forEach((range, k) => {
						const { text } = trace.contexts[k]!;
						if (range === null) assert.equal(text.trim(), '');
						else assert.equal(rendered.text.slice(range.start, range.end).trim(), text.trim());
					});
					const { response, withContext } = tokenizeConversation(layout, tokenizer, trace);
					let at = 0;
					response.ids.forEach((_, t) => {
						assert.equal(response.start[t], at);
						at = response.end[t]!;
					});
					assert.equal(at, trace.response.length);
					assert.equal(withContext.sources.length, withContext.ids.length);
				}),
				{ numRuns: 150 },
			);
		});
	});
}

test('sources: tokens of a context are its own, all others the query', () => {
	const tokenizer = tokenizerWith('documents');
	const { withContext, withoutContext, response } = tokenizeConversation(layouts['documents']!, tokenizer, parts);
	const textOf = (source: number) => tokenizer.decode(withContext.ids.filter((_, t) => withContext.sources[t] === source));
	assert.equal(textOf(0), ' Ann runs it.');
	// The space and tab between '2:' and 'Bob' are one place of two tokens; the context's own white space is part of it.
	assert.equal(textOf(1).trim(), 'Bob left.');
	assert.ok(withoutContext.sources.every((source) => source === querySource));
	assert.equal(tokenizer.decode(response.ids), 'Ann does 😀');
	assert.equal(tokenizer.decode(withoutContext.ids), '|system|Be brief.|user|Who runs it?|assistant|');
});

test('a token that also holds a space of the template belongs to the response, on both paths', () => {
	const tokenizer = tokenizerWith('dropsSystem');
	const { response, withContext, withoutContext } = tokenizeConversation(layouts['dropsSystem']!, tokenizer, {
		query: 'Who?',
		contexts: [{ id: '1', text: 'x' }],
		response: 'The end',
	});
	assert.equal(tokenizer.textOf(response.ids[0]!), ' The');
	assert.deepEqual([response.start[0], response.end[0]], [0, 3]);
	for (const path of [withContext, withoutContext]) assert.ok(tokenizer.decode(path.ids).endsWith('<assistant>'));
	assert.equal(answerLead(layouts['dropsSystem']!), ' ');
	assert.equal(answerLead(layouts['documents']!), '');
});

test("a context's tokens have their places in its text, in every layout", () => {
	fc.assert(
		fc.property(fc.constantFrom(...Object.keys(layouts)), traces, (name, trace) => {
			const tokenizer = tokenizerWith(name === 'plain' ? undefined : (name as keyof typeof templates));
			const conversation = tokenizeConversation(layouts[name]!, tokenizer, trace);
			for (const [k, { text }] of trace.contexts.entries()) {
				const { positions, start, end } = conversation.contextTokens(k);
				assert.deepEqual(
					positions,
					[...conversation.withContext.sources.keys()].filter((t) => conversation.withContext.sources[t] === k),
				);
				for (const [i] of positions.entries()) {
					assert.ok(start[i]! <= end[i]! && end[i]! <= text.length);
					assert.ok(i === 0 || start[i]! >= end[i - 1]!);
				}
				if (positions.length > 0) assert.equal(text.slice(start[0], end.at(-1)).trim(), text.trim());
			}
		}),
	);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { headCompletions } from '../../../src/formats/head-completions.ts';
import { insertResponse, responsePlaceInPair, responsePlaceInRagMarkdown } from '../../../src/formats/insert-response.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { readPromptResponse } from '../../../src/formats/prompt-response.ts';

function withResponse(text: string, response: string): string {
	const place = responsePlaceInRagMarkdown('t', text, readRagMarkdown('t', text, 't').sections);
	const { offset, text: inserted } = insertResponse(place, response);
	return text.slice(0, offset) + inserted + text.slice(offset);
}

test('a response at the end, under an empty head, before a reference', () => {
	assert.equal(withResponse('## Query\n\nq\n', 'It is.\nSo.'), '## Query\n\nq\n\n## Response\n\nIt is.\nSo.\n');
	assert.equal(withResponse('## Query\n\nq', 'It is.'), '## Query\n\nq\n\n## Response\n\nIt is.\n');
	assert.equal(withResponse('## Query\n\nq\n\n## Response\n', 'It is.'), '## Query\n\nq\n\n## Response\n\nIt is.\n');
	assert.equal(withResponse('## Query\n\nq\n\n## Response', 'It is.'), '## Query\n\nq\n\n## Response\n\nIt is.\n');
	assert.equal(withResponse('## Query\nq\n## Reference\nr', 'It is.'), '## Query\nq\n\n## Response\n\nIt is.\n\n## Reference\nr');
	assert.equal(
		withResponse('## Query\r\n\r\nq\r\n\r\n## Response\r\n\r\n## Reference\r\nr', 'a\nb'),
		'## Query\r\n\r\nq\r\n\r\n## Response\r\n\r\na\r\nb\r\n\r\n## Reference\r\nr',
	);
});

const responseText = fc
	.array(
		fc.oneof(
			fc.constantFrom('## Response', '\\## Query', '## Context a', '## Contexts', '#', '## ', '', ' x', '\\', '## Systems', 'é😀'),
			fc.string({ maxLength: 6 }),
		),
		{ minLength: 1, maxLength: 12 },
	)
	.chain((lines) => fc.constantFrom('\n', '\r\n', '\r').map((end) => lines.join(end)));

function textOf(response: string): string | undefined {
	const lines = response.split(/\r\n|\n|\r/);
	const first = lines.findIndex((l) => l.trim() !== '');
	return first === -1 ? undefined : lines.slice(first, lines.findLastIndex((l) => l.trim() !== '') + 1).join('\n');
}

test('whatever was inserted is read back, and nothing else changes', () => {
	const files = [
		'## Query\nq',
		'\uFEFF---\nid: a\n---\n## System\ns\n\n## Query\nq\n\n\n## Reference\nr\n',
		'## Response\n## Query\r\nq',
		'## Reference\nr\n## Query\nq',
		'## Query\nq\n## Response\n \n\n',
	];
	fc.assert(
		fc.property(fc.constantFrom(...files), responseText, (file, response) => {
			const parsed = readRagMarkdown('t', withResponse(file, response), 't');
			assert.deepEqual(parsed.problems, []);
			const [before, after] = [readRagMarkdown('t', file, 't').traces[0]!, parsed.traces[0]!];
			assert.equal(after.response?.text, textOf(response));
			assert.deepEqual(
				[after.query.text, after.system?.text, after.reference?.text],
				[before.query.text, before.system?.text, before.reference?.text],
			);
		}),
	);
});

test('the response half of a pair', () => {
	for (const [text, expected] of [
		['', 'Yes.\n'],
		['---\nmodel: m\n---', '---\nmodel: m\n---\nYes.\n'],
		['---\nmodel: m\n---\n\n', '---\nmodel: m\n---\n\nYes.\n'],
	] as const) {
		const { offset, text: inserted } = insertResponse(responsePlaceInPair('n.response.md', text), 'Yes.');
		const whole = text.slice(0, offset) + inserted + text.slice(offset);
		assert.equal(whole, expected);
		const parsed = readPromptResponse({ document: 'n.prompt.md', text: '## Query\nq' }, { document: 'n.response.md', text: whole }, 'n');
		assert.equal(parsed.traces[0]?.response?.text, 'Yes.');
	}
});

test('completions: what the file may still take', () => {
	const { sections } = readRagMarkdown('t', '## Query\nq\n## Context a\nb', 't');
	assert.deepEqual(
		headCompletions(sections).map((c) => c.label),
		['## System', '## Context', '## Response', '## Reference'],
	);
	assert.equal(headCompletions(sections)[1]?.snippet, '## Context ${1:2}\n\n$0');
	assert.deepEqual(
		headCompletions([]).map((c) => c.label),
		['## System', '## Query', '## Context', '## Response', '## Reference'],
	);
});

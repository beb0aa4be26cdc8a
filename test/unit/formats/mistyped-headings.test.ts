import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headMeantBy, headMisspelledAs } from '../../../src/formats/section-heads.ts';
import { readPromptResponse } from '../../../src/formats/prompt-response.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';

test('lines that nearly are heads, and what they may have been meant as', () => {
	const cases: Readonly<Record<string, string | undefined>> = {
		'## Context': '## Context <id>',
		'## Context ': '## Context <id>',
		'## Context:': '## Context <id>',
		'## context a b': '## Context a b',
		'##Context a': '## Context a',
		'## Context: a': '## Context a',
		'## Response:': '## Response',
		'## query': '## Query',
		'## response': '## Response',
		'## Query  ': '## Query',
		' ## System': '## System',
		'## REFERENCE ##': '## Reference',
		'## Query': undefined,
		'## Context a': undefined,
		'\\## query': undefined,
		'\\## Query': undefined,
		'### Query': undefined,
		'# Query': undefined,
		'## Query plans': undefined,
		'## Contextual bandits': undefined,
		'## Responses': undefined,
		'the ## Query': undefined,
		'    ## query': undefined,
		'': undefined,
	};
	for (const [line, meant] of Object.entries(cases)) assert.equal(headMeantBy(line), meant, line);
});

test('words with one wrong letter, and what they may have been meant as', () => {
	const cases: Readonly<Record<string, string | undefined>> = {
		'## Contxt a': '## Context a',
		'## Conetxt doc-1': '## Context doc-1',
		'## Contextt: a': '## Context a',
		'## Responce': '## Response',
		'## Qeury': '## Query',
		'## Querry': '## Query',
		'## Sytem': '## System',
		'## Refrence': '## Reference',
		'## Contents': undefined,
		'## Content model': undefined,
		'## References': undefined,
		'## Contact us': undefined,
		'## Contxt': undefined,
		'## Responce times': undefined,
		'## Queue': undefined,
		'### Qeury': undefined,
		'# Qeury': undefined,
	};
	for (const [line, meant] of Object.entries(cases)) assert.equal(headMisspelledAs(line), meant, line);
});

test('a quick fix writes the head that was meant; in an answer a misspelled one says nothing', () => {
	const document = '## Query\n\nq\n\n## Contxt a\n\nfirst\n\n## Context b\n\nx\n\n## Context\n\ny\n\n## Response\n\nr\n\n## Refrence\n';
	const { problems } = readRagMarkdown('a.rag.md', document, 'a');
	assert.deepEqual(
		problems.map(({ code, fixes = [] }) => [code, ...fixes.map(({ title, edits }) => [title, edits[0]!.newText])]),
		[
			['RA114', ['Did you mean `## Context a`?', '## Context a']],
			['RA114', ['Did you mean `## Context source-2`?', '## Context source-2']],
		],
	);
	const [{ range, newText }] = problems[0]!.fixes![0]!.edits as [{ range: { start: number; end: number }; newText: string }];
	const fixed = `${document.slice(0, range.start)}${newText}${document.slice(range.end)}`;
	assert.deepEqual(
		readRagMarkdown('a.rag.md', fixed, 'a').traces[0]!.contexts.map(({ id }) => id),
		['a', 'b'],
	);
});

test('it is a warning where the trace has no context otherwise', () => {
	const severities = (document: string) =>
		readRagMarkdown('a.rag.md', document, 'a').problems.map(({ severity, message }) => [severity, message]);
	const wrong = (more: string) => `## Query\n\nq\n\n## Contxt a\n\nfirst\n${more}\n## Response\n\nr\n`;
	const message = 'This line is content, though it looks like a head: it is not exactly `## Context a`.';
	assert.deepEqual(severities(wrong('')), [['warning', `${message} So this trace has no context.`]]);
	assert.deepEqual(severities(wrong('\n## Context b\n\nsecond\n')), [['hint', message]]);
});

const text =
	'## Query\n\nq\n\n## Context a\n\nfirst\n\n## Context\n\nsecond\n\n```md\n## query\n```\n\n~~~\n```\n## response\n~~~\n\n\\## query\n\n## Response\n\nr\n\n## response\n';

test('hints at them outside of code fences, and reads the trace as it always did', () => {
	const { traces, problems } = readRagMarkdown('a.rag.md', text, 'a');
	assert.deepEqual(
		problems.map(({ code, severity, range }) => [
			code,
			severity,
			text.slice(range.start, range.end),
			text.slice(0, range.start).split('\n').length,
		]),
		[
			['RA114', 'hint', '## Context', 9],
			['RA114', 'hint', '## response', 28],
		],
	);
	assert.match(problems[0]!.message + problems[0]!.hint, /is content.*`## Context <id>`/);
	assert.match(traces[0]!.contexts[0]!.text.text, /^first\n\n## Context\n\nsecond\n/);
	assert.equal(traces[0]!.response!.text, 'r\n\n## response');
});

test('a fence that is left open ends with its section', () => {
	const { problems } = readRagMarkdown('a.rag.md', '## Query\n\n```\n## query\n\n## Response\n\nr\n\n## query\n', 'a');
	assert.deepEqual(
		problems.map(({ code, range }) => [code, range.start]),
		[['RA114', 40]],
	);
});

test('what an error says already is not said again', () => {
	const { problems } = readRagMarkdown('a.rag.md', '## query\n\nq\n\n## Response\n\nr\n', 'a');
	assert.deepEqual(
		problems.filter(({ range }) => range.start === 0 && range.end === 8).map(({ code }) => code),
		['RA102'],
	);
});

test('in a pair the prompt only, and no response there', () => {
	const prompt = { document: 'a.prompt.md', text: '## Query\n\nq\n\n## response\n\n## Context\n\nc\n' };
	const { problems } = readPromptResponse(prompt, { document: 'a.response.md', text: 'r\n\n## query\n' }, 'a');
	assert.deepEqual(
		problems.map(({ code, document, range }) => [code, document, range.start]),
		[['RA114', 'a.prompt.md', 26]],
	);
});

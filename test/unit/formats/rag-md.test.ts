import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { escapeLine } from '../../../src/formats/section-heads.ts';
import { isFailure, type ParsedTraces, type Trace } from '../../../src/formats/trace.ts';
import type { MappedText } from '../../../src/text/text-map.ts';
import { lineAndColumn } from '../../../src/text/lines.ts';
import { anyCharacter } from '../../support/any-character.ts';

const whole = `---
id: ward-7
model: demo
tags: [ward, fresh]
group: Ward 7
---

## System

Answer from the context.

## Query

What is it?

## Context doc 1

First passage.

# A heading of its own

\`\`\`sh
## not ours
\`\`\`

## Context doc-2
Second.
## Response

It is 7.
And 8.

## Reference

Seven.
`;

function only(parsed: ParsedTraces): Trace {
	// Hints at lines that nearly are heads have tests of their own.
	assert.deepEqual(parsed.problems.filter(isFailure), []);
	assert.equal(parsed.traces.length, 1);
	return parsed.traces[0]!;
}

/** The mapped text's characters, taken from the document by their ranges. */
function fromDocument(text: string, mapped: MappedText): string {
	return text.slice(mapped.map.toDocument(0), mapped.map.toDocument(mapped.map.length));
}

function problemsOf(text: string): string[] {
	return readRagMarkdown('t.rag.md', text, 't').problems.map((p) => {
		const at = lineAndColumn(text, p.range.start);
		return `${at.line}:${at.column} ${p.code} ${p.message}`;
	});
}

test('a whole trace', () => {
	const trace = only(readRagMarkdown('ward.rag.md', whole, 'ward'));
	assert.equal(trace.id, 'ward-7');
	assert.equal(trace.model, 'demo');
	assert.deepEqual(trace.tags, ['ward', 'fresh']);
	assert.equal(trace.group, 'Ward 7');
	assert.equal(trace.system?.text, 'Answer from the context.');
	assert.equal(trace.query.text, 'What is it?');
	assert.deepEqual(
		trace.contexts.map((c) => [c.id, c.text.text]),
		[
			['doc 1', 'First passage.\n\n# A heading of its own\n\n```sh\n## not ours\n```'],
			['doc-2', 'Second.'],
		],
	);
	assert.equal(trace.response?.text, 'It is 7.\nAnd 8.');
	assert.equal(trace.reference?.text, 'Seven.');
	for (const mapped of [trace.system, trace.query, trace.response, trace.reference, ...trace.contexts.map((c) => c.text)]) {
		assert.equal(fromDocument(whole, mapped), mapped.text);
		assert.equal(mapped.document, 'ward.rag.md');
	}
	assert.deepEqual(
		trace.sections.map((s) => [s.kind, s.name, whole.slice(s.heading.start, s.heading.end)]),
		[
			['system', 'System', '## System'],
			['query', 'Query', '## Query'],
			['context', 'doc 1', '## Context doc 1'],
			['context', 'doc-2', '## Context doc-2'],
			['response', 'Response', '## Response'],
			['reference', 'Reference', '## Reference'],
		],
	);
	assert.equal(whole.slice(trace.sections[4]!.range.start, trace.sections[4]!.range.end), '## Response\n\nIt is 7.\nAnd 8.');
});

test('a file with CRLF and a byte order mark has the same texts, at its own offsets', () => {
	const windows = `\uFEFF${whole.replaceAll('\n', '\r\n')}`;
	const a = only(readRagMarkdown('t', whole, 't'));
	const b = only(readRagMarkdown('t', windows, 't'));
	assert.equal(b.id, 'ward-7');
	assert.deepEqual(
		b.contexts.map((c) => c.text.text),
		a.contexts.map((c) => c.text.text),
	);
	assert.equal(b.response?.text, a.response?.text);
	assert.equal(fromDocument(windows, b.response!), 'It is 7.\r\nAnd 8.');
	// The line feed of the text is the whole line end of the document.
	const lineFeed = b.response!.text.indexOf('\n');
	assert.equal(windows.slice(b.response!.map.toDocument(lineFeed), b.response!.map.toDocument(lineFeed + 1)), '\r\n');
});

test('without front matter the file names the trace', () => {
	const trace = only(readRagMarkdown('t.rag.md', '## Query\nq', 't'));
	assert.deepEqual([trace.id, trace.model, trace.tags, trace.response], ['t', undefined, [], undefined]);
	assert.equal(only(readRagMarkdown('t', '---\nmodel: m\n---\n## Query\nq', 'name')).id, 'name');
	assert.equal(only(readRagMarkdown('t', '---\n---\n## Query\nq', 'name')).id, 'name');
	assert.equal(only(readRagMarkdown('t', '---\nid: 007\n---\n## Query\nq', 'name')).id, '007');
});

test('an escaped head is content, its backslash is not', () => {
	const text = '## Query\nq\n## Response\n\\## Response\n\\\\## Context x\n\\## Else\n';
	const response = only(readRagMarkdown('t', text, 't')).response!;
	assert.equal(response.text, '## Response\n\\## Context x\n\\## Else');
	assert.equal(response.map.toDocument(0), text.indexOf('\\## Response'));
	assert.equal(text[response.map.toDocument(1)], '#');
	assert.equal(response.map.toText(response.map.toDocument(0) + 1), 0);
});

test('only the exact lines are heads', () => {
	for (const line of [
		'## response',
		'##Response',
		' ## Response',
		'## Response ',
		'### Response',
		'## Responses',
		'## Context',
		'## Something',
		'> ## Response',
	]) {
		const trace = only(readRagMarkdown('t', `## Query\nq\n${line}\nmore`, 't'));
		assert.equal(trace.query.text, `q\n${line}\nmore`);
	}
	// A form feed or U+2028 ends no line.
	assert.equal(only(readRagMarkdown('t', '## Query\nq\u2028## Response', 't')).query.text, 'q\u2028## Response');
});

test('an empty response section is something to generate', () => {
	const trace = only(readRagMarkdown('t', '## Query\nq\n\n## Response\n\n  \n', 't'));
	assert.equal(trace.response, undefined);
	assert.equal(trace.sections.at(-1)?.kind, 'response');
});

test('a context may be empty', () => {
	assert.deepEqual(
		only(readRagMarkdown('t', '## Query\nq\n## Context a\n## Context b\nB', 't')).contexts.map((c) => c.text.text),
		['', 'B'],
	);
});

test('contexts of one id, such as chunks of one file, are read, and each has an id of its own', () => {
	const text = '## Query\nq\n## Context a\n1\n## Context a#2\n2\n## Context a\n3\n## Context a\n4\n## Context b\n5\n## Response\nr';
	const parsed = readRagMarkdown('t', text, 't');
	const ids = ['a', 'a#2', 'a#3', 'a#4', 'b'];
	assert.deepEqual(
		only(parsed).contexts.map((context) => context.id),
		ids,
	);
	for (const sections of [parsed.sections, only(parsed).sections])
		assert.deepEqual(
			sections.filter(({ kind }) => kind === 'context').map(({ name }) => name),
			ids,
		);
	assert.deepEqual(
		parsed.problems.map(({ code, severity, message }) => [code, severity, message]),
		[
			['RA104', 'warning', "An earlier context is named 'a', so this one is read as 'a#3'."],
			['RA104', 'warning', "An earlier context is named 'a', so this one is read as 'a#4'."],
		],
	);
	const [rename] = parsed.problems[0]!.fixes!;
	const [{ range, newText } = assert.fail()] = rename!.edits;
	const mended = text.slice(0, range.start) + newText + text.slice(range.end);
	assert.deepEqual(
		readRagMarkdown('t', mended, 't').problems.map(({ message }) => message),
		["An earlier context is named 'a', so this one is read as 'a#4'."],
	);
});

test('problems, with their places', () => {
	assert.deepEqual(problemsOf(''), ['1:1 RA101 This file is empty.']);
	assert.deepEqual(problemsOf(' \n\uFEFF\n'), ['1:1 RA101 This file is empty.']);
	assert.deepEqual(problemsOf('Hello.'), ['1:1 RA102 This file has no `## Query` section.']);
	assert.deepEqual(problemsOf('## Context a\nx\n## query\ny'), ['3:1 RA102 This file has no `## Query` section.']);
	assert.deepEqual(problemsOf('## Query\n\n## Response\nr'), ['1:1 RA102 The `## Query` section is empty.']);
	assert.deepEqual(problemsOf('## Query\nq\n## Response\na\n## Response\nb'), [
		'5:1 RA103 A second `## Response` section begins here; a trace has one.',
	]);
	assert.deepEqual(problemsOf('## Query\nq\n## Context __proto__\na'), ["3:1 RA123 A context cannot have the id '__proto__'."]);
	assert.deepEqual(problemsOf('## Query\nq\n## Context constructor\na'), []);
	assert.deepEqual(problemsOf('# Title\n\n## Query\nq'), ['1:1 RA106 This text is before the first section and belongs to none.']);
});

test('unreadable front matter is a problem of its line, and the trace stands', () => {
	const cases: [string, string][] = [
		['---\nid: a\nid: b\n---\n', '3:1 RA105'],
		['---\nid: [\n---\n', '3:1 RA105'],
		['---\n- a\n---\n', '2:1 RA105'],
		['---\nid: {a: 1}\n---\n', '1:1 RA105'],
		['---\ntags: words\n---\n', '1:1 RA105'],
		['---\ngroup: [a]\n---\n', '1:1 RA105'],
		['---\nid: *nobody\n---\n', '2:1 RA105'],
		['---\nid: a\n', '1:1 RA105'],
		[`---\n${'a: b\n'.repeat(20_000)}---\n`, '1:1 RA105'],
		[`---\nid: ${'['.repeat(10_000)}\n---\n`, '2:'],
	];
	for (const [front, expected] of cases) {
		const text = `${front}## Query\nq\n`;
		const [problem] = problemsOf(text);
		assert.ok(problem?.startsWith(expected), `${JSON.stringify(front)}: ${problem}`);
		assert.deepEqual(
			readRagMarkdown('t', text, 'name').traces.map((t) => t.query.text),
			['q'],
		);
	}
});

test('sections are there for the outline even where no trace is', () => {
	const parsed = readRagMarkdown('t', '## Response\na\n## Response\nb', 't');
	assert.deepEqual(parsed.traces, []);
	assert.deepEqual(
		parsed.sections.map((s) => s.kind),
		['response', 'response'],
	);
});

test('whatever is written as content is read back, with every character at its place', () => {
	const line = fc.oneof(
		fc.constantFrom('', '  ', '## Response', '\\## Response', '\\\\## Query', '## Context x', '---', '# a', '```', '😀 é\t', '## Context'),
		fc.string({ unit: anyCharacter }).map((s) => s.replace(/[\r\n]/g, '')),
	);
	const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
	fc.assert(
		fc.property(fc.array(line, { minLength: 1 }), lineEnd, fc.boolean(), (lines, eol, mark) => {
			const document = `${mark ? '\uFEFF' : ''}## Query${eol}q${eol}## Response${eol}${lines.map(escapeLine).join(eol)}${eol}${eol}## Reference${eol}r`;
			const trace = only(readRagMarkdown('t', document, 't'));
			const first = lines.findIndex((l) => l.trim() !== '');
			const content = first === -1 ? undefined : lines.slice(first, lines.findLastIndex((l) => l.trim() !== '') + 1).join('\n');
			assert.equal(trace.response?.text, content);
			if (trace.response === undefined) return;
			const { text, map } = trace.response;
			for (let i = 0; i < text.length; i++) {
				const written = document.slice(map.toDocument(i), map.toDocument(i + 1));
				assert.ok(written === text[i] || (text[i] === '\n' && written === eol) || written === `\\${text[i]}`, JSON.stringify(written));
			}
		}),
	);
});

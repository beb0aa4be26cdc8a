import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { insertResponse, responsePlaceInRagMarkdown } from '../../../src/formats/insert-response.ts';
import { readPromptResponse } from '../../../src/formats/prompt-response.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { escapeLine } from '../../../src/formats/section-heads.ts';
import { isFailure, type FormatProblem, type ParsedTraces } from '../../../src/formats/trace.ts';

const read = (text: string): ParsedTraces => readRagMarkdown('t.rag.md', text, 't');
const doubts = ({ problems }: ParsedTraces): FormatProblem[] => problems.filter(({ code }) => code === 'RA126');

/** The parts of the one trace, as `kind name: text`. */
function parts(text: string): string[] {
	const { traces } = read(text);
	const [trace] = traces;
	assert.ok(trace !== undefined);
	const one = (name: string, mapped: { readonly text: string } | undefined): string[] =>
		mapped === undefined ? [] : [`${name}: ${mapped.text.replaceAll('\n', '|')}`];
	return [
		...one('system', trace.system),
		...one('query', trace.query),
		...trace.contexts.flatMap((context) => one(`context ${context.id}`, context.text)),
		...one('response', trace.response),
		...one('reference', trace.reference),
	];
}

/** Places and severities of the doubts, as `line: severity written line`. */
function told(text: string): string[] {
	return doubts(read(text)).map(
		({ range, severity }) => `${text.slice(0, range.start).split('\n').length}: ${severity} ${text.slice(range.start, range.end)}`,
	);
}

/** The document as it is once a fix is made. */
function mended(text: string, title: string | RegExp, { problems } = read(text)): string {
	const fixes = problems.flatMap(({ fixes: some = [] }) => some);
	const fix = fixes.find((one) => (typeof title === 'string' ? one.title === title : title.test(one.title)));
	assert.ok(fix !== undefined, fixes.map((one) => one.title).join('; '));
	return fix.edits.toReversed().reduce((now, { range, newText }) => now.slice(0, range.start) + newText + now.slice(range.end), text);
}

const before = '## Query\nq\n## Context fees-2024\nc\n';

describe('behind the response, headings of an answer', () => {
	const text = `${before}## Response\nIt closes.\n\n## Context and goals\n\nRent.\n\n## System\n\nNone.\n\n## Next steps\n\nA letter.\n\n## Reference\nr\n`;

	test('are read as part of it, each with a warning, and the last `## Reference` is one', () => {
		assert.deepEqual(parts(text), [
			'query: q',
			'context fees-2024: c',
			'response: It closes.||## Context and goals||Rent.||## System||None.||## Next steps||A letter.',
			'reference: r',
		]);
		assert.deepEqual(told(text), ['8: warning ## Context and goals', '12: warning ## System']);
		const [first] = doubts(read(text));
		assert.equal(first!.message, 'This line is read as part of the answer, though it is written as the head of a section.');
		assert.match(first!.hint!, /^If that is right, write the line as `\\## Context and goals`\. If a section begins here, move it before/);
	});

	test('are quiet once a backslash says so, and the answer stays as it is', () => {
		const once = mended(text, 'This is part of the answer');
		assert.match(once, /^\\## Context and goals$/m);
		assert.deepEqual(parts(once), parts(text));
		assert.deepEqual(told(mended(once, 'This is part of the answer')), []);
	});

	test('become a context by the other fix', () => {
		const moved = mended(text, 'This is a context: move it before the answer');
		assert.deepEqual(parts(moved), [
			'query: q',
			'context fees-2024: c',
			'context and goals: Rent.',
			'response: It closes.||## System||None.||## Next steps||A letter.',
			'reference: r',
		]);
		assert.deepEqual(parts(mended(text, /system prompt: move/))[0], 'system: None.||## Next steps||A letter.');
	});

	test('whatever they are: an earlier context named again, a word, an earlier reference', () => {
		for (const heading of ['## Context fees-2024', '## Context Overview', '## Context matters:', '## System']) {
			const one = `${before}## Response\na\n${heading}\nb\n`;
			assert.deepEqual(parts(one).at(-1), `response: a|${heading}|b`);
			assert.deepEqual(told(one), [`7: warning ${heading}`]);
		}
		const two = `${before}## Response\na\n## Reference\nb\n## Reference\nc\n`;
		assert.deepEqual(parts(two).slice(-2), ['response: a|## Reference|b', 'reference: c']);
		assert.deepEqual(told(two), ['7: warning ## Reference']);
		// A backslash at the first says that the second is the reference.
		assert.deepEqual(told(mended(two, 'This is part of the answer')), []);
	});
});

describe('the last `## Reference` of an answer', () => {
	test('is one with a warning where other headings come below it', () => {
		for (const heading of ['## Next steps', '# Next steps', '## Context and goals']) {
			const text = `${before}## Response\na\n## Reference\nThe 2024 list.\n${heading}\nA letter.\n`;
			assert.deepEqual(parts(text).slice(-2), ['response: a', `reference: The 2024 list.|${heading}|A letter.`]);
			assert.equal(told(text)[0], '7: warning ## Reference');
			const [first] = doubts(read(text));
			assert.equal(
				first!.message,
				'A section begins with this line, so that the answer ends before it; headings come below it, as in an answer.',
			);
			const content = mended(text, 'This is part of the answer');
			assert.equal(parts(content).at(-1), `response: a|## Reference|The 2024 list.|${heading}|A letter.`);
		}
	});

	test('is quiet where the headings below it are smaller, or code', () => {
		for (const below of ['### Next steps', '#tag', '```sh\n# list\nls\n```'])
			assert.deepEqual(told(`${before}## Response\na\n## Reference\n${below}\nr\n`), []);
	});
});

describe('behind the response, heads within a code block of the answer', () => {
	test('are part of it, each with a warning', () => {
		for (const heading of ['## Reference', '## Context rates-7', '## System']) {
			const text = `${before}## Response\na\n\`\`\`md\n${heading}\n\`\`\`\nb\n`;
			assert.deepEqual(parts(text).at(-1), `response: a|\`\`\`md|${heading}|\`\`\`|b`);
			assert.deepEqual(told(text), [`8: warning ${heading}`]);
			assert.deepEqual(told(mended(text, 'This is part of the answer')), []);
		}
		const text = `${before}## Response\na\n~~~\n## Reference\n~~~\nb\n`;
		assert.match(doubts(read(text))[0]!.hint!, /If a section begins here, close the code block above it\.$/);
	});

	test('leave the reference before or below them one', () => {
		const code = '```\n## Reference\n```\n';
		const below = `${before}## Response\na\n${code}## Reference\nr\n`;
		assert.deepEqual(parts(below).slice(-2), ['response: a|```|## Reference|```', 'reference: r']);
		assert.deepEqual(told(below), ['8: warning ## Reference']);
		const above = `${before}## Response\na\n## Reference\nr\n${code}`;
		assert.deepEqual(parts(above).slice(-2), ['response: a', 'reference: r|```|## Reference|```']);
		assert.deepEqual(told(above), ['10: warning ## Reference']);
	});

	test('do not hide the reference of an answer that was cut in its code block', () => {
		const text = `${before}## Response\n\`\`\`sh\nls\n\n## Reference\n\`\`\`\nls -l\n\`\`\`\n`;
		assert.deepEqual(parts(text).slice(-2), ['response: ```sh|ls', 'reference: ```|ls -l|```']);
		assert.deepEqual(told(text), ['9: hint ## Reference']);
	});
});

describe('behind the response, sections', () => {
	test('a context whose id is like those before is one, with a warning, and a fix for either case', () => {
		const text = `${before}## Response\na\n## Context rates-7\nb\n`;
		assert.deepEqual(parts(text), ['query: q', 'context fees-2024: c', 'context rates-7: b', 'response: a']);
		assert.deepEqual(told(text), ['7: warning ## Context rates-7']);
		assert.match(doubts(read(text))[0]!.message, /^A section begins with this line, so that the answer ends before it;/);
		const content = mended(text, 'This is part of the answer');
		assert.deepEqual([parts(content).at(-1), told(content)], ['response: a|## Context rates-7|b', []]);
		const moved = mended(text, 'This is a context: move it before the answer');
		assert.deepEqual([parts(moved), told(moved)], [parts(text), []]);
	});

	test('contexts that come behind it, and none before, are contexts, each with a warning and fixes for either case', () => {
		const text = '## Query\nq\n## Response\na\n## Context doc-1\nb\n## Context doc-2\nc\n## Context and goals\nd\n';
		assert.deepEqual(parts(text), ['query: q', 'context doc-1: b', 'context doc-2: c|## Context and goals|d', 'response: a']);
		assert.deepEqual(told(text), ['5: warning ## Context doc-1', '7: warning ## Context doc-2', '9: warning ## Context and goals']);
		const two = text.slice(0, text.indexOf('## Context and goals'));
		const moved = mended(mended(two, 'This is a context: move it before the answer'), 'This is a context: move it before the answer');
		assert.deepEqual([parts(moved), told(moved)], [parts(two), []]);
	});

	test('headings of an answer without contexts that could be ids end it with a warning, and a backslash makes them content', () => {
		for (const name of ['follow-up', '2024', 'plan-2025']) {
			const text = `## Query\nq\n## Response\na\n\n## Context ${name}\nb\n`;
			assert.deepEqual(told(text), [`6: warning ## Context ${name}`]);
			assert.equal(
				doubts(read(text))[0]!.message,
				'A section begins with this line, so that the answer ends before it; it comes after `## Response`.',
			);
			const content = mended(text, 'This is part of the answer');
			assert.deepEqual([parts(content), told(content)], [['query: q', `response: a||## Context ${name}|b`], []]);
		}
	});

	test('in their usual order behind a response that comes first are what they are without it', () => {
		const text = '## Response\na\n## Query\nq\n## Context doc-1\nb\n## Context doc-2\nc\n';
		assert.deepEqual(parts(text), ['query: q', 'context doc-1: b', 'context doc-2: c', 'response: a']);
		assert.deepEqual(told(text), []);
	});

	test('below an empty response words are ids, too', () => {
		const text = '## Query\nq\n## Response\n\n## Context alpha\nb\n## Context beta\nc\n';
		assert.deepEqual(parts(text), ['query: q', 'context alpha: b', 'context beta: c']);
		assert.deepEqual(told(text), ['5: warning ## Context alpha', '7: warning ## Context beta']);
	});

	test('what has to be there and is not yet', () => {
		const text = '## Response\na\n## System\ns\n## Query\nq\n## Reference\nr\n';
		assert.deepEqual(parts(text), ['system: s', 'query: q', 'response: a', 'reference: r']);
		assert.deepEqual(told(text), []);
	});
});

describe('before the response, sections are what they were, and the doubtful ones are told', () => {
	test('ids with blanks among others without, and none where all have some', () => {
		const text = `${before}## Context and goals\nd\n## Response\na\n`;
		assert.deepEqual(parts(text), ['query: q', 'context fees-2024: c', 'context and goals: d', 'response: a']);
		assert.deepEqual(told(text), ['5: warning ## Context and goals']);
		assert.deepEqual(parts(mended(text, "This is part of context 'fees-2024'")).at(1), 'context fees-2024: c|## Context and goals|d');
		assert.deepEqual(told('## Query\nq\n## Context Annual report\nc\n## Context Rules of 2024\nd\n## Response\na\n'), []);
		assert.deepEqual(told('## Query\nq\n## Context Paris\nc\n## Context New York\nd\n## Response\na\n'), []);
	});

	test('a system prompt or a reference behind a context', () => {
		const text = '## Query\nq\n## Context 1\nc\n## System\nd\n## Context 2\ne\n## Reference\nf\n## Response\na\n';
		assert.deepEqual(parts(text), ['system: d', 'query: q', 'context 1: c', 'context 2: e', 'response: a', 'reference: f']);
		assert.deepEqual(told(text), ['5: warning ## System', '9: warning ## Reference']);
		// A response that is not written yet comes last.
		assert.deepEqual(told('## Query\nq\n## Context 1\nc\n## Reference\nf\n'), []);
	});

	test('heads between the marks of a code block', () => {
		const text = '## Query\nq\n## Context 1\n```md\n## Response\n```\nmore\n';
		assert.deepEqual(told(text), ['5: hint ## Response']);
		assert.deepEqual(parts(mended(text, "This is part of context '1'")), ['query: q', 'context 1: ```md|## Response|```|more']);
		// A chunk that was cut in its code block, and one that has one of its own.
		assert.deepEqual(told('## Query\nq\n## Context 1\n```sh\nls\n## Context 2\n```sh\nls\n```\n## Response\na\n'), []);
	});

	test('a section that is there twice has a fix for the first and for the second', () => {
		const text = '## Query\nq\n## Context 1\nc\n## Response\nd\n## Response\na\n';
		const { traces, problems } = read(text);
		assert.deepEqual([traces.length, problems.map(({ code }) => code)], [0, ['RA103']]);
		assert.match(problems[0]!.hint!, /this one if it is part of the answer, or the first one if it is part of context '1'\./);
		assert.deepEqual(parts(mended(text, 'This is part of the answer')).at(-1), 'response: d|## Response|a');
		assert.deepEqual(parts(mended(text, "The first one is part of context '1'")).slice(-2), ['context 1: c|## Response|d', 'response: a']);
		const question = '## Query\nq\n## Context 1\nc\n## Query\nd\n## Response\na\n';
		assert.deepEqual(parts(mended(question, "This is part of context '1'")).at(1), 'context 1: c|## Query|d');
		const twice = '## Query\nq\n## Context 1\nc\n## Context 1\nd\n## Response\na\n';
		assert.deepEqual(parts(mended(twice, "This is part of context '1'")).at(1), 'context 1: c|## Context 1|d');
	});
});

test('in the prompt of a pair sections are what they were, and the response of it is an error with a fix', () => {
	const text = '## Query\nq\n## Context 1\nc\n## Response\nd\n## Context 2 b\ne\n';
	const pair = (prompt: string): ParsedTraces =>
		readPromptResponse({ document: 't.prompt.md', text: prompt }, { document: 't.response.md', text: 'a\n## Context and goals\nb\n' }, 't');
	const { problems } = pair(text);
	assert.deepEqual(
		problems.map(({ code, document }) => [code, document]),
		[
			['RA110', 't.prompt.md'],
			['RA126', 't.prompt.md'],
		],
	);
	const [trace] = pair(mended(text, "This is part of context '1'", pair(text))).traces;
	assert.deepEqual(
		trace!.contexts.map((context) => context.text.text),
		['c\n## Response\nd', 'e'],
	);
	// The other half is the answer and nothing else.
	assert.equal(trace!.response!.text, 'a\n## Context and goals\nb');
});

/** Lines that look like heads, fences or neither. */
const line = fc.oneof(
	fc.constantFrom(
		'',
		'## Response',
		'\\## Query',
		'## Query',
		'## System',
		'## Reference',
		'## Context 1',
		'## Context and goals',
		'```',
		'~~~~',
	),
	fc.constantFrom('# a', 'word', '## Next steps', '## context', '```sh', '\\\\## Context x'),
);
const content = fc
	.array(line, { maxLength: 6 })
	.map((lines) =>
		lines
			.join('\n')
			.replace(/^(?:[^\S\n]*\n)+/, '')
			.trimEnd(),
	)
	.filter((text) => text.trim() !== '');

test('whatever the product writes it reads back, in every section, and no line of it is an error', () => {
	const written = (text: string): string => text.split('\n').map(escapeLine).join('\n');
	const id = fc.constantFrom('1', 'a b', 'fees-2024', 'Overview', 'and goals', 'x/y.md');
	const contexts = fc.uniqueArray(fc.tuple(id, content), { selector: ([name]) => name, maxLength: 4 });
	const maybe = fc.option(content, { nil: undefined });
	fc.assert(
		fc.property(maybe, content, contexts, content, maybe, (system, query, retrieved, response, reference) => {
			const section = (head: string, text: string | undefined): string => (text === undefined ? '' : `${head}\n\n${written(text)}\n\n`);
			const unanswered =
				section('## System', system) +
				section('## Query', query) +
				retrieved.map(([name, text]) => section(`## Context ${name}`, text)).join('') +
				section('## Reference', reference);
			const { sections } = read(unanswered);
			const { offset, text: inserted } = insertResponse(responsePlaceInRagMarkdown('t.rag.md', unanswered, sections), response);
			const parsed = read(unanswered.slice(0, offset) + inserted + unanswered.slice(offset));
			assert.deepEqual(parsed.problems.filter(isFailure), []);
			const [trace] = parsed.traces;
			assert.deepEqual(
				[trace?.system?.text, trace?.query.text, trace?.contexts.map(({ id: name, text }) => [name, text.text]), trace?.response?.text],
				[system, query, retrieved, response],
			);
			assert.equal(trace?.reference?.text, reference);
		}),
	);
});

test('no line of an answer is lost without a word, with contexts and without', () => {
	fc.assert(
		fc.property(fc.constantFrom(before, '## Query\nq\n'), content, (sections, answer) => {
			const parsed = read(`${sections}## Response\nFirst.\n${answer}\n`);
			const [trace] = parsed.traces;
			const isWhole =
				trace?.response?.text ===
				`First.\n${answer
					.split('\n')
					.map((one) => (/^\\+## (?:Query|Context x)$/.test(one) ? one.slice(1) : one))
					.join('\n')}`;
			// A last `## Reference` is the format's own, unless headings come below it.
			const reference = /^## Reference$(?![\s\S]*^## Reference$)(?<below>[\s\S]*)/m.exec(answer)?.groups!['below'];
			const isReference = reference !== undefined && (!/^#{1,2} /m.test(reference) || /^(?:```|~~~)/m.test(answer));
			return isWhole || isReference || parsed.problems.some(({ code }) => ['RA103', 'RA126'].includes(code));
		}),
	);
});

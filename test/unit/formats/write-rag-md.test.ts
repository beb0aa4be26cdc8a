import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readForeign } from '../../../src/formats/foreign/registry.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { isFailure, type Trace } from '../../../src/formats/trace.ts';
import { writeRagMarkdown } from '../../../src/formats/write-rag-md.ts';
import { piecewiseMap } from '../../../src/text/piecewise-map.ts';
import type { MappedText } from '../../../src/text/text-map.ts';
import { randomFor } from '../../../src/statistics/random.ts';

const fixtures = new URL('foreign/fixtures/', import.meta.url);

/** Line ends as `\n`, and no blank lines at the ends: what a section keeps of a text. */
function kept(text: string): string {
	return text
		.replaceAll(/\r\n?/g, '\n')
		.replace(/^(?:[^\S\n]*\n)+/, '')
		.replace(/(?:\n\s*)+$/, '')
		.replace(/^\s+$/, '');
}

/** What a trace says, as far as a `*.rag.md` has a place for it. */
function said({ id, model, group, tags, system, query, contexts, response, reference }: Trace) {
	const text = (one: MappedText | undefined): string | undefined =>
		one === undefined || kept(one.text) === '' ? undefined : kept(one.text);
	return {
		id,
		model,
		group,
		tags,
		system: text(system),
		query: kept(query.text),
		contexts: contexts.map((context) => [context.id, kept(context.text.text)]),
		response: text(response),
		reference: text(reference),
	};
}

function readBack(trace: Trace): Trace {
	const { text } = writeRagMarkdown(trace);
	const { traces, problems } = readRagMarkdown('x.rag.md', text, 'x');
	assert.deepEqual(problems.filter(isFailure), [], text);
	assert.equal(traces.length, 1, text);
	return traces[0]!;
}

function mapped(text: string): MappedText {
	return { document: 'd', text, map: piecewiseMap([{ text: 0, document: 0 }], text.length) };
}

const plain: Trace = { id: 'a', tags: [], query: mapped('Why?'), contexts: [], response: mapped('So.'), sections: [] };

describe('writeRagMarkdown', () => {
	it('writes what is read as the same trace, for the files of every tool', () => {
		let traces = 0;
		for (const name of readdirSync(fixtures)) {
			const read = readForeign({ document: name, text: readFileSync(new URL(name, fixtures), 'utf8') });
			assert.ok(read !== null && read.format !== null, name);
			for (const trace of read.traces) {
				if (trace.history !== undefined) continue;
				traces++;
				assert.deepEqual(said(readBack(trace)), said(trace), name);
			}
		}
		assert.ok(traces > 70, `${traces} traces`);
	});

	it('keeps lines that read as heads, code blocks that nobody closed, and odd ids', () => {
		const lines = [
			'## Response',
			'## Context 2',
			'\\## Query',
			'## Reference',
			'```',
			'~~~',
			'---',
			'# Top',
			'',
			'  indented',
			'é 🤔',
			'## System',
			'x\u2028y',
		];
		const random = randomFor(1, 'write-rag-md');
		const below = (n: number): number => Math.floor(random() * n);
		const text = (): MappedText =>
			mapped(Array.from({ length: 1 + below(7) }, () => lines[below(lines.length)]!).join(below(2) === 0 ? '\n' : '\r\n'));
		const ids = ['line 12', 'a: b', '"quoted"', '- x', 'true', '{a}', 'ünï', '007', "it's # one", ' padded'];
		for (let round = 0; round < 400; round++) {
			const trace: Trace = {
				...plain,
				id: ids[round % ids.length]!,
				tags: round % 3 === 0 ? ['one', 'two, three'] : [],
				...(round % 2 === 0 ? { model: 'm/n:1', group: 'g h' } : {}),
				query: round % 5 === 0 ? mapped('') : mapped(`Why? ${round}`),
				contexts: [
					{ id: '1', text: text() },
					{ id: 'doc 2.pdf', text: text() },
				],
				system: text(),
				response: mapped(`So.\n${text().text}`),
				reference: mapped(`Because.\n${text().text}`),
			};
			assert.deepEqual(said(readBack(trace)), said(trace), writeRagMarkdown(trace).text);
		}
	});

	it('puts earlier turns above the question, and says what it has no place for', () => {
		const trace: Trace = {
			...plain,
			history: [
				{ role: 'user', text: mapped('Who?') },
				{ role: 'assistant', text: mapped('Ida.') },
			],
			labels: [{ start: 0, end: 2, type: 'Conflict' }],
		};
		const { text, notWritten } = writeRagMarkdown(trace);
		assert.match(text, /## Query\n\nEarlier question:\n\nWho\?\n\nEarlier answer:\n\nIda\.\n\nQuestion:\n\nWhy\?\n/);
		assert.deepEqual(notWritten, ['labels', 'history']);
	});

	it('gives ids that are no lines a form that a head can have, each another', () => {
		const context = (id: string) => ({ id, text: mapped('x') });
		const back = readBack({ ...plain, contexts: [context('a\nb'), context('a b'), context(' ')] });
		assert.deepEqual(
			back.contexts.map(({ id }) => id),
			['a b', 'a b#2', '3'],
		);
	});
});

it('a trace may say that nobody asked; otherwise the question is missing', () => {
	const text = '## Context a\n\nOne.\n\n## Response\n\nTwo.\n';
	const { traces, problems } = readRagMarkdown('x', `---\nquery: none\n---\n\n${text}`, 'x');
	assert.deepEqual(problems, []);
	assert.equal(traces[0]!.query.text, '');
	assert.deepEqual(
		readRagMarkdown('x', text, 'x').problems.map(({ code }) => code),
		['RA102'],
	);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { readPromptResponse } from '../../../src/formats/prompt-response.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { problemErrors } from '../../../src/formats/read-traces.ts';
import { readRagTruth } from '../../../src/formats/ragtruth.ts';
import { maxSections } from '../../../src/formats/sections.ts';
import { readSidecar } from '../../../src/formats/sidecar-file.ts';
import type { FormatProblem } from '../../../src/formats/trace.ts';

const told = (problems: readonly FormatProblem[], code: string): FormatProblem[] => problems.filter((problem) => problem.code === code);
const contexts = (count: number): string => Array.from({ length: count }, (_, i) => `## Context ${i}\nx\n`).join('');
const read = (text: string) => readRagMarkdown('t.rag.md', text, 't');

describe('a file with thousands of problems', () => {
	it('tells the first twenty of a kind one by one, and how many more there are', () => {
		const near = read(`## Query\nWho?\n## Response\nAnn.\n${'## query \n'.repeat(3000)}`);
		const twice = read(`## Query\nWho?\n${'## Response\nAnn.\n'.repeat(3001)}`);
		const same = read(`## Query\nWho?\n${'## Context 1\nx\n'.repeat(3001)}`);
		const pair = readPromptResponse(
			{ document: 't.prompt.md', text: `## Query\nWho?\n${'## Response\nx\n'.repeat(3000)}` },
			{ document: 't.response.md', text: 'Ann.' },
			't',
		);
		for (const [{ problems }, code] of [
			[near, 'RA114'],
			[twice, 'RA103'],
			[same, 'RA104'],
			[pair, 'RA110'],
		] as const) {
			const ours = told(problems, code);
			assert.equal(ours.length, 21, code);
			assert.match(ours.at(-1)!.message, /\(And 2979 more such problems behind this one\.\)$/);
			assert.ok(ours.slice(0, -1).every(({ message }) => !message.includes('more such')));
		}
		assert.equal(near.traces.length, 1);
		assert.ok(told(near.problems, 'RA114').every(({ severity }) => severity === 'hint'));
	});

	it('has their places in one pass, in whatever order they are asked for', () => {
		const text = `a\r\n\nb\r${'c\n'.repeat(1000)}`;
		const at = (start: number): FormatProblem => ({ code: 'RA114', message: '', document: 'd', range: { start, end: start } });
		const offsets = [text.length, 0, 3, 4, 5, 6, 200, 1];
		// Counted by hand up to 6; from there on a line is two units.
		assert.deepEqual(
			problemErrors(offsets.map(at), () => text).map(({ place }) => [place?.line, place?.column]),
			[
				[1004, 1],
				[1, 1],
				[2, 1],
				[3, 1],
				[3, 2],
				[4, 1],
				[101, 1],
				[1, 2],
			],
		);
	});
});

describe('more sections than are read', () => {
	it('one trace may have as many as are read, and none with one more is made', () => {
		const max = read(`## Query\nWho?\n${contexts(maxSections - 2)}## Response\nAnn.\n`);
		assert.deepEqual([max.problems, max.traces[0]!.contexts.length], [[], maxSections - 2]);
		const more = read(`## Query\nWho?\n${contexts(maxSections + 50_000)}## Response\nAnn.\n`);
		assert.deepEqual([more.traces.length, more.sections.length], [0, maxSections]);
		assert.deepEqual(
			more.problems.map(({ code, message }) => `${code} ${message}`),
			['RA124 A trace has at most 20000 sections, and another one begins here.'],
		);
		assert.equal(more.problems[0]!.range.start, `## Query\nWho?\n${contexts(maxSections - 1)}`.length);
	});

	it('nor of a source with as many passages, however they are written', () => {
		const responses = { document: 'response.jsonl', text: `${JSON.stringify({ id: '1', source_id: '1', response: 'Ann.' })}\n` };
		for (const passages of [
			Array.from({ length: maxSections + 1 }, () => 'x'),
			Array.from({ length: maxSections + 1 }, (_, i) => `passage ${i + 1}:x`).join('\n'),
			Object.fromEntries(Array.from({ length: maxSections + 1 }, (_, i) => [`p${i}`, 'x'])),
		]) {
			const sources = {
				document: 'source_info.jsonl',
				text: `${JSON.stringify({ source_id: '1', task_type: 'QA', source_info: { question: 'Who?', passages } })}\n`,
			};
			const { records, problems } = readRagTruth(responses, sources);
			assert.deepEqual([records.length, problems.map(({ code }) => code)], [0, ['RA124', 'RA118']]);
		}
	});
});

describe('a sidecar of megabytes that is none', () => {
	const refusal = (text: string): UserError => {
		try {
			readSidecar(text, 't.rag-assay.json');
		} catch (error) {
			assert.ok(error instanceof UserError);
			return error;
		}
		return assert.fail('it was read');
	};

	it('is refused with its place where JSON tells it, and without where it would have to be looked for', () => {
		const members = Array.from({ length: 100_000 }, (_, i) => `"${i}": 1`).join(',\n');
		assert.deepEqual(refusal(`\n{${members}}`).place, { file: 't.rag-assay.json', line: 2, column: 1 });
		assert.deepEqual(refusal(`{"schema": "rag-assay/sidecar@1", "ignored": [],\n "labels": [{"x": [${'1,'.repeat(100_000)}1]}]}`).place, {
			file: 't.rag-assay.json',
			line: 2,
			column: 13,
		});
		assert.deepEqual(refusal(`{${members}`).place, { file: 't.rag-assay.json' });
		assert.deepEqual(refusal('{"schema": \n x}').place?.line, 2);
	});

	it('is refused, and nothing else, where its brackets are nested deeper than a stack', () => {
		for (const depth of [10_000, 1_000_000]) assert.equal(refusal('['.repeat(depth) + ']'.repeat(depth)).code, 'RA111');
		assert.equal(refusal('['.repeat(10_000)).code, 'RA111');
	});
});

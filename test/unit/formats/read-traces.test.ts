import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError, UserError } from '../../../src/errors.ts';
import { dataSetFiles, fileKind, fileStem, pairFiles, sidecarFile, traceName } from '../../../src/formats/file-names.ts';
import { isAnswered, problemError, readNamedTraces, readTraces, requireResponse, type ReadText } from '../../../src/formats/read-traces.ts';

const none: ReadText = () => Promise.resolve(undefined);
const files =
	(texts: Record<string, string>): ReadText =>
	(file) =>
		Promise.resolve(texts[file]);

const prompt = "---\ndescription: other tool's\nmodel: [gpt, claude]\ntools: {a: 1}\ntags: [x]\n---\n## Query\nWhat?\n\n## Context a\nA.\n";

async function refusal(run: () => Promise<unknown>): Promise<string> {
	let message = 'was accepted';
	await assert.rejects(run, (error) => {
		assert.ok(error instanceof UserError);
		message = describeError(error);
		return true;
	});
	return message;
}

test('a pair is one trace, whichever half is opened', async () => {
	const texts = { 'd/n.prompt.md': prompt, 'd/n.response.md': '---\nmodel: writer\n---\n\n## Response\nIt is\r\nso.\n\n' };
	for (const file of ['d/n.prompt.md', 'd/n.response.md'] as const) {
		const parsed = await readTraces(file, texts[file], files(texts));
		assert.deepEqual(parsed?.problems, []);
		const trace = parsed.traces[0]!;
		assert.deepEqual([trace.id, trace.model, trace.tags, trace.query.text], ['n', 'writer', ['x'], 'What?']);
		// The response half is the response: nothing in it is a head or an escape.
		assert.equal(trace.response?.text, '## Response\nIt is\nso.');
		assert.equal(trace.response?.document, 'd/n.response.md');
		assert.equal(trace.query.document, 'd/n.prompt.md');
		const written = texts['d/n.response.md'];
		assert.equal(
			written.slice(trace.response.map.toDocument(0), trace.response.map.toDocument(trace.response.map.length)),
			'## Response\nIt is\r\nso.',
		);
		assert.deepEqual(
			trace.sections.map((s) => [s.kind, s.document]),
			[
				['query', 'd/n.prompt.md'],
				['context', 'd/n.prompt.md'],
				['response', 'd/n.response.md'],
			],
		);
	}
});

test('a pair says in its prompt what it is about, as one file does', async () => {
	const group = async (written: string) =>
		(await readTraces('n.prompt.md', prompt.replace('tags: [x]', written), files({ 'n.response.md': 'Yes.' })))?.traces[0]?.group;
	assert.equal(await group('group: Ada Moss'), 'Ada Moss');
	assert.equal(await group('group: [a]'), undefined);
});

test("the members of a prompt that are another tool's are no problem", async () => {
	const parsed = await readTraces('n.prompt.md', prompt, files({ 'n.response.md': 'Yes.' }));
	assert.deepEqual(parsed?.problems, []);
	assert.equal(parsed?.traces[0]?.model, undefined);
});

test('a response that begins with a rule is not front matter', async () => {
	const parsed = await readTraces('n.response.md', '---\nAll of it.', files({ 'n.prompt.md': prompt }));
	assert.equal(parsed?.traces[0]?.response?.text, '---\nAll of it.');
});

test('an empty response half is something to generate', async () => {
	const parsed = await readTraces('n.prompt.md', prompt, files({ 'n.response.md': '\n' }));
	assert.equal(parsed?.traces.length, 1);
	assert.equal(isAnswered(parsed.traces[0]!), false);
	assert.throws(
		() => requireResponse(parsed.traces[0]!, 'n.response.md'),
		(e) => e instanceof UserError && e.code === 'RA107',
	);
});

test('a pair whose prompt holds a response, or nothing, is a problem', async () => {
	const both = await readTraces('n.prompt.md', `${prompt}## Response\nno`, files({ 'n.response.md': 'Yes.' }));
	assert.deepEqual([both?.traces.length, both?.problems.map((p) => p.code)], [0, ['RA110']]);
	const empty = await readTraces('n.prompt.md', ' ', files({ 'n.response.md': 'Yes.' }));
	assert.deepEqual([empty?.traces.length, empty?.problems.map((p) => [p.code, p.document])], [0, [['RA101', 'n.prompt.md']]]);
});

test('half of a pair and other names are none of ours in the editor, mistakes on the command line', async () => {
	for (const file of ['n.prompt.md', 'n.response.md', 'README.md', '.rag.md', 'd/.prompt.md'])
		assert.equal(await readTraces(file, prompt, none), null, file);
	assert.equal(
		await refusal(() => readNamedTraces('d/n.prompt.md', prompt, none)),
		"d/n.prompt.md: RA108: This prompt has no response beside it: expected 'd/n.response.md'. Write the response there, or name a *.rag.md file.",
	);
	assert.equal(
		await refusal(() => readNamedTraces('n.response.md', 'x', none)),
		"n.response.md: RA109: This response has no prompt beside it: expected 'n.prompt.md'. Write the prompt there, or name a *.rag.md file.",
	);
	assert.equal(
		await refusal(() => readNamedTraces('notes.md', 'x', none)),
		'notes.md: RA112: This file is in no format that can be read. Expected NAME.rag.md, NAME.prompt.md with NAME.response.md beside it, response.jsonl with source_info.jsonl beside it, or JSON, JSON Lines or CSV of a tool that docs/formats.md names. If its records hold a question, contexts and an answer under other names, say which with --map.',
	);
	assert.equal((await readNamedTraces('n.rag.md', '## Query\nq', none)).traces[0]?.id, 'n');
});

test('a data set is a trace a response, whichever half is named; half of one is a mistake where it is named', async () => {
	const texts = {
		'd/source_info.jsonl': '{"source_id": "7", "task_type": "QA", "source_info": {"question": "What?", "passages": ["A."]}}\n',
		'd/response.jsonl':
			'{"id": "1", "source_id": "7", "response": "It is.", "labels": [{"start": 0, "end": 2, "label_type": "Evident Conflict"}]}\n{"id": "2", "source_id": "7", "response": ""}\n{',
	};
	for (const file of ['d/response.jsonl', 'd/source_info.jsonl'] as const) {
		const { traces, problems } = await readNamedTraces(file, texts[file], files(texts));
		assert.deepEqual(
			traces.map(({ id, query, labels }) => [id, query.text, labels]),
			[
				['1', 'What?', [{ start: 0, end: 2, type: 'Evident Conflict' }]],
				['2', 'What?', undefined],
			],
		);
		assert.deepEqual(
			problems.map(({ code, document }) => [code, document]),
			[['RA115', 'd/response.jsonl']],
		);
		assert.throws(() => requireResponse(traces[1]!, file), { code: 'RA107', hint: 'Expected a `response` that is not blank.' });
		assert.equal(await readTraces(file, texts[file], none), null);
		const other = file === 'd/response.jsonl' ? 'd/source_info.jsonl' : 'd/response.jsonl';
		assert.equal(
			await refusal(() => readNamedTraces(file, texts[file], none)),
			`${file}: RA117: A data set has two files, and one is missing: expected '${other}'. Expected RAGTruth\u2019s response.jsonl and source_info.jsonl in one folder.`,
		);
	}
});

test('a problem becomes an error of its line', async () => {
	const text = '## Query\nq\n## Response\na\n## Response\nb';
	const parsed = await readTraces('n.rag.md', text, none);
	assert.equal(
		describeError(problemError(parsed!.problems[0]!, text)),
		'n.rag.md:5:1: RA103: A second `## Response` section begins here; a trace has one. Write the line that is content as `\\## Response`: this one if it is part of the answer, or the first one if it is part of the question. If another trace begins here, put it into a file of its own.',
	);
});

test('names', () => {
	assert.deepEqual(['a.rag.md', 'x/b.prompt.md', 'b.response.md', 'b.md', 'rag.md', 'x\\.rag.md'].map(fileKind), [
		'rag-md',
		'prompt',
		'response',
		null,
		null,
		null,
	]);
	assert.deepEqual(pairFiles('file:///a%20b/c.prompt.md'), {
		prompt: 'file:///a%20b/c.prompt.md',
		response: 'file:///a%20b/c.response.md',
	});
	assert.equal(sidecarFile('d/n.rag.md'), 'd/n.rag-assay.json');
	assert.equal(sidecarFile('d/n.response.md'), 'd/n.rag-assay.json');
	assert.equal(fileStem('d.x/n.jsonl'), 'd.x/n');
	assert.deepEqual(
		['response.jsonl', 'file:///d/source_info.jsonl', 'd\\response.jsonl', 'my-response.jsonl', 'response.json'].map(fileKind),
		['ragtruth-responses', 'ragtruth-sources', 'ragtruth-responses', null, null],
	);
	for (const file of ['d.x/response.jsonl', 'd.x/source_info.jsonl']) {
		assert.deepEqual(dataSetFiles(file), { responses: 'd.x/response.jsonl', sources: 'd.x/source_info.jsonl' });
		assert.equal(sidecarFile(file), 'd.x/response.rag-assay.json');
	}
	assert.deepEqual(dataSetFiles('response.jsonl'), { responses: 'response.jsonl', sources: 'source_info.jsonl' });
	assert.equal(traceName('file:///d/a%20b.rag.md'), 'a b');
	assert.equal(traceName('d/a%20b.rag.md'), 'a%20b');
	assert.equal(traceName('file:///d/100%.rag.md'), '100%');
});

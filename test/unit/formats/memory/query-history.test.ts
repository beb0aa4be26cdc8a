import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readQueryHistory, type QueryHistory } from '../../../../src/formats/memory/query-history.ts';

const read = (text: string, document = 'history.jsonl', others: Readonly<Record<string, string>> = {}): Promise<QueryHistory> =>
	readQueryHistory({ document, text }, (file) => Promise.resolve(others[file]));
/** What a history says; each place gives its query back. */
const queries = async (text: string, document?: string): Promise<[string, string | null][]> => {
	const { queries: found } = await read(text, document);
	for (const { query, place } of found) {
		const words = text.slice(place.start, place.end);
		assert.ok(
			words === query || JSON.parse(`"${words}"`) === query || words.includes(JSON.stringify(JSON.stringify(query)).slice(3, -3)),
			words,
		);
	}
	return found.map(({ query, when }) => [query, when]);
};

describe('JSON Lines', () => {
	test('of every name, in order of time', async () => {
		const text = [
			'{"query": "third", "when": "2026-03-03T00:00:00Z"}',
			'{"question": "sec\\u006fnd \\"x\\"", "timestamp": "2026-03-02 12:00:00+02:00"}',
			'{"text": "without a time"}',
			'',
			'{"user_input": "first", "created_at": 1767225600}',
			'{"user_input": [{"type": "human", "content": "hi"}, {"type": "ai", "content": "yes"}, {"type": "human", "content": "of a talk"}]}',
		].join('\r\n');
		assert.deepEqual(await queries(`\uFEFF${text}`), [
			['first', '2026-01-01T00:00:00.000Z'],
			['of a talk', null],
			['second "x"', '2026-03-02T12:00:00+02:00'],
			['without a time', null],
			['third', '2026-03-03T00:00:00Z'],
		]);
	});

	test('a broken line is a problem and costs no other, and so are a blank query and what is no record', async () => {
		const { queries: found, problems } = await read('{"query": "a"}\n{"query": \n{"x": 1}\n{"query": "  "}\n7\n{"query": "b\u2028c"}');
		assert.deepEqual(
			found.map(({ query }) => query),
			['a', 'b\u2028c'],
		);
		assert.deepEqual(
			problems.map(({ code }) => code),
			['RA115', 'RA116', 'RA116', 'RA116'],
		);
	});

	test('nothing at all is no history, and what holds no query is refused', async () => {
		assert.deepEqual(await read(''), { queries: [], problems: [] });
		for (const text of ['{"answer": "x"}', '[]', '["Is tea hot?"]', 'plain words', '7'])
			await assert.rejects(read(text), {
				code: 'RA146',
				hint: /^Expected one query per line, such as \{"query": "What does Ada like\?"\}, or /,
			});
	});
});

test('LangSmith runs: of each trace what its retriever was asked, else the whole', async () => {
	const run = (id: string, more: object): string => JSON.stringify({ id, trace_id: id.slice(0, 1), ...more });
	const text = [
		run('a1', { run_type: 'chain', inputs: { input: 'whole a' }, dotted_order: '2026a1', start_time: '2026-03-02T00:00:00' }),
		run('a2', { run_type: 'retriever', inputs: { query: 'asked a' }, dotted_order: '2026a1.2026a2', start_time: '2026-03-02T00:00:01' }),
		run('a3', { run_type: 'llm', inputs: { messages: [] }, dotted_order: '2026a1.2026a3' }),
		run('b1', {
			run_type: 'chain',
			parent_run_id: null,
			inputs: { messages: [[{ id: ['langchain', 'HumanMessage'], kwargs: { content: 'whole b' } }]] },
			start_time: '2026-03-01T00:00:00',
		}),
	];
	const expected = [
		['whole b', '2026-03-01T00:00:00'],
		['asked a', '2026-03-02T00:00:01'],
	];
	assert.deepEqual(await queries(text.join('\n')), expected);
	assert.deepEqual(await queries(`{"runs": [${text.join(', ')}]}`, 'runs.json'), expected);
	assert.deepEqual(
		await queries(
			JSON.stringify(
				text.map((one): unknown => JSON.parse(one)),
				null,
				2,
			),
			'runs.json',
		),
		expected,
	);
});

test('OpenInference spans: flat, nested, and as OTLP', async () => {
	const flat = {
		name: 'r',
		context: { trace_id: 't1', span_id: 's' },
		parent_id: 'p',
		start_time: '2026-03-01T00:00:00Z',
		attributes: { 'openinference.span.kind': 'RETRIEVER', 'input.value': 'asked flat' },
	};
	const nested = {
		name: 'r',
		span_kind: 'CHAIN',
		trace_id: 't2',
		parent_id: null,
		start_time: '2026-03-02T00:00:00Z',
		attributes: { input: { value: '{"question": "asked nested"}', mime_type: 'application/json' } },
	};
	const inner = {
		name: 'l',
		trace_id: 't2',
		parent_id: 's2',
		attributes: { openinference: { span: { kind: 'LLM' } }, input: { value: 'prompt' } },
	};
	assert.deepEqual(await queries([flat, nested, inner].map((one) => JSON.stringify(one)).join('\n')), [
		['asked flat', '2026-03-01T00:00:00Z'],
		['asked nested', '2026-03-02T00:00:00Z'],
	]);
	const otlp = {
		resourceSpans: [
			{
				scopeSpans: [
					{
						spans: [
							{
								traceId: 't3',
								spanId: 's3',
								startTimeUnixNano: '1772323200000000000',
								attributes: [
									{ key: 'openinference.span.kind', value: { stringValue: 'RETRIEVER' } },
									{ key: 'input.value', value: { stringValue: 'asked otlp' } },
								],
							},
							{ traceId: 't4', spanId: 's4', attributes: [{ key: 'gen_ai.retrieval.query.text', value: { stringValue: 'asked genai' } }] },
						],
					},
				],
			},
		],
	};
	assert.deepEqual(await queries(JSON.stringify(otlp), 'spans.json'), [
		['asked otlp', '2026-03-01T00:00:00.000Z'],
		['asked genai', null],
	]);
});

test('the product’s own traces, also in two files', async () => {
	assert.deepEqual(await queries('## Query\n\nWhat is tea?\n\n## Response\n\nA drink.\n', 'a.rag.md'), [['What is tea?', null]]);
	const pair = await read('## Query\n\nWho?\n', 'a.prompt.md', { 'a.response.md': 'Ada.\n' });
	assert.deepEqual(
		pair.queries.map(({ query, place }) => [query, place.file]),
		[['Who?', 'a.prompt.md']],
	);
	await assert.rejects(read('## Query\n\nWho?\n', 'b.prompt.md'), { code: 'RA108' });
});

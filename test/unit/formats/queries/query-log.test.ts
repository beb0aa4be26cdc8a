import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentRange } from '../../../../src/formats/memory/document-range.ts';
import { readQueryLines, readQueryLog } from '../../../../src/formats/queries/query-log.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';

const read = (text: string, document = 'log.jsonl', others: Readonly<Record<string, string>> = {}) =>
	readQueryLog({ document, text }, (file) => Promise.resolve(others[file]));

describe('query logs', () => {
	test('lines by any name of their query, with ids, sessions and times', async () => {
		const text = [
			'{"id": "a", "query": "One?", "session": "s", "user": "u", "time": "2026-03-01T09:30:00Z"}',
			'{"text": "Two?", "thread_id": 7}',
			'',
			'{"question": "Three?", "user_id": "u", "conversation_id": ""}',
			'{"input": "Four?", "metadata": {"session_id": "m"}}',
			'   ',
			'{"id": "a", "query": "Five?"}',
		].join('\r\n');
		const { queries, problems } = await read(text);
		assert.deepEqual(problems, []);
		assert.deepEqual(
			queries.map(({ id, text: said, session, when, line }) => [id, said, session, when, line]),
			[
				['a', 'One?', 's', '2026-03-01T09:30:00Z', 1],
				['2', 'Two?', '7', null, 2],
				['4', 'Three?', 'u', null, 4],
				['5', 'Four?', 'm', null, 5],
				['a#7', 'Five?', null, null, 7],
			],
		);
		for (const { text: said, place, content } of queries) {
			assert.equal(text.slice(place!.start, place!.end), said);
			assert.equal(content, textSha256(said));
		}
	});

	test('places of escaped texts, and of parts of them', async () => {
		const said = 'Who is "Bö"\n🐾?';
		const text = `\uFEFF{"query": ${JSON.stringify(said).replace('ö', '\\u00f6')}}\n`;
		const [query] = (await read(text)).queries;
		assert.equal(query!.text, said);
		const at = said.indexOf('🐾');
		const { start, end } = documentRange({ kind: 'text', ...query! }, { start: at, end: at + 2 })!;
		assert.equal(text.slice(start, end), '🐾');
	});

	test('a bad line is a problem with its field, and costs no other', async () => {
		const text = '{"query": "One?"}\n{"query": \n{"query": 5}\n[1, 2]\n{"other": 1}\nnull\n[]\n{"query": " "}\n{"query": "Two?"}';
		const { queries, problems } = await read(text);
		assert.deepEqual(
			queries.map(({ id, text: said }) => [id, said]),
			[
				['1', 'One?'],
				['9', 'Two?'],
			],
		);
		assert.deepEqual(
			problems.map(({ code, message, range }) => [code, message, text.slice(range.start, range.end)]),
			[
				['RA115', 'This line is not valid JSON.', '{"query": '],
				['RA116', '`query` of this record is no text.', '5'],
				['RA116', 'A number is no record of a query.', '1'],
				['RA116', 'A number is no record of a query.', '2'],
				['RA116', 'This record holds no query.', '{"other": 1}'],
				['RA116', '`null` is no record of a query.', 'null'],
				['RA116', 'An empty list is no record of a query.', '[]'],
				['RA116', 'The query of this record is blank.', '" "'],
			],
		);
		await assert.rejects(read('{"other": 1}'), { code: 'RA146' });
	});

	test('sessions go by time where the newest stands first; others stay as they are', async () => {
		const line = (id: string, session: string | null, time: string | null) =>
			JSON.stringify({
				id,
				query: `${id}?`,
				...(session === null ? {} : { session }),
				...(time === null ? {} : { time: `2026-03-01T${time}:00Z` }),
			});
		const ids = async (...lines: string[]) => (await read(lines.join('\n'))).queries.map(({ id, line: at }) => `${id}:${at}`);
		const newestFirst = [line('c', 's', '12:00'), line('b', 't', '11:00'), line('untimed', 's', null), line('a', 's', '10:00')];
		assert.deepEqual(await ids(...newestFirst), ['a:4', 'b:2', 'untimed:3', 'c:1']);
		// Each session is in order.
		assert.deepEqual(await ids(line('b', 's', '12:00'), line('a', 't', '11:00'), line('c', null, '10:00')), ['b:1', 'a:2', 'c:3']);
	});

	test('traces: sessions of spans and of runs, whose `session_id` is a project; each query once', async () => {
		const runs = [
			{
				id: 'r',
				run_type: 'chain',
				inputs: { question: 'Asked?' },
				session_id: 'project',
				extra: { metadata: { thread_id: 't' } },
				trace_id: 'x',
			},
			{
				context: { trace_id: 'y', span_id: 's' },
				name: 'retrieve',
				attributes: { openinference: { span: { kind: 'RETRIEVER' } }, input: { value: 'Looked up?' }, session: { id: 'c' } },
			},
		].map((one) => JSON.stringify(one));
		const { queries } = await read(runs.join('\n'));
		assert.deepEqual(
			queries.map(({ id, text, session }) => [id, text, session]),
			[
				['r', 'Asked?', 't'],
				['s', 'Looked up?', 'c'],
			],
		);
	});

	test('labeled queries, and queries of answered traces', async () => {
		const labelled = '{"id": "7", "text": "Who?", "label": "ordinary", "kind": "topical", "relevant": ["d"], "session": "s"}\n';
		const own = await read(labelled, 'x.queries.jsonl');
		assert.deepEqual([own.problems, own.queries.map(({ id, session }) => [id, session])], [[], [['7', 's']]]);
		const markdown = '---\nid: t-1\n---\n## Query\n\nWho is it?\n\n## Response\n\nBo.\n';
		const [query] = (await read(markdown, 'a.rag.md')).queries;
		assert.deepEqual([query!.id, query!.session, query!.line, own.queries[0]!.line], ['t-1', null, 6, 1]);
		assert.equal(markdown.slice(query!.place!.start, query!.place!.end), 'Who is it?');
	});

	test('the end of a log that was read before has its places and lines', () => {
		const whole = '{"query": "One?"}\n{"id": "2", "query": "Two?"}\n{"query": 1}\n{"query": "Three?"}\n';
		const cut = whole.indexOf('\n') + 1;
		const ids = new Set<string>();
		readQueryLines({ document: 'l', text: whole.slice(0, cut) }, { units: 0, lines: 0, ids });
		const { queries, problems } = readQueryLines({ document: 'l', text: whole.slice(cut) }, { units: cut, lines: 1, ids });
		assert.deepEqual(
			queries.map(({ id, place }) => [id, whole.slice(place!.start, place!.end)]),
			[
				['2', 'Two?'],
				['4', 'Three?'],
			],
		);
		assert.equal(whole.slice(problems[0]!.range.start, problems[0]!.range.end), '1');
	});
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readForeign } from '../../../../src/formats/foreign/registry.ts';
import { mappingText, parseMapping } from '../../../../src/formats/foreign/row-mapping.ts';
import { problemsIn, readKnown, requirePlaces, saidBy } from './foreign-text.ts';

const said = (text: string) => {
	const read = readKnown(text);
	requirePlaces(read, text);
	return read.traces.map(saidBy);
};

const newer = {
	user_input: 'When does the branch close?',
	retrieved_contexts: ['The branch closes at six.', 'Café "Plus" is open.'],
	retrieved_context_ids: ['b-1', 7],
	response: 'At six.\nThe café is called "Plus".',
	reference: 'At six',
};
const older = { question: 'What is the fee?', contexts: ['The fee is 4.90.'], answer: 'It is 5.90.', ground_truth: '4.90' };

describe('rows of RAGAS', () => {
	const expected = [
		{
			id: 'line 1',
			query: 'When does the branch close?',
			contexts: ['b-1: The branch closes at six.', '7: Café "Plus" is open.'],
			response: 'At six.\nThe café is called "Plus".',
			reference: 'At six',
		},
	];

	it('are read from JSON Lines, a list, a list printed in a .jsonl, and envelopes', () => {
		for (const text of [
			JSON.stringify(newer),
			`\uFEFF${JSON.stringify([newer])}`,
			JSON.stringify({ data: [newer] }),
			JSON.stringify({ rows: [{ row_idx: 0, row: newer }] }),
			JSON.stringify(newer).replaceAll('é', '\\u00e9'),
		])
			assert.deepEqual(said(text), expected);
		assert.deepEqual(
			said(JSON.stringify([newer, newer], undefined, 2)).map(({ id }) => id),
			['line 2', 'line 15'],
		);
	});

	it('are read from tables that pandas wrote', () => {
		for (const text of [
			JSON.stringify({ columns: Object.keys(older), index: [0], data: [Object.values(older)] }),
			JSON.stringify(Object.fromEntries(Object.entries(older).map(([name, value]) => [name, { 0: value }]))),
			JSON.stringify(Object.fromEntries(Object.entries(older).map(([name, value]) => [name, [value]]))),
			"question,contexts,answer,ground_truth,faithfulness\nWhat is the fee?,['The fee is 4.90.'],It is 5.90.,4.90,\n",
			'question;contexts;answer;ground_truth\r\nWhat is the fee?;"[""The fee is 4.90.""]";It is 5.90.;4.90\r\n',
		])
			assert.deepEqual(
				said(text).map(({ query, contexts, response, reference }) => ({ query, contexts, response, reference })),
				[{ query: 'What is the fee?', contexts: ['1: The fee is 4.90.'], response: 'It is 5.90.', reference: '4.90' }],
				text,
			);
	});

	it('are read from annotations of metrics', () => {
		const text = JSON.stringify({ faithfulness: [{ metric_input: newer, metric_output: 0.5, is_accepted: true }] });
		assert.equal(readKnown(text).format, 'RAGAS annotations');
		assert.deepEqual(said(text), expected);
	});

	it('of many turns are judged by the last one', () => {
		const turns = [
			{ content: 'Hello', type: 'human' },
			{ content: 'Hi, how can I help?', type: 'ai' },
			{ content: 'When does it close?', type: 'human' },
			{ content: '', type: 'ai', tool_calls: [{ name: 'search', args: {} }] },
			{ content: 'The branch closes at six.', type: 'tool' },
			{ content: 'At seven.', type: 'ai' },
		];
		assert.deepEqual(said(JSON.stringify({ user_input: turns, reference: 'At six' })), [
			{
				id: 'line 1',
				history: ['user: Hello', 'assistant: Hi, how can I help?'],
				query: 'When does it close?',
				contexts: ['1: The branch closes at six.'],
				response: 'At seven.',
				reference: 'At six',
			},
		]);
	});

	it('that are broken are named, and the others are read', () => {
		const text = [
			JSON.stringify(newer),
			JSON.stringify({ ...newer, response: null }),
			JSON.stringify({ ...newer, retrieved_contexts: 7 }),
			JSON.stringify(newer).slice(0, 60),
			JSON.stringify(newer).replace('{', '{"faithfulness": NaN, '),
		].join('\n');
		const read = readKnown(text);
		assert.deepEqual(
			read.traces.map(({ id }) => id),
			['line 1', 'line 5'],
		);
		assert.deepEqual(problemsIn(read, text), [
			'2: warning RA107 This record has no answer.',
			'3: RA116 `retrieved_contexts` is not as expected: a text, a list of texts or of documents was expected, and it is a number.',
			'4: RA115 This is not valid JSON: a string holds the end of a line.',
			'5: warning RA161 `NaN` is not valid JSON. It counts as missing.',
		]);
	});

	it('without any answer are one error', () => {
		const read = readKnown(JSON.stringify([{ ...newer, response: null }]));
		assert.deepEqual(
			read.problems.map(({ code }) => code),
			['RA107', 'RA163'],
		);
	});
});

describe('rows of data sets', () => {
	it('have a question, contexts and an answer under usual names', () => {
		for (const [query, contexts, response] of [
			['question', 'documents', 'response'],
			['query', 'context', 'output'],
			['question', 'knowledge', 'answer'],
			['input', 'passages', 'output'],
		] as const) {
			const row = { id: 3, [query]: 'Who?', [contexts]: ['Ann did.'], [response]: 'Ann.' };
			assert.deepEqual(said(JSON.stringify([row])), [{ id: '3', query: 'Who?', contexts: ['1: Ann did.'], response: 'Ann.' }]);
		}
		assert.deepEqual(said('{"source": "Ann did it in May.", "summary": "Ann did it."}'), [
			{ id: 'line 1', query: '', contexts: ['1: Ann did it in May.'], response: 'Ann did it.' },
		]);
	});

	it('name a member that could be the answer, too', () => {
		const { notes } = readKnown('{"question": "Who?", "context": "Ann did.", "response": "Ann.", "answer": "Ann Lee"}');
		assert.deepEqual(notes, ['`response` was read, and not `answer`.']);
	});

	it('have documents with IDs, of which several may be the same', () => {
		const documents = [
			{ page_content: 'a', metadata: { source: 'x.md' } },
			{ page_content: 'b', metadata: { source: 'x.md' } },
			{ node: { id_: 'n', text: 'c' }, score: 0.5 },
			{ _id: 9, text: 'd' },
			[{ page_content: 'e' }, 0.25],
		];
		const [trace] = readKnown(JSON.stringify({ question: 'Who?', source_documents: documents, answer: 'Ann.' })).traces;
		assert.deepEqual(
			trace?.contexts.map(({ id, text, score }) => [id, text.text, score]),
			[
				['x.md', 'a', undefined],
				['x.md#2', 'b', undefined],
				['n', 'c', 0.5],
				['9', 'd', undefined],
				['5', 'e', 0.25],
			],
		);
	});

	it('of RAGBench have labels', () => {
		const row = {
			id: 'a',
			question: 'Fee?',
			documents: ['The fee is 4.90.'],
			response: 'It is 5.90. Cards are free.',
			generation_model_name: 'm',
			response_sentences: [
				['a.', 'It is 5.90.'],
				['b.', 'Cards are free.'],
			],
			unsupported_response_sentence_keys: ['b.'],
		};
		assert.deepEqual(said(JSON.stringify(row)), [
			{
				id: 'a',
				model: 'm',
				query: 'Fee?',
				contexts: ['1: The fee is 4.90.'],
				response: 'It is 5.90. Cards are free.',
				labels: ['unsupported: Cards are free.'],
			},
		]);
		assert.equal(readKnown(JSON.stringify({ ...row, unsupported_response_sentence_keys: ['z.'] })).traces[0]?.labels, undefined);
	});

	it('of HaluEval are a right and a hallucinated trace each', () => {
		const dialogue = {
			knowledge: 'Ann wrote it.',
			dialogue_history: '[Human]: Hi [Assistant]: Hello! [Human]: Who wrote it?',
			right_response: 'Ann.',
			hallucinated_response: 'Bob.',
		};
		const shared = {
			group: '1',
			history: ['user: Hi', 'assistant: Hello!'],
			query: 'Who wrote it?',
			contexts: ['1: Ann wrote it.'],
			reference: 'Ann.',
		};
		assert.deepEqual(said(JSON.stringify(dialogue)), [
			{ id: '1-right', ...shared, response: 'Ann.', labels: [] },
			{ id: '1-hallucinated', ...shared, response: 'Bob.', labels: ['hallucinated: Bob.'] },
		]);
		const general = {
			ID: '5',
			user_query: 'Hi',
			chatgpt_response: 'Hello. I am 9.',
			hallucination: 'yes',
			hallucination_spans: ['I am 9.'],
		};
		assert.deepEqual(said(JSON.stringify(general)), [
			{ id: '5', group: '5', query: 'Hi', contexts: [], response: 'Hello. I am 9.', labels: ['hallucinated: I am 9.'] },
		]);
	});

	it('of FaithBench have spans that count code points', () => {
		const summary = '🤔 Ann did it in May.';
		const span = (text: string, label: string[]) => ({
			summary_span: text,
			summary_start: Array.from(summary.slice(0, summary.indexOf(text))).length,
			summary_end: Array.from(summary.slice(0, summary.indexOf(text) + text.length)).length,
			label,
			note: 'n',
		});
		const sample = {
			sample_id: 0,
			source: 'Ann did it.',
			summary,
			annotations: [span('in May', ['Unwanted', 'Unwanted.Extrinsic']), span('Ann', ['Questionable'])],
			metadata: { summarizer: 'm' },
		};
		const [trace] = readKnown(JSON.stringify({ samples: [sample] })).traces;
		assert.deepEqual(trace === undefined ? null : saidBy(trace), {
			id: '0',
			model: 'm',
			query: '',
			contexts: ['1: Ann did it.'],
			response: summary,
			labels: ['Unwanted.Extrinsic: in May'],
		});
		assert.deepEqual(trace?.undecided, [{ start: 3, end: 6 }]);
	});
});

describe('contexts', () => {
	it('are named by their document, as MLflow says it', () => {
		const retrieved = [{ page_content: 'Ann did.', metadata: { doc_uri: 'handbook/ann.txt' } }];
		const read = readForeign({ document: 'd.json', text: JSON.stringify({ question: 'Who?', contexts: retrieved, answer: 'Ann.' }) });
		assert.deepEqual(read?.format === null ? null : read?.traces.flatMap(({ contexts }) => contexts.map(({ id }) => id)), [
			'handbook/ann.txt',
		]);
	});
});

describe('other files', () => {
	it('are in no known format, which says what they hold', () => {
		const unknown = (text: string) => readForeign({ document: 'd.json', text });
		assert.deepEqual(unknown('{"q": "a", "docs": ["b c"], "gen": "d"}'), {
			format: null,
			members: ['q', 'docs', 'gen'],
			proposal: { question: 'q', contexts: 'docs[]', answer: 'gen' },
			problems: [],
		});
		assert.deepEqual(unknown('{"name": "x", "version": "1"}'), {
			format: null,
			members: ['name', 'version'],
			proposal: null,
			problems: [],
		});
		assert.equal(unknown('# Notes\n\nSome, words.\n'), null);
		assert.equal(unknown(''), null);
	});
});

describe('records that somebody maps', () => {
	const text = JSON.stringify([
		{
			q: 'Who?',
			meta: { user: 'x' },
			docs: [
				{ url: 'u', body: 'Ann did.' },
				{ url: 'v', body: 'In May.' },
			],
			gen: 'Ann.',
		},
		{ q: 'When?', docs: [], gen: 7 },
	]);
	const mapping = { question: 'q', contexts: 'docs[].body', answer: 'gen' };

	it('are proposed by the names of their members, and read as somebody says', () => {
		const unknown = readForeign({ document: 'd.json', text });
		assert.deepEqual(unknown?.format === null && unknown.proposal, mapping);
		const read = readForeign({ document: 'd.json', text }, mapping);
		assert.ok(read !== null && read.format !== null);
		requirePlaces(read, text);
		assert.deepEqual(read.traces.map(saidBy), [{ id: 'line 1', query: 'Who?', contexts: ['1: Ann did.', '2: In May.'], response: 'Ann.' }]);
		assert.deepEqual(problemsIn(read, text), ['1: RA116 `gen` is not as expected: a text was expected, and it is a number.']);
	});

	it('say if no record has the contexts that they name', () => {
		const read = readForeign({ document: 'd.json', text }, { ...mapping, contexts: 'docs[].bdy' });
		assert.ok(read !== null && read.format !== null);
		assert.match(
			problemsIn(read, text).join('\n'),
			/RA164 No record has `docs\[\]\.bdy`, which the mapping names as the contexts\. Nothing was compared\./,
		);
	});

	it('are written as --map takes them', () => {
		assert.deepEqual(parseMapping(mappingText(mapping)), mapping);
		for (const wrong of [
			'',
			'question=q',
			'question=q,contexts=c,answer=a,x=y',
			'question=q,question=q,answer=a',
			'question,contexts,answer',
			'question=q,answer=a',
			'question=q,contexts=c..d,answer=a',
			'question=q,contexts=c[0],answer=a',
			'question=rows[].q,contexts=rows[].c,answer=a',
		])
			assert.equal(parseMapping(wrong), null, wrong);
	});

	const readBy = (record: unknown, by: string, document = 'd.json') => {
		const written = typeof record === 'string' ? record : JSON.stringify(record);
		const parsed = parseMapping(by);
		assert.ok(parsed !== null, by);
		assert.equal(mappingText(parsed), by);
		const read = readForeign({ document, text: written }, parsed);
		assert.ok(read !== null && read.format !== null);
		requirePlaces(read, written);
		return read.traces.map(saidBy);
	};
	const proposed = (record: unknown, document = 'd.json') => {
		const unknown = readForeign({ document, text: typeof record === 'string' ? record : JSON.stringify(record) });
		return unknown?.format === null ? unknown.proposal : unknown?.format;
	};

	it('may have texts in lists of lists', () => {
		const record = { q: 'Who?', items: [{ chunks: [{ text: 'Ann.' }, { text: 'May.' }] }, { chunks: [{ text: 'Bob.' }] }], gen: 'Ann.' };
		const by = 'question=q,contexts=items[].chunks[].text,answer=gen';
		assert.deepEqual(readBy(record, by)[0]?.contexts, ['1: Ann.', '2: May.', '3: Bob.']);
		assert.deepEqual(proposed(record), { question: 'q', contexts: 'items[].chunks[].text', answer: 'gen' });
		const { items, ...others } = record;
		assert.deepEqual(proposed({ ...others, hits: items }), { question: 'q', contexts: 'hits[].chunks[].text', answer: 'gen' });
	});

	it('may have dots, commas and brackets in names of members', () => {
		const record = { 'app.question': 'Who?', docs: { 'a,b': ['Ann did.'] }, out: { 'x.y': { 'gen[0]': 'Ann.' } } };
		const by = String.raw`question=["app.question"],contexts=docs["a,b"],answer=out.x\.y["gen[0]"]`;
		assert.deepEqual(readBy(record, by), [{ id: 'line 1', query: 'Who?', contexts: ['1: Ann did.'], response: 'Ann.' }]);
		assert.deepEqual(proposed({ 'app.question': 'Who?', docs: ['Ann did.'], 'app.answer': 'Ann.' }), {
			question: '["app.question"]',
			contexts: 'docs[]',
			answer: '["app.answer"]',
		});
	});

	it('may have no question', () => {
		assert.deepEqual(readBy({ docs: ['Ann did.'], gen: 'Ann.' }, 'contexts=docs[],answer=gen'), [
			{ id: 'line 1', query: '', contexts: ['1: Ann did.'], response: 'Ann.' },
		]);
	});

	it('are proposed for texts by ID, and for names with capitals', () => {
		const byId = { q: 'Who?', docs: { d1: 'Ann did.', d2: 'In May.' }, gen: 'Ann.' };
		assert.deepEqual(proposed(byId), { question: 'q', contexts: 'docs', answer: 'gen' });
		assert.deepEqual(readBy(byId, 'question=q,contexts=docs,answer=gen')[0]?.contexts, ['d1: Ann did.', 'd2: In May.']);
		assert.deepEqual(proposed({ Question: 'Who?', Contexts: ['Ann did.'], Answer: 'Ann.' }), {
			question: 'Question',
			contexts: 'Contexts[]',
			answer: 'Answer',
		});
	});

	it('reach into cells of CSV that hold JSON', () => {
		const csv = 'q,hits,gen\nWho?,"[{""passage_words"": ""Ann did.""}, {""passage_words"": ""In May.""}]",Ann.\n';
		const by = 'question=q,contexts=hits[].passage_words,answer=gen';
		assert.deepEqual(proposed(csv, 'd.csv'), parseMapping(by));
		assert.deepEqual(readBy(csv, by, 'd.csv')[0]?.contexts, ['1: Ann did.', '2: In May.']);
		assert.deepEqual(proposed('q,docs,gen\nWho?,"[""Ann did."", ""In May.""]",Ann.\n', 'd.csv'), {
			question: 'q',
			contexts: 'docs[]',
			answer: 'gen',
		});
	});
});

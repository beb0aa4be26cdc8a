import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineFormatOf } from '../../../../src/formats/foreign/registry.ts';
import { isAnswered } from '../../../../src/formats/read-traces.ts';
import { shiftedTrace } from '../../../../src/formats/foreign/shifted-trace.ts';

const lines = [
	'{"question": "Wh\\u006f?", "contexts": ["Ann \\"did\\"."], "answer": "A\\u006en.\\nSoon."}\n',
	'{"question": "When?", "contexts": ["In May."], "answer": "May.", "reference": "In May"}\n',
];

test('a trace of a part of a file has its places in the whole file, escapes included', () => {
	const format = lineFormatOf({ document: 'a.jsonl', text: lines[0]! });
	assert.ok(format !== null && format !== 'joined' && 'read' in format);
	const ids = new Set<string>();
	const whole = lines.join('');
	let before = 0;
	for (const [index, text] of lines.entries()) {
		const { traces, problems } = format.read(text, { lines: index, ids });
		assert.deepEqual(problems, []);
		const [trace] = traces.filter(isAnswered).map((one) => shiftedTrace(one, before));
		assert.equal(trace?.id, `line ${index + 1}`);
		const { record, response, query, contexts, reference } = trace;
		assert.equal(whole.slice(record!.start, record!.end), text.trim());
		for (const part of [response, query, contexts[0]!.text, ...(reference === undefined ? [] : [reference])]) {
			const raw = whole.slice(part.map.toDocument(0), part.map.toDocument(part.text.length));
			assert.equal(JSON.parse(`"${raw}"`), part.text);
			assert.equal(part.map.toText(part.map.toDocument(1)), 1);
		}
		before += text.length;
	}
});

test('answers of one ID in different parts keep apart', () => {
	const format = lineFormatOf({ document: 'a.jsonl', text: lines[0]! });
	assert.ok(format !== null && format !== 'joined' && 'read' in format);
	const ids = new Set<string>();
	const named = '{"id": "a", "question": "Who?", "contexts": ["Ann."], "answer": "Ann."}\n';
	const found = [0, 1, 2].flatMap((at) => format.read(named, { lines: at, ids }).traces.map(({ id }) => id));
	assert.deepEqual(found, ['a', 'a (line 2)', 'a (line 3)']);
});

test('spans are joined from lines that may be apart, and a table has no lines of its own', () => {
	const span = '{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "1", "spanId": "2", "name": "x", "attributes": []}]}]}]}\n';
	const format = lineFormatOf({ document: 'a.jsonl', text: span });
	assert.ok(
		format !== null && format !== 'joined' && 'partsIn' in format && format.partsIn !== undefined,
		'each line says which answers it is of',
	);
	const run = JSON.stringify({
		id: '1',
		trace_id: '1',
		run_type: 'chain',
		name: 'x',
		inputs: { question: 'Who?' },
		outputs: { answer: 'Ann.' },
	});
	assert.equal(
		lineFormatOf({ document: 'a.jsonl', text: `${run}\n` }),
		'joined',
		'of LangSmith runs, nobody knows when an answer is whole',
	);
	assert.equal(lineFormatOf({ document: 'a.csv', text: 'question,contexts,answer\nWho?,Ann.,Ann.\n' }), null);
});

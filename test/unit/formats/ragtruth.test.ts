import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeError } from '../../../src/errors.ts';
import { formatRagTruth } from '../../../lab/datasets/ragtruth-writer.ts';
import { readRagTruth } from '../../../src/formats/ragtruth.ts';
import { readDataSet } from '../../../src/formats/read-data-set.ts';
import { problemError } from '../../../src/formats/read-traces.ts';
import { assertMapsJson } from './json-map.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

const folder = new URL('ragtruth-by-python/', import.meta.url);
const byPython = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const spans = JSON.parse(byPython('utf16-spans.json')) as [number, number][];

const source = (over: object = {}): object => ({
	source_id: '7',
	task_type: 'QA',
	source: 'made',
	source_info: { question: 'What?', passages: 'passage 1:A.' },
	prompt: 'p',
	...over,
});
const response = (over: object = {}): object => ({
	id: '1',
	source_id: '7',
	model: 'm',
	temperature: 0,
	labels: [],
	split: 'test',
	quality: 'good',
	response: 'It is.',
	...over,
});
const lines = (...records: (object | string)[]): string =>
	records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');

function read(responses: string, sources: string = lines(source())) {
	const set = readRagTruth({ document: 'd/response.jsonl', text: responses }, { document: 'd/source_info.jsonl', text: sources });
	return {
		...set,
		ids: set.records.map(({ trace }) => trace.id),
		said: set.problems.map((problem) =>
			describeError(problemError(problem, problem.document === 'd/response.jsonl' ? responses : sources)),
		),
	};
}

/** The only source's contexts. */
function contextsOf(info: unknown): string[][] {
	const { records, said } = read(lines(response()), lines(source({ source_info: info })));
	assert.deepEqual(said, []);
	return records[0]!.trace.contexts.map(({ id, text }) => [id, text.text]);
}

for (const name of ['response.jsonl', 'unescaped-response.jsonl']) {
	test(`${name} as Python wrote it: texts, labels in UTF-16 units, and every unit at its place`, () => {
		const [responses, sources] = [byPython(name), byPython('source_info.jsonl')];
		const { records, said } = read(responses, sources);
		assert.deepEqual(said, []);
		assert.deepEqual(
			records.map(({ trace: { id, model, tags, sections }, sourceId, taskType, origin, split, temperature, quality }) => [
				id,
				model,
				tags,
				sections,
				sourceId,
				taskType,
				origin,
				split,
				temperature,
				quality,
			]),
			[
				['0', 'gpt-4-0613', [], [], '14', 'QA', 'MARCO', 'train', 0.7, 'good'],
				['1', 'llama-2-7b-chat', [], [], '15', 'Summary', 'CNN/DM', 'test', 0.775, 'truncated'],
				['2', 'mistral-7B-instruct', [], [], '16', 'Data2txt', 'Yelp', 'test', 1, 'good'],
			],
		);
		const [first, second, third] = records.map(({ trace }) => trace);
		assert.equal(first!.response!.text, (JSON.parse(responses.split('\n')[0]!) as { response: string }).response);
		assert.deepEqual(
			first!.labels,
			spans.map(([start, end]) => ({ start, end, type: 'Evident Conflict', note: 'HIGH\nno "café"' })),
		);
		assert.deepEqual([second!.response!.text, second!.labels], ['  A summary.', []]);
		assert.deepEqual(third!.labels, [{ start: 6, end: 10, type: 'Subtle Baseless Info', dueToNull: true, implicitTrue: true }]);
		for (const { response: text } of [first!, second!, third!]) {
			assert.equal(text!.document, 'd/response.jsonl');
			assertMapsJson(text!, responses);
		}
		for (const text of records.flatMap(({ trace: { query, contexts } }) => [query, ...contexts.map((context) => context.text)])) {
			assert.equal(text.document, 'd/source_info.jsonl');
			// Structured data is JSON itself, and has its own test.
			if (!text.text.startsWith('{')) assertMapsJson(text, sources);
		}
	});
}

test('question and passages, a text, structured data', () => {
	const { records } = read(byPython('response.jsonl'), byPython('source_info.jsonl'));
	assert.deepEqual(
		records.map(({ trace: { query, contexts } }) => [query.text, ...contexts.map(({ id, text }) => [id, text.text])]),
		[
			[
				'what is at \u{1F3E5} “Üst”\u00a0?',
				['1', 'Über \u{1F600} passage 2: is no head.'],
				['2', 'B: "x"\\n\n passage 9: nor is this'],
				['3', ''],
			],
			['Summarize the following news within 9 words:', ['1', 'News of the day: 5 {men} \u{1F600}.']],
			['Instruction:\nWrite it.\nStructured data:', ['1', '{"name": "Café “\u{1F600}” \\\\u00e9 \\u001b", "stars": 3.0, "open": null}']],
		],
	);
});

test('responses to one source share its texts', () => {
	const { records } = read(lines(response(), response({ id: '2' })));
	assert.equal(records[0]!.trace.contexts, records[1]!.trace.contexts);
});

test('passages in every way they are written', () => {
	const passagesOf = (passages: unknown): string[][] => contextsOf({ question: 'What?', passages });
	assert.deepEqual(passagesOf('passage 1: A.\n\npassage 2:\nB.\n\n'), [
		['1', 'A.'],
		['2', 'B.'],
	]);
	assert.deepEqual(passagesOf('  no head\npassage 1: is here'), [['1', 'no head\npassage 1: is here']]);
	assert.deepEqual(passagesOf(' '), []);
	assert.deepEqual(passagesOf(['A', ' B"\n']), [
		['1', 'A'],
		['2', ' B"\n'],
	]);
	assert.deepEqual(
		passagesOf([
			{ id: 'x', text: 'A', more: 1 },
			{ text: 'B', id: 9 },
		]),
		[
			['x', 'A'],
			['9', 'B'],
		],
	);
	// In the order of the file, which an object of JavaScript does not keep for such keys.
	assert.deepEqual(contextsOf(JSON.parse('{"question": "q", "passages": {"z": "A", "a": "B"}}')), [
		['z', 'A'],
		['a', 'B'],
	]);
	const sources = lines(JSON.stringify(source()).replace('"passage 1:A."', '{"9":"A","1":"B"}'));
	assert.deepEqual(
		read(lines(response()), sources).records[0]!.trace.contexts.map(({ id, text }) => [id, text.text]),
		[
			['9', 'A'],
			['1', 'B'],
		],
	);
	assert.deepEqual(passagesOf([]), []);
});

test('a task of another name has question and passages too, if its source says so', () => {
	const { records } = read(lines(response()), lines(source({ task_type: 'Recall' })));
	assert.deepEqual([records[0]!.taskType, records[0]!.trace.query.text], ['Recall', 'What?']);
});

test('what was asked stands before the source in the prompt, else behind it, else it is the prompt', () => {
	const asked = (prompt: string, info: unknown): string =>
		read(lines(response()), lines(source({ task_type: 'Summary', source_info: info, prompt }))).records[0]!.trace.query.text;
	assert.equal(asked('Sum up:\nNews. \nIn short:', ' News.'), 'Sum up:');
	assert.equal(asked(' \nNews.\n\nSum that up.', 'News.'), 'Sum that up.');
	assert.equal(asked(' Sum up what follows.\n', 'News.'), 'Sum up what follows.');
	assert.equal(asked(' News. ', 'News.'), 'News.');
	assert.equal(asked("Tell of {'a': {'b': 1}} now", { a: { b: 1 } }), 'Tell of');
	assert.equal(asked("{'a': {'b': 1}} Tell of it", { a: { b: 1 } }), 'Tell of it');
});

test('a blank response is one that waits, missing members are unknown, ids may be numbers', () => {
	const { records, said } = read(
		lines(
			{ id: 3, source_id: 7, response: ' \n' },
			{ id: '4', source_id: '7', response: 'x', labels: null, temperature: null, tags: ['clean'] },
		),
	);
	assert.deepEqual(said, []);
	const [{ trace, ...rest }, other] = [records[0]!, records[1]!];
	assert.deepEqual(
		[trace.id, 'response' in trace, 'labels' in trace, 'model' in trace, rest],
		['3', false, false, false, { sourceId: '7', taskType: 'QA', origin: 'made' }],
	);
	assert.deepEqual([other.trace.tags, 'labels' in other.trace], [['clean'], false]);
});

test('a set says which answers belong together, and what nobody decides', () => {
	const text = '\u{1F600} is 7. It is 8.';
	const labels = [{ start: 5, end: 6, label_type: 'x' }];
	const { records, said } = read(
		lines(
			response({ response: text, labels, group: 'Ada Moss', undecided: [{ start: 0, end: 7, text: '\u{1F600} is 7.' }] }),
			response({ id: '2', response: text, labels, group: 12, undecided: [{ start: 8, end: 10 }] }),
			response({ id: '3', response: text, labels, group: null, undecided: [] }),
		),
	);
	assert.deepEqual(said, []);
	assert.deepEqual(
		records.map(({ trace: { group, undecided } }) => [group, undecided]),
		[
			['Ada Moss', [{ start: 0, end: 8 }]],
			['12', [{ start: 9, end: 11 }]],
			[undefined, undefined],
		],
	);
	assert.ok(!('group' in records[2]!.trace || 'undecided' in records[2]!.trace));
});

test('an undecided span without a place, or with another text, costs its response all labels: what it meant might count as right', () => {
	const { records, said } = read(
		lines(
			response({
				undecided: [
					{ start: 0, end: 2, text: 'It' },
					{ start: 3, end: 9 },
				],
			}),
			response({ id: '2', undecided: [{ start: 0, end: 2, text: 'If' }] }),
			response({ id: '3', undecided: [{ start: '0', end: 2 }] }),
			response({ id: '4', group: ['a'] }),
			response({ id: '5', undecided: 'all' }),
		),
	);
	assert.deepEqual(
		records.map(({ trace }) => [trace.id, trace.labels, trace.undecided]),
		[
			['1', undefined, undefined],
			['2', undefined, undefined],
		],
	);
	const at = (line: string, member: string): number => line.indexOf(member) + 1;
	const first = lines(
		response({
			undecided: [
				{ start: 0, end: 2, text: 'It' },
				{ start: 3, end: 9 },
			],
		}),
	);
	const second = lines(response({ id: '2', undecided: [{ start: 0, end: 2, text: 'If' }] }));
	assert.deepEqual(said.slice(0, 2).toSorted(), [
		`d/response.jsonl:1:${at(first, '{"start":3')}: RA120: Undecided span 2 has no place in its response: 3 to 9. Expected \`start\` < \`end\`, both from 0 to 6 (Unicode code points of the response). Response '1' counts as one without labels.`,
		`d/response.jsonl:2:${at(second, '{"start":0')}: RA121: The text of undecided span 1 differs from the text at 0 to 2: "It". Expected "If" there. Response '2' counts as one without labels.`,
	]);
	for (const [line, member] of [
		[3, 'undecided'],
		[4, 'group'],
		[5, 'undecided'],
	] as const)
		assert.ok(
			said.some((one) => one.startsWith(`d/response.jsonl:${line}:`) && one.includes('RA116') && one.includes(member)),
			said.join('\n'),
		);
});

test('lines end with \\n: blank ones, a byte order mark and U+2028 are no matter', () => {
	const text = `\uFEFF\r\n${JSON.stringify(response({ response: 'a\u2028b\u2029c\u0085d' }))}\r\n \t\r\n${JSON.stringify(response({ id: '2' }))}`;
	const { ids, records, said } = read(text);
	assert.deepEqual([ids, said], [['1', '2'], []]);
	assert.equal(records[0]!.trace.response!.text, 'a\u2028b\u2029c\u0085d');
	assertMapsJson(records[0]!.trace.response!, text);
});

test('a broken line is told with its place and what was expected, and costs nothing else', () => {
	const example =
		'{"id": "1", "source_id": "7", "model": "…", "temperature": 0.7, "labels": [], "split": "train", "quality": "good", "response": "…"}';
	const { ids, said } = read(
		lines(
			response(),
			'{"id": "2", }',
			response({ id: '3' }),
			'{"id": "4"',
			response({ id: '5', response: 7 }),
			response({ id: '6', labels: [{ start: 0, end: '2', label_type: 'x' }] }),
			'[]',
			response({ id: '8' }),
		),
	);
	assert.deepEqual(ids, ['1', '3', '8']);
	assert.deepEqual(said, [
		`d/response.jsonl:2:13: RA115: This line is not valid JSON. Expected one JSON object a line: ${example}`,
		`d/response.jsonl:4:11: RA115: This line is not valid JSON. Expected one JSON object a line: ${example}`,
		`d/response.jsonl:5:${JSON.stringify(response({ id: '5', response: 7 })).indexOf('7}') + 1}: RA116: This line is not as expected at \`response\`: text was expected, and it is 7. Expected a line such as ${example}`,
		`d/response.jsonl:6:${JSON.stringify(response({ id: '6', labels: [{ start: 0, end: '2' }] })).indexOf('"2"') + 1}: RA116: This line is not as expected at \`labels.0.end\`: a number was expected, and it is the text '2'. Expected a line such as ${example}`,
		`d/response.jsonl:7:1: RA116: This line is not as expected: an object was expected, and it is a list. Expected a line such as ${example}`,
	]);
});

test('numbers that are not JSON, as Python writes them, are named at their place', () => {
	const line = JSON.stringify(response({ id: '5', temperature: 0.7, response: 'NaN, "Infinity" and \\ NaN' }));
	const text = lines(response(), line.replace('0.7', '-Infinity'), line.replace('0.7', 'NaN'), line.replace('0.7', 'NaN,,'));
	const { ids, said } = read(text, lines(source()));
	assert.equal(ids.length, 1);
	const column = line.indexOf('0.7') + 1;
	const short = said.map((one) => one.replace(/(\.) (?:Write|Expected) .*/, '$1'));
	assert.deepEqual(short.slice(0, 2), [
		`d/response.jsonl:2:${column}: RA115: -Infinity is not JSON.`,
		`d/response.jsonl:3:${column}: RA115: NaN is not JSON.`,
	]);
	assert.match(short[2]!, /RA115: This line is not valid JSON\.$/);
});

test('a broken source costs its own responses', () => {
	const sources = lines(
		source(),
		source({ source_id: '8', source_info: { question: ' ', passages: 'A' } }),
		source({ source_id: '9', source_info: { question: 'q', passages: [7] } }),
		source({ source_id: 10, task_type: 'Summary', source_info: 'News.', prompt: undefined }),
		'{"source_id": "11"',
		source({ source_id: '12', task_type: 'Summary', source_info: [] }),
		source({
			source_id: '13',
			source_info: {
				question: 'q',
				passages: [
					{ id: 'a', text: 'A' },
					{ id: 'a', text: 'B' },
				],
			},
		}),
		source({ source_info: { question: 'second', passages: '' } }),
		source({ source_id: '14', task_type: undefined }),
	);
	const { ids, records, said } = read(
		lines(...['7', '8', '9', '10', '11', '12', '13', '99'].map((id) => response({ id, source_id: id }))),
		sources,
	);
	assert.deepEqual(ids, ['7', '13']);
	assert.equal(records[0]!.trace.query.text, 'What?');
	assert.deepEqual(
		records[1]!.trace.contexts.map((context) => context.id),
		['a', 'a#2'],
	);
	const short = (line: string): string =>
		line.replace(/ Expected (?:a line such as|one JSON object) .*/, '').replaceAll(/(jsonl:\d+):\d+/g, '$1');
	assert.deepEqual(said.map(short), [
		'd/source_info.jsonl:2: RA116: This line is not as expected at `source_info.question`: expected a text that is not blank.',
		'd/source_info.jsonl:3: RA116: This line is not as expected at `source_info.passages`: expected a text `passage 1:…`, an array of texts or of `{ "id", "text" }`, or an object of texts by id.',
		'd/source_info.jsonl:4: RA116: This line is not as expected at `prompt`: text was expected, and nothing is there.',
		'd/source_info.jsonl:5: RA115: This line is not valid JSON.',
		'd/source_info.jsonl:6: RA116: This line is not as expected at `source_info`: expected a text or an object.',
		"d/source_info.jsonl:8: RA119: A second source has the id '7'; the first one is used. Give every source a `source_id` of its own.",
		'd/source_info.jsonl:9: RA116: This line is not as expected at `task_type`: text was expected, and nothing is there.',
		...['8', '9', '10'].map(
			(id) =>
				`d/response.jsonl:${Number(id) - 6}: RA118: The source '${id}' of response '${id}' could not be read. Mend its line in 'd/source_info.jsonl'.`,
		),
		"d/response.jsonl:5: RA118: Response '11' names the source '11', which is not there. Expected a line with this `source_id` in 'd/source_info.jsonl'.",
		...['12'].map(
			(id) =>
				`d/response.jsonl:${Number(id) - 6}: RA118: The source '${id}' of response '${id}' could not be read. Mend its line in 'd/source_info.jsonl'.`,
		),
		"d/response.jsonl:8: RA118: Response '99' names the source '99', which is not there. Expected a line with this `source_id` in 'd/source_info.jsonl'.",
	]);
});

test('a passage whose id records would lose costs its source', () => {
	// As text: an object literal would lose it, too.
	const { ids, said } = read(lines(response()), lines(source()).replace(/"passages":"[^"]*"/, '"passages":{"a":"A","__proto__":"B"}'));
	assert.deepEqual(ids, []);
	assert.match(said[0]!, /RA123: A context of source '7' cannot have the id '__proto__'\./);
});

test('a second response with the same id is told and left out', () => {
	const { ids, said } = read(lines(response(), response({ response: 'other' })));
	assert.deepEqual(
		[ids, said],
		[
			['1'],
			["d/response.jsonl:2:7: RA119: A second response has the id '1'; the first one is used. Give every response an `id` of its own."],
		],
	);
});

test('a label without a place, or with another text, is told, and its response is one that nobody has labeled', () => {
	const label = { start: 0, end: 2, label_type: 'Evident Conflict' };
	const text = '\u{1F600} is 7.';
	const { records, said } = read(
		lines(
			...[
				{ ...label, end: 9 },
				{ ...label, start: -1 },
				{ ...label, start: 2 },
				{ ...label, end: 1.5 },
				{ ...label, start: 5, end: 6, text: '8' },
				{ ...label, start: 6, end: 7, text: '7' },
				{ ...label, start: 5, end: 6, text: '7' },
				{ ...label, start: 0, end: 7 },
			].map((wrong, i) => response({ id: String(i), response: text, labels: [wrong, label] })),
		),
	);
	assert.deepEqual(
		records.map(({ trace }) => trace.labels?.map(({ start, end }) => [start, end])),
		[
			...Array.from({ length: 6 }, () => undefined),
			[
				[6, 7],
				[0, 3],
			],
			[
				[0, 8],
				[0, 3],
			],
		],
	);
	const range = 'Expected `start` < `end`, both from 0 to 7 (Unicode code points of the response).';
	const lost = (id: number): string => `Response '${id}' counts as one without labels.`;
	const column = JSON.stringify(response({ labels: 0 })).indexOf('0,"split') + 2;
	assert.deepEqual(said, [
		`d/response.jsonl:1:${column}: RA120: Label 1 has no place in its response: 0 to 9. ${range} ${lost(0)}`,
		`d/response.jsonl:2:${column}: RA120: Label 1 has no place in its response: -1 to 2. ${range} ${lost(1)}`,
		`d/response.jsonl:3:${column}: RA120: Label 1 has no place in its response: 2 to 2. ${range} ${lost(2)}`,
		`d/response.jsonl:4:${column}: RA120: Label 1 has no place in its response: 0 to 1.5. ${range} ${lost(3)}`,
		`d/response.jsonl:5:${column}: RA121: The text of label 1 differs from the text at 5 to 6: "7". Expected "8" there. ${lost(4)}`,
		`d/response.jsonl:6:${column}: RA121: The text of label 1 differs from the text at 6 to 7: ".". Expected "7" there. It fits when UTF-16 units are counted; the format counts Unicode code points. ${lost(5)}`,
	]);
});

test('a file in which every line is wrong is told in some lines and a number', () => {
	const { said } = read(
		lines(...Array.from({ length: 500 }, (_, i) => response({ id: String(i), source_id: 'x' })), response({ id: '0' })),
	);
	assert.equal(said.length, 22);
	assert.match(said[21]!, /^d\/response\.jsonl:501:7: RA119/);
	assert.match(said[20]!, /^d\/response\.jsonl:21:\d+: RA118: Response '20' .* \(And 479 more such problems behind this one\.\)/);
	assert.deepEqual(
		read(' \n').said.map((line) => line.slice(0, 51)),
		['d/response.jsonl:1:1: RA101: This file is empty. Ex'],
	);
});

test('a folder is read whole; one half alone is no data set', async () => {
	const texts: Record<string, string> = { 'd/response.jsonl': lines(response(), '{'), 'd/source_info.jsonl': lines(source()) };
	for (const folderName of ['d', 'd/']) {
		const set = await readDataSet(folderName, (file) => Promise.resolve(texts[file]));
		assert.deepEqual(
			[set.records.map(({ trace }) => trace.id), set.errors.map(({ code, place }) => [code, place]), Object.fromEntries(set.texts)],
			[['1'], [['RA115', { file: 'd/response.jsonl', line: 2, column: 2 }]], texts],
		);
	}
	for (const missing of Object.keys(texts)) {
		await assert.rejects(
			readDataSet('d', (file) => Promise.resolve(file === missing ? undefined : texts[file])),
			{ code: 'RA117', message: `A data set has two files, and one is missing: expected '${missing}'.`, place: { file: 'd' } },
		);
	}
});

// Seconds; where each line were read again for each response, it would be hours.
for (const [count, declare] of [
	[1200, quickTest],
	[18_000, slowTest],
] as const)
	declare(`a data set of ${count} responses is read`, () => {
		const text = 'The ward of Maria Okafor is “Ward \u{1F600} A”.\nIt says "so". '.repeat(20);
		const { sourceInfo, response: responses } = formatRagTruth(
			Array.from({ length: count / 6 }, (_, i) => ({
				sourceId: String(i),
				taskType: 'QA' as const,
				origin: 'made',
				prompt: text.repeat(3),
				sourceInfo: { question: 'What?', passages: `passage 1:${text}\n\npassage 2:${text}` },
			})),
			Array.from({ length: count }, (_, i) => ({
				id: String(i),
				sourceId: String(i % (count / 6)),
				model: 'm',
				temperature: 1,
				split: 'train',
				quality: 'good',
				response: text,
				labels: [{ start: 900, end: 908, type: 'x' }],
			})),
		);
		const began = performance.now();
		const { records, said } = read(responses, sourceInfo);
		const took = performance.now() - began;
		assert.deepEqual([records.length, said], [count, []]);
		if (process.env['RAG_ASSAY_TIMES'] !== undefined)
			console.log(`${(responses.length + sourceInfo.length) / 1e6} million units in ${took} ms`);
	});

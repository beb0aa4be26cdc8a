import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labeledTextsKind, readLabeledTexts } from '../../../src/formats/labeled-texts.ts';
import { problemErrors } from '../../../src/formats/read-traces.ts';

const document = 'notes.entries.jsonl';

function read(...lines: readonly string[]) {
	const text = lines.join('\n');
	const { texts, problems } = readLabeledTexts({ document, text }, 'entry');
	return { text, texts, errors: problemErrors(problems, () => text) };
}

test('a text a line, with what somebody says of it and the place of its words', () => {
	const { text, texts, errors } = read(
		'{"id": "1", "text": "Ada likes \\"tea\\".", "label": "benign", "split": "train", "group": "ada"}',
		'',
		'{"text": "Ben", "id": "2"}',
	);
	assert.deepEqual(errors, []);
	assert.deepEqual(
		texts.map(({ id, text: said, label, split, group }) => [id, said, label, split, group]),
		[
			['1', 'Ada likes "tea".', 'benign', 'train', 'ada'],
			['2', 'Ben', undefined, undefined, undefined],
		],
	);
	assert.deepEqual(
		texts.map(({ range }) => text.slice(range.start, range.end)),
		['Ada likes \\"tea\\".', 'Ben'],
		'as it is written in the file, without quotes',
	);
});

test('a line that cannot be read is told by file and line, and costs no other', () => {
	const { texts, errors } = read(
		'{"id": "1", "text": "A"}',
		'{"id": "2"',
		'{"id": "3", "text": " "}',
		'{"id": "1", "text": "B"}',
		'{"id": "4", "text": "C", "split": "dev"}',
		'{"id": "5", "text": "D"}',
	);
	assert.deepEqual(
		texts.map(({ id, text }) => [id, text]),
		[
			['1', 'A'],
			['5', 'D'],
		],
	);
	assert.deepEqual(
		errors.map(({ code, place }) => [code, place?.file, place?.line]),
		[
			['RA115', document, 2],
			['RA116', document, 3],
			['RA119', document, 4],
			['RA116', document, 5],
		],
	);
	assert.match(errors[0]!.hint ?? '', /Expected one JSON object a line: \{"id": "7", "text": "Ada likes tea\."/);
	assert.match(errors[2]!.message, /A second line has the id '1'; the first one is used\./);
	assert.match(errors[3]!.message, /at `split`/);
});

test('a member that means nothing there is told once by file and line, as a warning, and costs nothing', () => {
	const lines = [
		'{"id": "1", "text": "A", "split": "test"}',
		'{"id": "2", "splitt": "dev", "text": "B", "toString": 17}',
		'{"id": "3", "text": "C", "splitt": "train"}',
		'{"id": "3", "text": "D", "splitt": "train"}',
	];
	const text = lines.join('\n');
	const { texts, problems } = readLabeledTexts({ document, text }, 'entry');
	assert.deepEqual(
		texts.map((one) => [one.id, one.split, 'splitt' in one]),
		[
			['1', 'test', false],
			['2', undefined, false],
			['3', undefined, false],
		],
	);
	assert.deepEqual(
		problems.map(({ code, severity, range }) => [code, severity, text.slice(range.start, range.end)]),
		[
			['RA125', 'hint', '"dev"'],
			['RA125', 'hint', '17'],
			['RA119', undefined, '"3"'],
		],
	);
	assert.equal(problems[0]?.message, "'splitt' is no member of a line here, and is passed over, as in 3 lines of this file.");
	assert.equal(problems[1]?.message, "'toString' is no member of a line here, and is passed over.");
	assert.match(problems[0]?.hint ?? '', /^Members are `id`, `text`, `label`, `split`, and `group`\./);
});

test('an empty file is a problem, and its name tells what stands in it', () => {
	assert.deepEqual(
		read('').errors.map(({ code, place }) => [code, place?.line]),
		[['RA101', 1]],
	);
	assert.deepEqual(
		['a/notes.entries.jsonl', 'b.queries.jsonl', '.queries.jsonl', 'a/.entries.jsonl', 'entries.jsonl', 'x.jsonl', 'response.jsonl'].map(
			labeledTextsKind,
		),
		['entry', 'query', null, null, null, null, null],
	);
});

test('queries may stand as in a history: `query` for the text, and without an id', () => {
	const text = [
		'{"query": "What does Ada like?"}',
		'{"id": "3", "text": "Who is Bo?"}',
		'{"query": "And Cy?"}',
		'{"query": " "}',
		'{"id": "9"}',
	].join('\n');
	const { texts, problems } = readLabeledTexts({ document: 'asked.queries.jsonl', text }, 'query');
	assert.deepEqual(
		texts.map(({ id, text: said, range }) => [id, said, text.slice(range.start, range.end)]),
		[
			['1', 'What does Ada like?', 'What does Ada like?'],
			['3', 'Who is Bo?', 'Who is Bo?'],
			['3#3', 'And Cy?', 'And Cy?'],
		],
	);
	assert.deepEqual(
		problemErrors(problems, () => text).map(({ code, message, place }) => [code, message, place?.line]),
		[
			['RA116', 'This line is not as expected at `query`: expected text that is not blank.', 4],
			['RA116', 'This line is not as expected at `text`: text was expected, and nothing is there.', 5],
		],
	);
	assert.equal(readLabeledTexts({ document, text: '{"id": "1", "query": "A"}' }, 'entry').texts.length, 0);
});

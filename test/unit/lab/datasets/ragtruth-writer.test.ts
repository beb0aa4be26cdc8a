import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isLostId } from '../../../../src/formats/context-id.ts';
import { formatRagTruth, type RagTruthResponseInput, type RagTruthSourceInput } from '../../../../lab/datasets/ragtruth-writer.ts';
import { readRagTruth } from '../../../../src/formats/ragtruth.ts';
import type { TraceLabel } from '../../../../src/formats/trace.ts';
import { assertMapsJson } from '../../formats/json-map.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const source: RagTruthSourceInput = {
	sourceId: 's',
	taskType: 'QA',
	origin: 'world',
	prompt: 'p',
	sourceInfo: { question: 'What?', passages: [{ id: 'a', text: 'A.' }] },
};
const response: RagTruthResponseInput = {
	id: '1',
	sourceId: 's',
	model: 'demo',
	temperature: 0.8,
	labels: [],
	split: 'train',
	quality: 'good',
	response: 'It is \u{1F600}7.',
};

function readBack(sources: readonly RagTruthSourceInput[], responses: readonly RagTruthResponseInput[]) {
	const written = formatRagTruth(sources, responses);
	return { written, set: readRagTruth({ document: 'r', text: written.response }, { document: 's', text: written.sourceInfo }) };
}

test('what is written, byte for byte', () => {
	const { written, set } = readBack(
		[source],
		[
			{
				...response,
				labels: [
					{ start: 6, end: 9, type: 'Evident Conflict' },
					{ start: 0, end: 2, type: 'x', note: 'n', implicitTrue: true, dueToNull: true },
				],
			},
			{ ...response, id: '2', tags: ['clean'] },
			{ ...response, id: '3', tags: ['clean'], group: 'Ada', undecided: [{ start: 6, end: 10 }] },
			{ ...response, id: '4', undecided: [] },
		],
	);
	assert.equal(
		written.sourceInfo,
		'{"source_id":"s","task_type":"QA","source":"world","source_info":{"question":"What?","passages":[{"id":"a","text":"A."}]},"prompt":"p"}\n',
	);
	assert.equal(
		written.response,
		'{"id":"1","source_id":"s","model":"demo","temperature":0.8,"labels":[' +
			'{"start":6,"end":8,"text":"\u{1F600}7","meta":"","label_type":"Evident Conflict","implicit_true":false,"due_to_null":false},' +
			'{"start":0,"end":2,"text":"It","meta":"n","label_type":"x","implicit_true":true,"due_to_null":true}' +
			'],"split":"train","quality":"good","response":"It is \u{1F600}7."}\n' +
			'{"id":"2","source_id":"s","model":"demo","temperature":0.8,"labels":[],"split":"train","quality":"good","response":"It is \u{1F600}7.","tags":["clean"]}\n' +
			'{"id":"3","source_id":"s","model":"demo","temperature":0.8,"labels":[],"split":"train","quality":"good","response":"It is \u{1F600}7.","tags":["clean"],' +
			'"group":"Ada","undecided":[{"start":6,"end":9,"text":"\u{1F600}7."}]}\n' +
			'{"id":"4","source_id":"s","model":"demo","temperature":0.8,"labels":[],"split":"train","quality":"good","response":"It is \u{1F600}7."}\n',
	);
	const [, , { trace }] = set.records as [unknown, unknown, (typeof set.records)[0]];
	assert.deepEqual([trace.group, trace.undecided], ['Ada', [{ start: 6, end: 10 }]], 'and it is read as it was');
	assert.deepEqual(formatRagTruth([], []), { sourceInfo: '', response: '' });
});

test('the order of a caller\u2019s keys does not show', () => {
	const turned = {
		sourceInfo: { passages: [{ text: 'A.', id: 'a' }], question: 'What?' },
		prompt: 'p',
		origin: 'world',
		taskType: 'QA' as const,
		sourceId: 's',
	};
	assert.equal(formatRagTruth([turned], []).sourceInfo, formatRagTruth([source], []).sourceInfo);
});

const text = fc
	.array(
		fc.constantFrom(
			'a',
			' ',
			'.',
			'"',
			'\\',
			'\n',
			'\r\n',
			'\u2028',
			'é',
			'\u{1F600}',
			'\u{20BB7}',
			'\u{1F468}\u200D\u2695\uFE0F',
			'\uD83D',
		),
		{ maxLength: 30 },
	)
	.map((parts) => parts.join(''));
const anyText = fc.oneof(text, fc.string({ unit: anyCharacter, maxLength: 30 }));
const optional = fc.record(
	{ note: fc.string({ minLength: 1 }), dueToNull: fc.constant(true), implicitTrue: fc.constant(true) },
	{ requiredKeys: [] },
);

/** Spans from one code point's edge to a later one's. */
const labelled = anyText.chain((written) => {
	const edges = Array.from(written).reduce((at, character) => [...at, at.at(-1)! + character.length], [0]);
	const label = fc
		.tuple(
			fc.nat(edges.length - 1),
			fc.nat(edges.length - 1),
			fc.oneof(
				fc.constantFrom('Evident Conflict', 'Subtle Baseless Info'),
				fc.string({ minLength: 1 }).filter((type) => type.trim() !== ''),
			),
			optional,
		)
		.filter(([a, b]) => a !== b)
		.map(([a, b, type, rest]): TraceLabel => ({ start: edges[Math.min(a, b)]!, end: edges[Math.max(a, b)]!, type, ...rest }));
	return fc.tuple(fc.constant(written), edges.length < 2 ? fc.constant([]) : fc.array(label, { maxLength: 4 }));
});

test('any texts and any spans come back as they were, each unit at its place', () => {
	const notBlank = anyText.filter((value) => value.trim() !== '');
	// A reader refuses ids that no record could hold.
	const contextId = fc.string({ minLength: 1 }).filter((name) => !isLostId(name));
	const passages = fc.uniqueArray(fc.tuple(contextId, anyText), { selector: ([id]) => id, maxLength: 4 });
	fc.assert(
		fc.property(
			notBlank,
			passages,
			fc.array(labelled, { minLength: 1, maxLength: 4 }),
			fc.double({ min: 0, max: 2, noNaN: true }),
			(question, contexts, answers, temperature) => {
				const { written, set } = readBack(
					[{ ...source, sourceInfo: { question, passages: contexts.map(([id, passage]) => ({ id, text: passage })) } }],
					answers.map(([answer, labels], i) => ({ ...response, id: `r${i}`, temperature, response: answer, labels })),
				);
				assert.deepEqual(set.problems, []);
				assert.equal(set.records.length, answers.length);
				for (const [i, { trace, ...about }] of set.records.entries()) {
					const [answer, labels] = answers[i]!;
					assert.equal(trace.query.text, question.trim());
					assert.deepEqual(
						trace.contexts.map((context) => [context.id, context.text.text]),
						contexts,
					);
					assert.equal(trace.response?.text ?? '', answer.trim() === '' ? '' : answer);
					assert.deepEqual(trace.labels, labels);
					assert.deepEqual(
						[trace.id, trace.model, about],
						[
							`r${i}`,
							'demo',
							{ sourceId: 's', taskType: 'QA', origin: 'world', split: 'train', quality: 'good', temperature: temperature + 0 },
						],
					);
					if (trace.response !== undefined) assertMapsJson(trace.response, written.response);
					for (const mapped of [trace.query, ...trace.contexts.map((context) => context.text)]) assertMapsJson(mapped, written.sourceInfo);
				}
			},
		),
	);
});

test('texts of passages, texts and structured data come back too', () => {
	const { set } = readBack(
		[
			{ ...source, sourceInfo: { question: 'q', passages: 'passage 1:A\n\npassage 2:B\n\n' } },
			{ sourceId: 't', taskType: 'Summary', origin: 'o', prompt: 'Sum up:\nNews.', sourceInfo: 'News.' },
			{ sourceId: 'u', taskType: 'Data2txt', origin: 'o', prompt: 'Tell of {}', sourceInfo: { é: [1] } },
		],
		['s', 't', 'u'].map((sourceId) => ({ ...response, id: sourceId, sourceId })),
	);
	assert.deepEqual(set.problems, []);
	assert.deepEqual(
		set.records.map(({ trace: { query, contexts } }) => [query.text, ...contexts.map((context) => context.text.text)]),
		[
			['q', 'A', 'B'],
			['Sum up:', 'News.'],
			['Tell of', '{"é":[1]}'],
		],
	);
});

test('what no data set can hold is a mistake of the caller', () => {
	for (const [start, end] of [
		[7, 8],
		[6, 7],
		[3, 3],
		[5, 2],
		[0, 99],
	] as const) {
		assert.throws(() => formatRagTruth([source], [{ ...response, labels: [{ start, end, type: 'x' }] }]), RangeError, `${start} to ${end}`);
		assert.throws(() => formatRagTruth([source], [{ ...response, undecided: [{ start, end }] }]), RangeError, `${start} to ${end}`);
	}
	assert.throws(() => formatRagTruth([source], [response, response]), { message: "two records have the id '1'" });
	assert.throws(() => formatRagTruth([source, source], []), { message: "two records have the id 's'" });
	assert.throws(() => formatRagTruth([], [response]), { message: "response '1' has no source 's'" });
});

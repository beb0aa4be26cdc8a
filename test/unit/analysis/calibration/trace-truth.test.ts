import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTruth } from '../../../../src/analysis/calibration/trace-truth.ts';
import { readRagTruth } from '../../../../src/formats/ragtruth.ts';
import { isAnswered, type AnsweredTrace } from '../../../../src/formats/read-traces.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';

const response = 'One is "a".\nTwo is b. Three is c.';
const sentences = [
	{ start: 0, end: 11 },
	{ start: 12, end: 21 },
	{ start: 22, end: 33 },
];
const nobody = { labels: [], disputed: [] };
const everything = () => false;

function trace(labels: unknown): AnsweredTrace {
	const line = JSON.stringify({ id: '1', source_id: 's', response, ...(labels === undefined ? {} : { labels }) });
	const { records } = readRagTruth(
		{ document: 'response.jsonl', text: line },
		{
			document: 'source_info.jsonl',
			text: JSON.stringify({ source_id: 's', task_type: 'QA', source_info: { question: 'q', passages: 'p' } }),
		},
	);
	const found = records[0]!.trace;
	assert.ok(isAnswered(found));
	return found;
}

const span = (start: number, end: number) => ({ start, end, label_type: 'Evident Conflict', text: response.slice(start, end) });

test('spans of a data set: the sentence that one overlaps is ungrounded, and so is the response; no spans: all is grounded', () => {
	const { sentences: found, response: whole } = withTruth(trace([span(19, 20)]), sentences, { settled: nobody, undecided: everything });
	assert.deepEqual(
		found.map(({ truth }) => truth),
		[false, true, false],
	);
	assert.equal(whole.truth, true);
	const right = withTruth(trace([]), sentences, { settled: nobody, undecided: everything });
	assert.deepEqual([right.response.truth, ...right.sentences.map(({ truth }) => truth)], [false, false, false, false]);
});

test("offsets are the document's, where a quotation mark takes two characters", () => {
	const one = trace([]);
	const { sentences: found } = withTruth(one, sentences, { settled: nobody, undecided: everything });
	const line = JSON.stringify({ id: '1', source_id: 's', response, labels: [] });
	for (const { start, end, text } of found) assert.equal(JSON.parse(`"${line.slice(start, end)}"`), text);
});

test("without labels nobody knows, nor of a response that is labeled in part, of either kind; a person's label weighs more than a span; what is disputed is decided by nobody", () => {
	const hash = (i: number): string => textSha256(response.slice(sentences[i]!.start, sentences[i]!.end));
	const unlabeled = withTruth(trace(undefined), sentences, {
		settled: { labels: [{ textSha256: hash(0), label: 'grounded' }], disputed: [] },
		undecided: everything,
	});
	assert.deepEqual([unlabeled.response.truth, ...unlabeled.sentences.map(({ truth }) => truth)], [null, false, null, null]);
	const all = withTruth(trace(undefined), sentences, {
		settled: { labels: [0, 1, 2].map((i) => ({ textSha256: hash(i), label: 'grounded' as const })), disputed: [] },
		undecided: everything,
	});
	assert.equal(all.response.truth, false);
	for (const label of ['grounded', 'ungrounded'] as const) {
		const inPart = { labels: [0, 1].map((i) => ({ textSha256: hash(i), label })), disputed: [] };
		assert.equal(withTruth(trace(undefined), sentences, { settled: inPart, undecided: everything }).response.truth, null);
	}
	const both = withTruth(trace([span(19, 20)]), sentences, {
		settled: {
			labels: [
				{ textSha256: hash(1), label: 'grounded' },
				{ textSha256: hash(2), label: 'ungrounded' },
			],
			disputed: [hash(0)],
		},
		undecided: everything,
	});
	assert.deepEqual([both.response.truth, ...both.sentences.map(({ truth }) => truth)], [true, null, false, true]);
});

test('a response with a disputed sentence is decided by nobody, unless another sentence is ungrounded', () => {
	const disputed = { labels: [], disputed: [textSha256(response.slice(0, 11))] };
	const truthOf = (labels: unknown): boolean | null =>
		withTruth(trace(labels), sentences, { settled: disputed, undecided: everything }).response.truth;
	assert.deepEqual([truthOf([]), truthOf([span(19, 20)]), truthOf(undefined)], [null, true, null]);
});

test('of a response whose only span stands where nobody decides, nothing is known', () => {
	const { sentences: found, response: whole } = withTruth(trace([span(8, 9)]), sentences, {
		settled: nobody,
		undecided: ({ start }) => start === 0,
	});
	assert.deepEqual([whole.truth, ...found.map(({ truth }) => truth)], [null, null, false, false]);
	assert.equal(withTruth(trace([]), sentences, { settled: nobody, undecided: ({ start }) => start === 0 }).response.truth, false);
});

test('a label of sentences that are equal is one label, and the response is known anyway', () => {
	const twice = [
		{ start: 0, end: 11 },
		{ start: 0, end: 11 },
	];
	const settled = { labels: [{ textSha256: textSha256(response.slice(0, 11)), label: 'ungrounded' as const }], disputed: [] };
	const { sentences: found, response: whole } = withTruth(trace(undefined), twice, { settled, undecided: everything });
	assert.deepEqual([whole.truth, ...found.map(({ truth }) => truth)], [true, true, null]);
});

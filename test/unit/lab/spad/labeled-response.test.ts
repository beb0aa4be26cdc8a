import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ragTruthSet } from '../../../../lab/datasets/ragtruth-set.ts';
import { labeledResponses } from '../../../../lab/spad/labeled-response.ts';
import { readRagTruth } from '../../../../src/formats/ragtruth.ts';
import { answered } from '../datasets/small-world.ts';

const { sourceInfo, response } = ragTruthSet(
	{
		train: [answered('The doctor of Maria Okafor is Dr Stone.', { temperature: 0.8 }), answered('The ward of Maria Okafor is Ward A.')],
		test: [answered('The ward of Maria Okafor is not stated.')],
	},
	{ model: 'demo', origin: 'small world' },
);
const recordsOf = (responses: string) =>
	readRagTruth({ document: 'response.jsonl', text: responses }, { document: 'source_info.jsonl', text: sourceInfo }).records;

test('answers about one entity are a group, whichever source they belong to', () => {
	const found = labeledResponses(recordsOf(response), 'train');
	assert.deepEqual(
		found.map(({ id, group, temperature, labels }) => [id, group, temperature, labels.map(({ note }) => note)]),
		[
			['train-0001', 'Maria Okafor', 0.8, ['misattributed']],
			['train-0002', 'Maria Okafor', 0, []],
		],
	);
	assert.deepEqual(
		labeledResponses(recordsOf(response), 'test').map(({ id }) => id),
		['test-0001'],
	);
});

test("in other people's sets the source is the group, and what nobody has judged is left out", () => {
	const lines = response
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	const plain = lines.map((line, i) => JSON.stringify({ ...line, tags: undefined, ...(i === 1 && { labels: undefined }) })).join('\n');
	assert.deepEqual(
		labeledResponses(recordsOf(plain), 'train').map(({ id, group }) => [id, group]),
		[['train-0001', 'train-0001']],
	);
});

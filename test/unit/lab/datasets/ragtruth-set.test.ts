import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ragTruthSet } from '../../../../lab/datasets/ragtruth-set.ts';
import { readRagTruth } from '../../../../src/formats/ragtruth.ts';
import { answered, twoPatients } from './small-world.ts';

test('the product reads what is written: question, passages, answer, labels and tags', () => {
	const wrong = "The doctor of Maria Okafor is Dr Stone. Maria Okafor's ward is Ward A.";
	const sides = { train: [answered(wrong, { temperature: 0.8 })], test: [answered('The ward of Maria Okafor is not stated.')] };
	const { sourceInfo, response } = ragTruthSet(sides, { model: 'demo', origin: 'small world' });
	const { records, problems } = readRagTruth(
		{ document: 'response.jsonl', text: response },
		{ document: 'source_info.jsonl', text: sourceInfo },
	);
	assert.deepEqual(problems, []);
	assert.deepEqual(
		records.map(({ trace, sourceId, taskType, origin, split, temperature, quality }) => [
			trace.id,
			sourceId,
			taskType,
			origin,
			split,
			temperature,
			quality,
		]),
		[
			['train-0001', 'train-0001', 'QA', 'small world', 'train', 0.8, 'good'],
			['test-0001', 'test-0001', 'QA', 'small world', 'test', 0, 'incorrect_refusal'],
		],
	);
	const [{ trace }] = records as [(typeof records)[0], ...typeof records];
	assert.equal(trace.model, 'demo');
	assert.equal(trace.query.text, 'Who treated Maria Okafor? In which ward was she?');
	assert.deepEqual(
		trace.contexts.map(({ id, text }) => [id, text.text]),
		[
			['1', 'Maria Okafor stayed in Ward A.'],
			['2', 'Dr Stone treated James Reid. He stayed in Ward B.'],
		],
	);
	assert.equal(trace.response?.text, wrong);
	assert.deepEqual(trace.labels, [{ start: 30, end: 38, type: 'Evident Baseless Info', note: 'misattributed' }]);
	assert.deepEqual(trace.tags, ['hospital', 'two', 'withheld', 'misattributed', 'supported']);
	assert.deepEqual([trace.group, trace.undecided], ['Maria Okafor', undefined]);
	assert.deepEqual(ragTruthSet(sides, { model: 'demo', origin: 'small world' }), { sourceInfo, response }, 'the same bytes again');
});

test('of a similar case it says nobody whom it is about, and decides nothing about the sentence that picks a record', () => {
	const situation = { ...twoPatients, kind: 'similar' as const, query: 'Which record is like this one?' };
	const picked = 'A similar case is that of James Reid.';
	const { response } = ragTruthSet(
		{ train: [answered(`${picked} The ward of James Reid is Ward B.`, { situation })], test: [] },
		{ model: 'demo', origin: 'small world' },
	);
	const line = JSON.parse(response) as object;
	assert.deepEqual('undecided' in line && line.undecided, [{ start: 0, end: picked.length, text: picked }]);
	assert.ok(!('group' in line));
});

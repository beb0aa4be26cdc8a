import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readForeign } from '../../../../src/formats/foreign/registry.ts';
import { problemsIn, readKnown, requirePlaces, saidBy } from './foreign-text.ts';

const sample = { user_input: 'How high is the fee?', retrieved_contexts: ['The fee is 4.90.'], response: 'It is 4.90.' };

describe('records', () => {
	it('may be in a list of any name', () => {
		const text = JSON.stringify({ average_scores: { faithfulness: 1 }, detailed_results: [{ ...sample, faithfulness: 1 }] });
		const read = readKnown(text);
		requirePlaces(read, text);
		assert.equal(read.format, 'RAGAS samples');
		assert.deepEqual(read.traces.map(saidBy), [
			{ id: 'line 1', query: sample.user_input, contexts: ['1: The fee is 4.90.'], response: sample.response },
		]);
		assert.deepEqual(read.traces[0]?.scores, [{ name: 'faithfulness', value: 1 }]);
	});

	it('may be deeper, as in the last test run that DeepEval keeps', () => {
		const testCase = {
			name: 'test_case_0',
			input: 'How high is the fee?',
			actualOutput: 'It is 4.90.',
			retrievalContext: ['The fee is 4.90.'],
			metricsData: [{ name: 'Faithfulness', score: 1, success: true }],
		};
		const run = { testRunData: { testCases: [testCase], metricsScores: [{ metric: 'Faithfulness', scores: [1] }], testPassed: 1 } };
		const read = readKnown(JSON.stringify(run));
		assert.equal(read.format, 'DeepEval test cases');
		assert.deepEqual(read.traces.map(saidBy), [
			{ id: 'test_case_0', query: testCase.input, contexts: ['1: The fee is 4.90.'], response: testCase.actualOutput },
		]);
	});

	it('may be members of an object, by their ID', () => {
		const read = readKnown(JSON.stringify({ q1: sample, q2: { ...sample, response: 'It is 5.90.' } }));
		assert.deepEqual(
			read.traces.map(({ response }) => response?.text),
			['It is 4.90.', 'It is 5.90.'],
		);
	});

	it('are not the documents of a record that asks and answers itself', () => {
		const faq = [{ question: 'What does a card cost?', answer: 'A card costs 4.90.' }];
		const read = readForeign({
			document: 'd.json',
			text: JSON.stringify({ client_query: 'Fee?', faq_docs: faq, bot_reply: '4.90 it is.' }),
		});
		assert.ok(read !== null && read.format === null);
		assert.deepEqual(read.proposal, { question: 'client_query', contexts: 'faq_docs[].question', answer: 'bot_reply' });
	});
});

describe('rows under usual names', () => {
	it('keep the scores of their other columns', () => {
		const csv = 'question,retrieved_contexts,response,rouge,time_sec,Latency (s)\nHow high?,The fee is 4.90.,It is 4.90.,0.5,3.2,1\n';
		assert.deepEqual(readKnown(csv, 'd.csv').traces[0]?.scores, [{ name: 'rouge', value: 0.5 }]);
	});
});

describe('rows of Open RAG Eval', () => {
	it('are joined: each has a passage, and the first of a run has the answer', () => {
		const csv = [
			'query_id,query,query_run,passage_id,passage,generated_answer',
			'q1,How high?,1,[1],The fee is 4.90.,It is 4.90 [1].',
			'q1,How high?,1,[2],Cards are free.,',
			'q1,How high?,2,[1],The fee is 4.90.,It is 5.90.',
			'q2,Who?,1,[1],Ann did.,',
			'',
		].join('\n');
		const read = readKnown(csv, 'd.csv');
		requirePlaces(read, csv);
		assert.equal(read.format, 'Open RAG Eval rows');
		assert.deepEqual(read.traces.map(saidBy), [
			{ id: 'q1-1', group: 'q1', query: 'How high?', contexts: ['1: The fee is 4.90.', '2: Cards are free.'], response: 'It is 4.90 [1].' },
			{ id: 'q1-2', group: 'q1', query: 'How high?', contexts: ['1: The fee is 4.90.'], response: 'It is 5.90.' },
		]);
		assert.deepEqual(problemsIn(read, csv), ['5: warning RA107 This record has no answer.']);
	});
});

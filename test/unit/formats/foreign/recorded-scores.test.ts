import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readForeign } from '../../../../src/formats/foreign/registry.ts';
import type { RecordedScore } from '../../../../src/formats/trace.ts';

function scoresIn(document: string, text: string): readonly (readonly RecordedScore[] | undefined)[] {
	const read = readForeign({ document, text });
	assert.ok(read !== null && read.format !== null);
	return read.traces.map(({ scores }) => scores);
}

const json = (value: unknown): string => JSON.stringify(value);

describe('scores that other tools keep with answers', () => {
	it('are the columns of numbers of a RAGAS result, in CSV and JSON', () => {
		const table =
			'user_input,retrieved_contexts,response,faithfulness,my critic,row_id,model\nWho?,"[\'Ann did.\']",Ann.,0.5,1,17,m\nWho?,"[\'Ann did.\']",Ann.,,0.25,18,m\n';
		assert.deepEqual(scoresIn('r.csv', table), [
			[
				{ name: 'faithfulness', value: 0.5 },
				{ name: 'my critic', value: 1 },
			],
			[{ name: 'my critic', value: 0.25 }],
		]);
		const others = {
			page: 3,
			year: 2024,
			rank: 1,
			timestamp: 17,
			cost_usd: 0.1,
			chunk_size: 512,
			top_k: 4,
			temperature: 0,
			retry_count: 1,
			created_at: 5,
		};
		const row = {
			question: 'Who?',
			contexts: ['Ann did.'],
			answer: 'Ann.',
			ground_truth: 'Ann',
			answer_relevancy: 0.9,
			is_correct: true,
			note: '12 of 14',
			...others,
		};
		assert.deepEqual(scoresIn('r.jsonl', json(row)), [
			[
				{ name: 'answer_relevancy', value: 0.9 },
				{ name: 'is_correct', value: true },
			],
		]);
		const { answer_relevancy: _none, is_correct: _neither, ...bare } = row;
		assert.deepEqual(scoresIn('r.jsonl', json(bare)), [undefined], 'an answer without scores has no list');
	});

	it('are what people said of a metric of RAGAS, beside the metric', () => {
		const annotation = (more: object): object => ({
			metric_input: { user_input: 'Who?', retrieved_contexts: ['Ann did.'], response: 'Ann.' },
			metric_output: 0.5,
			...more,
		});
		assert.deepEqual(
			scoresIn('a.json', json({ faithfulness: [annotation({ is_accepted: true }), annotation({ is_accepted: false, target: 1 })] })),
			[
				[
					{ name: 'faithfulness', value: 0.5 },
					{ name: 'faithfulness after review', value: 0.5, byPerson: true },
				],
				[
					{ name: 'faithfulness', value: 0.5 },
					{ name: 'faithfulness after review', value: 1, byPerson: true },
				],
			],
		);
		assert.deepEqual(scoresIn('a.json', json({ faithfulness: [annotation({ is_accepted: false })] })), [
			[{ name: 'faithfulness', value: 0.5 }],
		]);
	});

	it('are the metrics of DeepEval, by score, or else by success', () => {
		const metricsData = [
			{ name: 'Faithfulness', score: 0.75, success: true },
			{ name: 'Toxicity', success: false },
			{ score: 1 },
			{ name: 'Hallucination', score: null, success: false, error: 'timeout' },
		];
		const testCases = [{ name: 'case', input: 'Who?', actualOutput: 'Ann.', retrievalContext: ['Ann did.'], metricsData }];
		assert.deepEqual(scoresIn('d.json', json({ testCases })), [
			[
				{ name: 'Faithfulness', value: 0.75 },
				{ name: 'Toxicity', value: false },
			],
		]);
	});

	it('are the grade and the named scores of promptfoo', () => {
		const result = {
			vars: { question: 'Who?', context: 'Ann did.' },
			response: { output: 'Ann.' },
			gradingResult: { pass: false, score: 0.5 },
			namedScores: { 'context-faithfulness': 0.5 },
		};
		assert.deepEqual(scoresIn('p.json', json({ results: { results: [result] } })), [
			[
				{ name: 'pass', value: false },
				{ name: 'score', value: 0.5 },
				{ name: 'context-faithfulness', value: 0.5 },
			],
		]);
	});

	it('are the scores of Langfuse, and who gave them', () => {
		const trace = {
			id: 't',
			sessionId: null,
			input: { question: 'Who?' },
			output: { answer: 'Ann.' },
			scores: [
				{ name: 'helpful', value: 1, source: 'ANNOTATION' },
				{ name: 'verdict', value: 0, stringValue: 'wrong', source: 'EVAL' },
				{ name: 'helpful', value: 0, source: 'ANNOTATION' },
				{ name: 'helpful', value: 1, source: 'ANNOTATION' },
			],
			observations: [],
		};
		assert.deepEqual(scoresIn('l.json', json([trace])), [
			[
				{ name: 'helpful', value: 1, byPerson: true },
				{ name: 'verdict', value: 'wrong' },
				{ name: 'helpful#2', value: 0, byPerson: true },
			],
		]);
	});

	it('are the assessments of MLflow and the feedback of LangSmith', () => {
		const assessments = [
			{ assessment_name: 'grounded', source: { source_type: 'HUMAN' }, feedback: { value: false } },
			{ assessment_name: 'old', valid: false, feedback: { value: true } },
			{ assessment_name: 'relevance', source: { source_type: 'LLM_JUDGE' }, feedback: { value: 'partly' } },
		];
		const spans = [{ span_id: 's', inputs: { question: 'Who?' }, outputs: { answer: 'Ann.' } }];
		assert.deepEqual(scoresIn('m.jsonl', json({ info: { trace_id: 't', assessments }, data: { spans } })), [
			[
				{ name: 'grounded', value: false, byPerson: true },
				{ name: 'relevance', value: 'partly' },
			],
		]);
		const run = {
			id: 'r',
			run_type: 'chain',
			inputs: { question: 'Who?' },
			outputs: { answer: 'Ann.' },
			feedback_stats: { correctness: { n: 2, avg: 0.5 }, empty: { n: 0 } },
		};
		assert.deepEqual(scoresIn('r.jsonl', json(run)), [[{ name: 'correctness', value: 0.5 }]]);
	});

	it('count once for each name, and at most fifty of them', () => {
		const metricsData = Array.from({ length: 120 }, (_, i) => ({ name: `m${i % 60}`, score: i }));
		const testCases = [{ input: 'Who?', actualOutput: 'Ann.', retrievalContext: ['Ann did.'], metricsData }];
		const [scores] = scoresIn('d.json', json({ testCases }));
		assert.equal(scores?.length, 50);
		assert.deepEqual(scores[0], { name: 'm0', value: 0 });
	});
});

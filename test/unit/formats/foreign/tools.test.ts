import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { problemsIn, readKnown, requirePlaces, saidBy } from './foreign-text.ts';

/** The texts of all fixtures (`lab/making/foreign-fixtures/invented.py`). */
const cases = [
	{
		query: 'When does the branch in Odelle close?',
		contexts: ['The branch in Odelle closes on 14 March 2024.', 'The café "Plus"\nnext to it stays open. 🤔 | So does the library.'],
		response: 'It closes on 15 March 2024.\nThe café "Plus" stays open.',
	},
	{
		query: "What's the monthly fee of the Plus account?",
		contexts: ["The monthly fee of the Plus account is 4.90 euros; it's due in May.", 'A card costs 12 euros a year.'],
		response: "The fee is 5.90 euros, and it's due in May.",
	},
	{
		query: 'Which ward treats tonsillitis?',
		contexts: ['The usual ward for tonsillitis is ward 3.'],
		response: 'Ward 3 treats tonsillitis.',
	},
];

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** What each fixture is read as, by its name. */
const whole: Readonly<Record<string, string>> = {
	'ragas-samples.jsonl': 'RAGAS samples',
	'ragas-result.csv': 'RAGAS samples',
	'ragas-result.json': 'RAGAS samples',
	'ragas-result-nan.json': 'RAGAS samples',
	'ragas-older-columns.json': 'RAGAS rows (before version 0.2)',
	'ragas-annotations.json': 'RAGAS annotations',
	'deepeval.json': 'DeepEval test cases',
	'openinference-otlp.json': 'OpenTelemetry spans',
	'openinference-otlp-snake.jsonl': 'OpenTelemetry spans',
	'openinference-spans.jsonl': 'OpenTelemetry spans',
	'openinference-console.txt': 'OpenTelemetry spans',
	'langsmith-runs.jsonl': 'LangSmith runs',
	'langsmith-runs.json': 'LangSmith runs',
	'langsmith-posted.json': 'LangSmith runs',
	'langfuse-api.json': 'Langfuse traces',
	'langfuse-observations.jsonl': 'Langfuse traces',
	'mlflow-traces.jsonl': 'MLflow traces',
	'promptfoo.json': 'promptfoo results',
	'promptfoo.jsonl': 'promptfoo results',
	'langchain-chain.json': 'rows with a question, contexts and an answer',
	'llamaindex-responses.json': 'rows with a question, contexts and an answer',
	'ragbench.jsonl': 'RAGBench rows',
};

describe('files as the tools write them', () => {
	for (const [name, format] of Object.entries(whole)) {
		it(`${name}: every question, context and answer, each at its place`, () => {
			const text = fixture(name);
			const read = readKnown(text, name);
			assert.equal(read.format, format);
			requirePlaces(read, text);
			assert.deepEqual(
				read.traces.map(({ query, contexts, response }) => ({
					query: query.text,
					contexts: contexts.map((context) => context.text.text),
					response: response?.text,
				})),
				cases,
			);
			assert.deepEqual(
				read.problems.filter(({ severity }) => severity === undefined),
				[],
			);
		});
	}

	it('DeepEval: contexts in one text are not cut, and a warning says so', () => {
		for (const name of ['deepeval.jsonl', 'deepeval.csv']) {
			const text = fixture(name);
			const read = readKnown(text, name);
			assert.deepEqual(
				read.traces.map(({ contexts }) => contexts.map((context) => context.text.text)),
				cases.map(({ contexts }) => [contexts.join('|')]),
			);
			assert.deepEqual(
				read.problems.map(({ code, severity }) => [code, severity]),
				[
					['RA164', 'warning'],
					['RA164', 'warning'],
				],
			);
		}
	});

	it('OpenTelemetry GenAI: the instructions of the system are the context where no documents were recorded', () => {
		const read = readKnown(fixture('otel-genai.json'));
		const [trace] = read.traces.map(saidBy);
		assert.ok(trace !== undefined);
		assert.equal(trace.query, cases[0]?.query);
		assert.equal(trace.response, cases[0]?.response);
		assert.deepEqual(trace.contexts, [
			`instructions: Answer from these contexts, and from nothing else.\n\n${cases[0]?.contexts.join('\n\n')}`,
		]);
		assert.equal(trace.system, undefined);
		assert.deepEqual(read.notes, ['No retrieved documents were recorded. The instructions of the system were read as one context.']);
	});

	it('OpenTelemetry GenAI: what tools returned is the context, earlier turns are the history, and thoughts are no answer', () => {
		const [trace] = readKnown(fixture('otel-genai-tools.json')).traces.map(saidBy);
		assert.deepEqual(trace, {
			id: trace?.id,
			model: 'invented-model',
			history: ['user: Hello', 'assistant: Hello! How can I help?'],
			query: cases[0]?.query,
			contexts: [`1: ${cases[0]?.contexts[0]}`],
			response: cases[0]?.response,
		});
	});

	it('contexts within the instructions are not given a second time', () => {
		for (const name of ['openinference-otlp.json', 'langsmith-runs.json', 'promptfoo.json'])
			assert.equal(readKnown(fixture(name)).traces[0]?.system, undefined, name);
		assert.equal(readKnown(fixture('mlflow-traces.jsonl')).traces[0]?.system?.text, 'Answer from the context.');
	});

	it('a failed row of promptfoo is named', () => {
		const text = fixture('promptfoo.json');
		assert.deepEqual(
			problemsIn(readKnown(text), text).map((problem) => problem.replace(/^\d+: /, '')),
			['warning RA107 This record has no answer.'],
		);
	});

	it('spans without texts say how to record them', () => {
		const read = readKnown(
			fixture('otel-genai.json').replaceAll(/gen_ai\.(system_instructions|input\.messages|output\.messages)/g, 'x.$1'),
		);
		assert.deepEqual(read.traces, []);
		assert.match(read.notes[0] ?? '', /^Its spans carry no texts\. .*CAPTURE_MESSAGE_CONTENT/);
		assert.equal(read.problems.at(-1)?.code, 'RA163');
	});

	it('a trace beside a broken place is left out, because steps of it may be missing', () => {
		const lines = fixture('langsmith-runs.jsonl').split('\n');
		const text = [...lines.slice(0, 1), '{"broken', ...lines.slice(2)].join('\n');
		const read = readKnown(text);
		assert.deepEqual(
			read.traces.map(({ query }) => query.text),
			[cases[1]?.query, cases[2]?.query],
		);
		assert.deepEqual(
			read.problems.map(({ code }) => code),
			['RA165', 'RA115'],
		);
	});
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { isAnswered } from '../../../../src/formats/read-traces.ts';
import type { AnalysisState } from '../../../../src/protocol/requests.ts';
import { withoutModel } from '../../../../src/runner/traces/support-analyses.ts';
import { verdictLenses } from '../../../../src/runner/traces/verdict-lenses.ts';
import { recordOf } from '../record.ts';

const uri = 'untitled:a.rag.md';
const text = '## Query\nWhen?\n\n## Context a\nIt opens at nine. It is red.\n\n## Response\nIt opens at nine. It is blue.\n';
const done: AnalysisState = { kind: 'done', notes: [], findings: 0, profile: 'p', cut: false };

function read() {
	const parsed = readRagMarkdown(uri, text, 'a');
	return { key: uri, uris: [uri], parsed, documents: new Map([[uri, TextDocument.create(uri, 'rag-trace', 1, text)]]) };
}

function analyzed() {
	const trace = read().parsed.traces.filter(isAnswered)[0]!;
	const start = text.lastIndexOf('It opens');
	const sentence = { cgMean: 0, cgTop5: 0, entropyMean: 0, score: null, spad: null };
	const record = {
		...recordOf(uri),
		sentences: [
			{ ...sentence, start, end: start + 17, verdict: 'grounded' as const },
			{ ...sentence, start: start + 18, end: start + 29, verdict: 'ungrounded' as const },
		],
	};
	return { ...read(), analyses: [{ trace, record }] };
}

const lensesOf = (of: string, state: AnalysisState) => verdictLenses(of, read(), state, () => Promise.resolve(analyzed()));
const titles = async (state: AnalysisState) => (await lensesOf(uri, state)).map(({ command }) => [command?.title, command?.command]);

test('a lens stands above the head of the response, and a click lists the sentences', async () => {
	const [lens, ...more] = await lensesOf(uri, done);
	assert.deepEqual(more, []);
	assert.deepEqual(lens?.range.start, { line: 6, character: 0 });
	assert.deepEqual(lens?.command, {
		title: '✗ 1 of 2 sentences not supported · 1 not flagged',
		command: 'ragAssay.listSentences',
		arguments: [uri],
	});
});

test('a response that no model has read says so, and a click reads it', async () => {
	assert.deepEqual(await titles({ kind: 'idle' }), [['Not analyzed. Click to analyze.', 'ragAssay.analyzeFile']]);
	assert.deepEqual(await titles({ kind: 'cancelled' }), [['Not analyzed: canceled. Click to analyze.', 'ragAssay.analyzeFile']]);
	assert.deepEqual(await titles({ kind: 'running', done: 1, total: 2 }), [['Analyzing…', 'ragAssay.listSentences']]);
	assert.deepEqual(await titles({ kind: 'no-response' }), []);
});

test('while a response waits nothing is computed for its lens', async () => {
	const lenses = await verdictLenses(uri, read(), { kind: 'queued' }, () => Promise.reject(new Error('computed')));
	assert.equal(lenses.length, 1);
});

test('after a failure the lens has what was found without a model', async () => {
	const failed: AnalysisState = { kind: 'failed', error: { code: 'RA401', message: 'm' } };
	const [lens] = await verdictLenses(uri, read(), failed, () => withoutModel(read(), true));
	assert.match(lens!.command!.title, /\bsentences?\b.* · Not analyzed by a model\. Click to try again\.$/);
});

test('a document that is another trace’s has no lens', async () => {
	assert.deepEqual(await lensesOf('untitled:b.rag.md', done), []);
});

test('the lens of a very long answer says how much of it was read', async () => {
	const whole = analyzed();
	const [{ trace, record }] = whole.analyses as [(typeof whole.analyses)[number]];
	const unread = { start: text.length - 3, end: text.length, characters: 20_000, of: 120_000 };
	const [lens] = await verdictLenses(uri, read(), done, () =>
		Promise.resolve({ ...whole, analyses: [{ trace, record: { ...record, unread } }] }),
	);
	assert.equal(
		lens?.command?.title,
		'✗ 1 of 2 sentences not supported · 1 not flagged · only the first 100,000 of 120,000 characters were read',
	);
});

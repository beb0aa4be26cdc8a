import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { codeActionsAt, judgedResponses } from '../../../../src/runner/traces/finding-actions.ts';
import { supportHover, withoutModel } from '../../../../src/runner/traces/support-analyses.ts';
import { diagnosticsOf } from '../../../../src/runner/traces/trace-diagnostics.ts';
import type { ReadTraceFile } from '../../../../src/runner/traces/trace-file.ts';

const uri = 'untitled:log.rag.md';
const text = `## Query
When did the alarm go off?

## Context site-log-2
At 22:40 the low-pressure alarm of pump 2 went off.

## Response
The low-pressure alarm of pump 2 went off at 22:35. Nobody panicked.
`;
const read: ReadTraceFile = {
	key: uri,
	uris: [uri],
	parsed: readRagMarkdown(uri, text, 'log'),
	documents: new Map([[uri, TextDocument.create(uri, 'markdown', 1, text)]]),
};

test('before a model has read a trace, its values are diagnosed, and lead to the other value', async () => {
	const diagnostics = diagnosticsOf(uri, read, await withoutModel(read), { kind: 'queued' });
	assert.deepEqual(
		diagnostics.map(({ code, range, relatedInformation }) => [
			code,
			range,
			relatedInformation?.map(({ location, message }) => [location.range, message]),
		]),
		[
			[
				'rag-assay/value-contradicted',
				{ start: { line: 7, character: 45 }, end: { line: 7, character: 50 } },
				[[{ start: { line: 4, character: 3 }, end: { line: 4, character: 8 } }, 'Context site-log-2 says this.']],
			],
		],
	);
});

test('after a model could not be loaded, values are still diagnosed, beside the failure', async () => {
	const error = { code: 'RA301', message: 'There is no such model.' };
	const diagnostics = diagnosticsOf(uri, read, await withoutModel(read), { kind: 'failed', error });
	assert.deepEqual(new Set(diagnostics.map(({ code }) => code)), new Set(['RA301', 'rag-assay/value-contradicted']));
});

test('where no model will judge, the starter profile does, as information', async () => {
	const invented = text.replace('Nobody panicked.', 'The painter Lindqvist covered two copper towers with mosaics.');
	const document = TextDocument.create(uri, 'markdown', 1, invented);
	const other: ReadTraceFile = { ...read, parsed: readRagMarkdown(uri, invented, 'log'), documents: new Map([[uri, document]]) };
	const shown = async (starter: boolean) =>
		diagnosticsOf(uri, other, await withoutModel(other, starter), { kind: 'queued' })
			.filter(({ code }) => code === 'rag-assay/ungrounded')
			.map(({ severity, range, message }) => [
				severity,
				document.getText(range),
				typeof message === 'string' && message.includes('not calibrated on your data'),
			]);
	assert.deepEqual(await shown(true), [
		[DiagnosticSeverity.Information, 'The painter Lindqvist covered two copper towers with mosaics.', true],
	]);
	assert.deepEqual(await shown(false), []);
});

test('a value can be ignored, and says all there is to say', async () => {
	const judged = judgedResponses(await withoutModel(read));
	const at = { line: 7, character: 46 };
	assert.deepEqual(
		codeActionsAt(judged, { start: at, end: at }, []).map(({ title }) => title),
		['Ignore this finding about the value'],
	);
});

test('a hover names the value that a context gives, the best match, and words that no context has', async () => {
	const analyzed = await withoutModel(read);
	const hover = (offset: number): string => supportHover(analyzed, uri, offset)?.verdict ?? '';
	assert.match(
		hover(text.indexOf('22:35')),
		/^\*\*\u2717 Differs from the contexts\*\*\n\n\u201c22:35\u201d differs from the contexts, which say \u201c22:40\u201d \(site-log-2\)\.\n\nBest match, 100% of this sentence\u2019s words: site-log-2: \u201cAt 22:40/,
	);
	assert.equal(hover(text.indexOf('Nobody')), '**Not analyzed by a model**\n\nIn no context: \u201cpanicked\u201d.');
	assert.equal(hover(0), '');
});

test('the hover of the end of a very long answer says that it was not read', async () => {
	const whole = await withoutModel(read);
	const [{ trace, record }] = whole.analyses as [(typeof whole.analyses)[number]];
	const unread = { start: text.indexOf('Nobody'), end: text.length, characters: 20_000, of: 120_000 };
	const analyzed = { ...whole, analyses: [{ trace, record: { ...record, unread } }] };
	const hover = supportHover(analyzed, uri, text.indexOf('panicked') + 2);
	assert.match(hover!.verdict, /^\*\*Not analyzed\*\*\n\nOnly the first 100,000 of the answer.s 120,000 characters were analyzed/);
	assert.deepEqual(hover!.range, { start: { line: 7, character: 59 }, end: { line: 7, character: 68 } });
	assert.doesNotMatch(supportHover(analyzed, uri, text.indexOf('22:35'))!.verdict, /Not analyzed/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { diagnosticsOf } from '../../../../src/runner/traces/trace-diagnostics.ts';
import { recordOf } from '../record.ts';

const uri = 'file:///t/ann.rag.md';
const text = '## Query\n\nHow old is Ann?\n\n## Context a\n\nAnn is 34.\n\n## Response\n\nAnn is 43.\n';
const likeness = { unlike: true, outside: 19, differs: ['lists in the contexts'], p: 0.005, rows: 30 };
const done = { kind: 'done' as const, notes: [], findings: 1, profile: 'demo', cut: false };

async function flagged(isIgnored: boolean): Promise<AnalyzedFile> {
	const parsed = await readTraces(uri, text, async () => undefined);
	const [trace] = parsed!.traces.filter(isAnswered);
	const start = text.indexOf('Ann is 43.');
	const finding = {
		code: 'rag-assay/ungrounded',
		severity: 'warning' as const,
		subject: { kind: 'trace', id: 'ann' } as const,
		method: 'm',
		message: 'Ungrounded.',
		start,
		end: start + 10,
		score: 1,
		threshold: 0,
		ignored: isIgnored,
	};
	return {
		key: uri,
		uris: [uri],
		parsed: parsed!,
		documents: new Map([[uri, TextDocument.create(uri, 'rag-trace', 1, text)]]),
		analyses: [{ trace: trace!, record: { ...recordOf(uri), findings: [finding] } }],
	};
}

test('Problems says once, at the response, that findings may be false alarms where the last answers are unlike those of the profile', async () => {
	const file = await flagged(false);
	const [finding, doubt, ...more] = diagnosticsOf(uri, file, file, { ...done, likeness });
	assert.equal(finding?.code, 'rag-assay/ungrounded');
	assert.deepEqual([doubt?.range.start.line, doubt?.severity], [8, DiagnosticSeverity.Information]);
	assert.match(
		JSON.stringify(doubt?.message),
		/^"19 of the last 30 answers look unlike .*\(lists in the contexts\).*calibrate on your labels\."$/,
	);
	assert.deepEqual(more, []);
});

test('nothing of it is said where they are alike, and where nothing was found or all of it is ignored', async () => {
	const file = await flagged(false);
	const ignored = await flagged(true);
	const clean = { ...file, analyses: [] };
	const unlike = { ...done, likeness };
	const said = [
		diagnosticsOf(uri, file, file, { ...done, likeness: { ...likeness, unlike: false } }),
		diagnosticsOf(uri, file, file, done),
		diagnosticsOf(uri, ignored, ignored, unlike),
		diagnosticsOf(uri, clean, clean, unlike),
	];
	assert.deepEqual(
		said.map((all) => all.map(({ code }) => code)),
		[['rag-assay/ungrounded'], ['rag-assay/ungrounded'], ['rag-assay/ungrounded'], []],
	);
});

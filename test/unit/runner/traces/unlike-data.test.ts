import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { unjudgedActionsAt } from '../../../../src/runner/traces/finding-actions.ts';
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
		/^"Expect more false alarms: 19 of the last 30 answers differ .*\(lists in the contexts\).*calibrate on your labels\."$/,
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

test('an answer that is unlike all of the profile is one Information at its first sentence, with another model as the way out', async () => {
	const file = await flagged(false);
	const [{ trace, record }] = file.analyses as [AnalyzedFile['analyses'][number]];
	const start = text.indexOf('Ann is 43.');
	const sentence = { ...record.sentences[0]!, start, end: start + 10, verdict: null, notJudged: 'unlike-profile' as const };
	const unjudged = {
		...file,
		analyses: [
			{ trace, record: { ...record, findings: [], sentences: [sentence], unlike: ['longer sentences', 'lists in the contexts'] } },
		],
	};
	const [one, ...more] = diagnosticsOf(uri, unjudged, unjudged, { ...done, findings: 0, likeness });
	assert.deepEqual(more, []);
	assert.deepEqual([one?.code, one?.severity, one?.range.start.line], ['rag-assay/not-judged', DiagnosticSeverity.Information, 10]);
	assert.match(
		JSON.stringify(one?.message),
		/^"Not judged: the answer is unlike the calibration answers .* \(longer sentences and lists in the contexts\)\."$/,
	);
	const [action, ...others] = unjudgedActionsAt(unjudged, one!.range, [one!]);
	assert.deepEqual([action?.command?.command, action?.diagnostics, others], ['ragAssay.chooseModel', [one], []]);
	const head = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
	assert.deepEqual(unjudgedActionsAt(unjudged, head, [one!]), []);
	assert.deepEqual(unjudgedActionsAt(file, one!.range, [one!]), []);
});

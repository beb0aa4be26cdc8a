import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Connection, Diagnostic } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAnswered } from '../../../../src/formats/read-traces.ts';
import type { AnalysisState } from '../../../../src/protocol/requests.ts';
import { DiagnosticOutlet } from '../../../../src/runner/lsp/diagnostics-publisher.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { ClosedFiles } from '../../../../src/runner/traces/closed-files.ts';
import { readTraceFile, traceFileOf } from '../../../../src/runner/traces/trace-file.ts';
import { shortTrace } from '../../../support/runner-client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/until.ts';
import { recordOf } from '../record.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const done: AnalysisState = { kind: 'done', notes: [], findings: 1, profile: 'p', cut: false };

/** A trace file on the disk with one finding, and what the editor hears about it. */
async function traceFile(t: TestContext) {
	const path = join(temporaryFolder(t), 'a.rag.md');
	const text = shortTrace('1');
	writeFileSync(path, text);
	const uri = pathToFileURL(path).href;
	const open = new OpenDocuments();
	const listed = new Map<string, readonly Diagnostic[]>();
	const states: string[] = [];
	const connection = {
		sendDiagnostics: ({ uri: of, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
			listed.set(of, diagnostics);
			return Promise.resolve();
		},
	} as unknown as Connection;
	const outlet = new DiagnosticOutlet(connection, silent, { pulls: true, refreshes: false });
	const files = new ClosedFiles({ open, outlet: () => outlet, log: silent, tell: (_uri, state) => states.push(state.kind) });
	const file = traceFileOf(uri, open)!;
	const read = (await readTraceFile(file, open))!;
	const [trace] = read.parsed.traces.filter(isAnswered);
	const start = text.indexOf('## Response') + 12;
	const finding = {
		subject: { kind: 'trace' as const, id: trace!.id },
		code: 'rag-assay/ungrounded',
		severity: 'warning' as const,
		method: 'spad+' as const,
		message: 'm',
		start,
		end: start + 5,
		score: 1,
		threshold: 0,
		ignored: false,
	};
	const analyzed = { ...read, analyses: [{ trace: trace!, record: { ...recordOf(uri), findings: [finding] } }] };
	const openIt = (): void => {
		open.set(TextDocument.create(uri, 'rag-trace', 1, text));
		outlet.changed(uri, () => Promise.resolve([]));
	};
	return { path, uri, text, open, files, file, analyzed, openIt, states, listed: () => listed.get(uri)?.length ?? 0 };
}

describe('what is known of files that are not open', () => {
	test('findings of the whole workspace are listed, and again after a file was opened and closed', async (t) => {
		const { uri, open, files, file, analyzed, openIt, states, listed } = await traceFile(t);
		files.analyzed(analyzed, done);
		assert.deepEqual([listed(), states], [1, ['done']]);
		openIt();
		assert.equal(listed(), 0, 'an open document has its own');
		open.delete(uri);
		await files.closed(file, undefined);
		assert.deepEqual([listed(), states], [1, ['done', 'done']]);
	});

	test('what an editor showed stays when it is closed', async (t) => {
		const { uri, open, files, file, analyzed, openIt, states, listed } = await traceFile(t);
		openIt();
		open.delete(uri);
		await files.closed(file, { analyzed, state: done });
		assert.deepEqual([listed(), states], [1, ['done']]);
	});

	test('when the last tab is closed what was found stays, although the editor holds the document', async (t) => {
		const { uri, files, analyzed, openIt, listed } = await traceFile(t);
		openIt();
		files.tabClosed(uri, analyzed, done);
		assert.equal(listed(), 1);
		files.forgetWhere(({ key }) => key === uri);
		assert.equal(listed(), 0, 'its text changed');
	});

	test('what was found in a text that was not saved is not listed', async (t) => {
		const { path, text, files, file, analyzed, states, listed } = await traceFile(t);
		files.analyzed(analyzed, done);
		writeFileSync(path, `${text}More.\n`);
		await files.closed(file, undefined);
		assert.deepEqual([listed(), states], [0, ['done', 'none']]);
	});

	test('a file that is written as it was keeps its findings, and one that changes or goes loses them', async (t) => {
		const { path, text, uri, files, analyzed, states, listed } = await traceFile(t);
		files.analyzed(analyzed, done);
		writeFileSync(path, text);
		files.fileChanged(uri);
		await until(() => states.length === 2, 'a second look');
		assert.deepEqual([listed(), states], [1, ['done', 'done']]);
		rmSync(path);
		files.fileChanged(uri);
		await until(() => states.at(-1) === 'none', 'the file to be forgotten');
		assert.equal(listed(), 0);
	});

	test('the file with ignored findings beside a trace changes what is listed', async (t) => {
		const { uri, files, analyzed, states, listed } = await traceFile(t);
		files.analyzed(analyzed, done);
		files.fileChanged(uri.replace('.rag.md', '.rag-assay.json'));
		assert.deepEqual([listed(), states], [0, ['done', 'none']]);
	});
});

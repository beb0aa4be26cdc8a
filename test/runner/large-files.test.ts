/** Traces of files that are too large for an editor, one by one. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction, CodeLens, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { IndexLargeFile, LargeFileTraces, ReadableTrace, TracesOfFile } from '../../src/protocol/readable.ts';
import { Progress } from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { pullingClient } from '../support/runner-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { warmClient } from './warm-client.ts';

const filler = 'The branch keeps a ledger of every visit. '.repeat(2500);

function row(number: number): string {
	return `${JSON.stringify({
		user_input: `What does desk ${number} charge?`,
		retrieved_contexts: [`Desk ${number} charges ${number + 100} dollars. ${filler}`],
		response: `Desk ${number} charges ${number + 107} dollars.`,
	})}\n`;
}

const rows = (count: number): string => Array.from({ length: count }, (_, i) => row(i + 1)).join('');

describe('large files', () => {
	const warm = warmClient((client) => client.initialize({ analyzeOn: 'command', showsWhy: true }, pullingClient));

	test('a file is indexed with progress, and any of its traces opens, is judged and leads to the next ones', async (t) => {
		const client = await warm();
		const folder = temporaryFolder(t);
		const path = join(folder, 'answers.jsonl');
		const uri = pathToFileURL(path).href;
		writeFileSync(path, `\n${rows(200)}{"user_input": \n${row(202)}`);
		const reports: number[] = [];
		const heard = receive(
			client.connection,
			Progress,
			({ token, done, total }) => {
				if (token === 'one') reports.push(done / total);
			},
			assert.fail,
		);
		assert.deepEqual(await ask(client.connection, IndexLargeFile, { uri, token: 'one' }), { count: 202, format: 'RAGAS samples' });
		heard.dispose();
		assert.equal(reports.at(-1), 1);
		// No list of the whole file is made.
		assert.equal(await ask(client.connection, TracesOfFile, { uri }), null);

		const listed = await ask(client.connection, LargeFileTraces, { uri, line: 200, count: 4 });
		assert.deepEqual(
			listed.map(({ line, question, isReadable }) => [line, question, isReadable]),
			[
				[200, 'What does desk 199 charge?', true],
				[201, 'What does desk 200 charge?', true],
				[202, 'This line is not valid JSON.', false],
				[203, 'What does desk 202 charge?', true],
			],
		);
		assert.deepEqual(
			(await ask(client.connection, LargeFileTraces, { uri, line: 1, count: 1 })).map(({ line }) => line),
			[2],
		);
		assert.deepEqual(await ask(client.connection, LargeFileTraces, { uri, line: 5000, count: 4 }), []);

		const readable = listed[1]!.uri;
		const shown = await ask(client.connection, ReadableTrace, { uri: readable });
		assert.match(shown!.text, /^---\nid: line 201\n/);
		assert.match(shown!.text, /Desk 200 charges 307 dollars\./);
		assert.deepEqual([shown!.source.uri, shown!.source.range[0]], [uri, 200]);
		await client.open(readable, shown!.text, 'rag-trace');
		const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: readable } });
		assert.deepEqual(
			lenses
				.filter(({ command }) => command!.title !== 'Not analyzed. Click to analyze.')
				.map(({ command }) => [command!.title, command!.arguments![0]]),
			[
				['Line 201 of answers.jsonl: list its 202 lines', uri],
				['Previous trace', listed[0]!.uri],
				// The line behind it is broken.
				['Next trace', listed[3]!.uri],
			],
		);
		const report = await client.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
			textDocument: { uri: readable },
		});
		assert.equal(report.kind, 'full');
		const finding = report.items.find(({ code }: Diagnostic) => code === 'rag-assay/value-contradicted');
		assert.match(JSON.stringify(finding?.message), /307/);
		const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
			textDocument: { uri: readable },
			range: finding!.range,
			context: { diagnostics: [finding] },
		});
		const { command } = actions.find(({ title }) => title.startsWith('Ignore this finding'))!;
		await client.connection.sendRequest('workspace/executeCommand', { command: command!.command, arguments: command!.arguments });
		assert.ok(existsSync(join(folder, 'answers.rag-assay.json')));

		// Lines that are appended are there without a new index.
		appendFileSync(path, row(203));
		assert.deepEqual(
			(await ask(client.connection, LargeFileTraces, { uri, line: 203, count: 9 })).map(({ question }) => question),
			['What does desk 202 charge?', 'What does desk 203 charge?'],
		);
	});

	test('a file whose traces are not on separate lines is refused, with what to do', async (t) => {
		const client = await warm();
		const folder = temporaryFolder(t);
		const refused = async (name: string, text: string): Promise<void> => {
			writeFileSync(join(folder, name), text);
			await assert.rejects(
				ask(client.connection, IndexLargeFile, { uri: pathToFileURL(join(folder, name)).href, token: name }),
				/RA168.*cannot be opened trace by trace/s,
			);
		};
		await refused('list.json', `[${rows(3).trim().replaceAll('\n', ',')}]`);
		await refused('table.csv', `question,contexts,answer\n${'a,b,c\n'.repeat(100)}`);
		await assert.rejects(
			ask(client.connection, IndexLargeFile, { uri: pathToFileURL(join(folder, 'gone.jsonl')).href, token: 'gone' }),
			/RA506/,
		);
	});
});

/** Traces of files that are too large for an editor, one by one. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction, CodeLens, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { IndexLargeFile, LargeFileTraces, ReadableTrace, TracesOfFile } from '../../src/protocol/readable.ts';
import { Progress } from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { Client, pullingClient } from '../support/runner-client.ts';
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

		const list = async (line: number, count: number) => ask(client.connection, LargeFileTraces, { uri, line, count });
		const { lines: listed, hasBefore, hasMore } = await list(200, 4);
		assert.deepEqual([hasBefore, hasMore], [true, false]);
		assert.deepEqual(
			listed.map(({ line, question, isReadable }) => [line, question, isReadable]),
			[
				[200, 'What does desk 199 charge?', true],
				[201, 'What does desk 200 charge?', true],
				[202, 'This line is not valid JSON.', false],
				[203, 'What does desk 202 charge?', true],
			],
		);
		const first = await list(1, 1);
		assert.deepEqual([first.lines.map(({ line }) => line), first.hasBefore, first.hasMore], [[2], false, true]);
		assert.deepEqual(await list(5000, 4), { lines: [], hasBefore: true, hasMore: false });

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
			(await list(203, 9)).lines.map(({ question }) => question),
			['What does desk 202 charge?', 'What does desk 203 charge?'],
		);
	});

	test('blank lines, a byte order mark, and another format under the same name', async (t) => {
		const client = await warm();
		const path = join(temporaryFolder(t), 'answers.jsonl');
		const uri = pathToFileURL(path).href;
		writeFileSync(path, `\uFEFF${row(1)}${'\n'.repeat(1500)}${row(2)}`);
		assert.equal((await ask(client.connection, IndexLargeFile, { uri, token: 'bom' })).count, 2);
		const { lines } = await ask(client.connection, LargeFileTraces, { uri, line: 2, count: 5 });
		assert.deepEqual(
			lines.map(({ line, question }) => [line, question]),
			[[1502, 'What does desk 2 charge?']],
		);
		const first = await ask(client.connection, LargeFileTraces, { uri, line: 1, count: 1 });
		assert.equal(first.lines[0]!.question, 'What does desk 1 charge?');
		writeFileSync(path, `{"question": "Who?", "documents": ["Ann."], "response": "Bo."}\n`.repeat(9));
		const changed = await ask(client.connection, LargeFileTraces, { uri, line: 9, count: 5 });
		assert.deepEqual(
			changed.lines.map(({ question }) => question),
			['Who?'],
		);
	});

	test('a trace whose ID an earlier line has is named by its line, too, as in smaller files', async (t) => {
		const client = await warm();
		const path = join(temporaryFolder(t), 'answers.jsonl');
		const uri = pathToFileURL(path).href;
		const named = (id: unknown, number: number): string => row(number).replace('{', `{"id":${JSON.stringify(id)},`);
		writeFileSync(
			path,
			`${named('a', 1)}${row(2).replace('desk', '\\"a\\" desk')}${rows(170)}${named('a', 3)}${named(7, 4)}${named(77, 5)}${named(7, 6)}`,
		);
		const shown = async (line: number): Promise<string | undefined> => {
			const [listed] = (await ask(client.connection, LargeFileTraces, { uri, line, count: 1 })).lines;
			const readable = await ask(client.connection, ReadableTrace, { uri: listed!.uri });
			return /^id: (.*)$/m.exec(readable!.text)?.[1];
		};
		assert.deepEqual(
			[await shown(1), await shown(2), await shown(173), await shown(174), await shown(175), await shown(176)],
			['a', 'line 2', 'a (line 173)', '7', '77', '7 (line 176)'],
		);
	});

	test('a link out of a workspace that is not trusted is not followed', async (t) => {
		const client = new Client(t);
		const [folder, outside] = [temporaryFolder(t), temporaryFolder(t)];
		writeFileSync(join(outside, 'answers.jsonl'), rows(3));
		symlinkSync(join(outside, 'answers.jsonl'), join(folder, 'answers.jsonl'));
		await client.initialize({ analyzeOn: 'command', trusted: false }, pullingClient, [folder]);
		await assert.rejects(
			ask(client.connection, IndexLargeFile, { uri: pathToFileURL(join(folder, 'answers.jsonl')).href, token: 'link' }),
			/RA513/,
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
		await refused('printed.json', JSON.stringify([{ user_input: 'a', retrieved_contexts: ['b'], response: 'c' }], null, 2).slice(1));
		await refused('results.json', JSON.stringify({ results: [{ question: 'a', contexts: ['b'], answer: 'c' }] }, null, 2));
		await refused('table.csv', `question,contexts,answer\n${'a,b,c\n'.repeat(100)}`);
		await assert.rejects(
			ask(client.connection, IndexLargeFile, { uri: pathToFileURL(join(folder, 'gone.jsonl')).href, token: 'gone' }),
			/RA506/,
		);
		writeFileSync(join(folder, 'wide.jsonl'), Buffer.from(rows(3), 'utf16le'));
		await assert.rejects(
			ask(client.connection, IndexLargeFile, { uri: pathToFileURL(join(folder, 'wide.jsonl')).href, token: 'wide' }),
			/RA143.*UTF-16 \(little-endian\)/s,
		);
	});
});

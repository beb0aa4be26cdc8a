import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it, type TestContext } from 'node:test';
import { CancellationTokenSource, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes, type CodeAction, type Diagnostic } from 'vscode-languageserver-protocol';
import { GetDeviceReport } from '../../src/protocol/models.ts';
import {
	AnalysisChanged,
	Analyze,
	AnalyzeFiles,
	SetConfiguration,
	FileAnalyzed,
	GenerateFiles,
	Progress,
	runnerSettings,
} from '../../src/protocol/requests.ts';
import { AnalyzeWorkspace } from '../../src/protocol/analyze-workspace.ts';
import { ask, receive, type Params } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { Client, pullingClient, root, shortPrompt, shortTrace } from '../support/runner-client.ts';

function folderIn(t: TestContext): string {
	return temporaryFolder(t, 'rag-assay-files-');
}

async function started(t: TestContext, settings = {}): Promise<Client> {
	const client = new Client(t);
	await client.initialize({ analyzeOn: 'command', ...settings });
	return client;
}

/** What is said of fewer answers than can be compared. */
const tooFew = { unlike: null, outside: 0, differs: [], p: null };

describe('jobs over files', () => {
	it('analyses what can be read, in order, and names what cannot', async (t) => {
		const client = await started(t);
		const folder = folderIn(t);
		const write = (name: string, text: string): string => {
			writeFileSync(join(folder, name), text);
			return join(folder, name);
		};
		const crlf = `\uFEFF${shortTrace('crlf').replaceAll('\n', '\r\n')}`;
		const paths = [
			write('one.rag.md', shortTrace('one')),
			write('empty.rag.md', ''),
			write('crlf.rag.md', crlf),
			write('open.rag.md', shortTrace('open', '')),
			write('lonely.prompt.md', '## Query\n\nWhat?\n'),
			join(folder, 'absent.rag.md'),
			write('notes.txt', 'x'),
			write('two.rag.md', shortTrace('two')),
		];
		const got: Params<typeof FileAnalyzed>[] = [];
		receive(client.connection, FileAnalyzed, (analyzed) => got.push(analyzed), assert.fail);
		const progress: Params<typeof Progress>[] = [];
		receive(client.connection, Progress, (step) => progress.push(step), assert.fail);
		const html = join(folder, 'report.html');
		const answer = await ask(client.connection, AnalyzeFiles, { token: 't', paths, html });
		assert.equal(answer.traces, 3);
		assert.deepEqual(
			got.map(({ record }) => record.trace.id),
			['one', 'crlf', 'two'],
		);
		assert.deepEqual(
			answer.failures.map(({ code, place }) => [code, place?.file.split('/').at(-1)]),
			[
				['RA101', 'empty.rag.md'],
				['RA107', 'open.rag.md'],
				['RA108', 'lonely.prompt.md'],
				['RA506', 'absent.rag.md'],
				['RA112', 'notes.txt'],
			],
		);
		for (const { record, response } of got) {
			const text = readFileSync(record.file, 'utf8');
			assert.equal(text.slice(response.start, response.start + response.text.length), response.text);
			assert.equal(record.tokens[0]!.start, response.start);
			assert.equal(record.tokens.at(-1)!.end, response.start + response.text.length);
			assert.ok(
				record.tokens.every((token, i) => i === 0 || token.start === record.tokens[i - 1]!.end),
				'the tokens tile the response',
			);
		}
		assert.equal(answer.html, html);
		assert.match(readFileSync(html, 'utf8'), /^<!doctype html>.*crlf/s);
		assert.deepEqual(progress.at(-1), { token: 't', message: 'Done', done: paths.length, total: paths.length });
		await client.stop();
	});

	slowTest('refuses a job over the memory limit before it starts, and says how much it would need', async (t) => {
		const client = await started(t, { memoryLimit: 64 });
		const path = join(folderIn(t), 'big.rag.md');
		writeFileSync(path, shortTrace('big'));
		const answer = await ask(client.connection, AnalyzeFiles, { token: 't', paths: [path] });
		assert.equal(answer.traces, 0);
		assert.deepEqual(
			answer.failures.map(({ code }) => code),
			['RA502'],
		);
		assert.match(answer.failures[0]!.message, /^This would need about \d[\d,]* MiB of memory; the limit is 64 MiB\.$/);
		assert.equal(answer.failures[0]!.place?.file, path);
		const generated = await ask(client.connection, GenerateFiles, {
			token: 't',
			paths: [path.replace('big', 'none')],
			write: false,
			maxTokens: 5,
			temperature: 0,
			topP: 1,
		});
		assert.deepEqual(
			generated.failures.map(({ code }) => code),
			['RA506'],
		);
		await client.stop();
	});

	slowTest('a trace far longer than the context window is analyzed with what was cut stated', async (t) => {
		const client = await started(t);
		const path = join(folderIn(t), 'long.rag.md');
		writeFileSync(
			path,
			shortTrace('long').replace(
				/## Context a[^]*## Response/,
				`## Context a\n\n${'Ines Kapoor came to the bank and opened a case on 11 September 2020. '.repeat(45_000)}\n\n## Response`,
			),
		);
		assert.ok(readFileSync(path).length > 3_000_000);
		const got = client.next(FileAnalyzed);
		const answer = await ask(client.connection, AnalyzeFiles, { token: 't', paths: [path] });
		assert.deepEqual(answer.failures, []);
		const {
			record: { notes, truncation },
		} = await got;
		assert.match(notes.join(' '), /context/);
		const [cut] = truncation!.cutContexts;
		assert.deepEqual([truncation!.contexts, truncation!.cutContexts.length, cut!.index, truncation!.unscored], [1, 1, 0, null]);
		assert.ok(cut!.keptTokens > 0 && cut!.keptTokens < cut!.tokens && cut!.keptLength > 0 && cut!.keptLength < 3_000_000);
		await client.stop();
	});

	slowTest('writes answers where there are none, and reads its own writing', async (t) => {
		const client = await started(t);
		const folder = folderIn(t);
		const trace = join(folder, 'a.rag.md');
		const prompt = join(folder, 'b.prompt.md');
		writeFileSync(trace, shortTrace('a', ''));
		writeFileSync(prompt, shortPrompt);
		const params = { token: 't', paths: [trace, prompt], maxTokens: 24, temperature: 0, topP: 1 };
		const dry = await ask(client.connection, GenerateFiles, { ...params, write: false });
		assert.deepEqual(dry.failures, []);
		assert.deepEqual(
			dry.answers.map(({ file, written }) => [file, written]),
			[
				[trace, false],
				[prompt, false],
			],
		);
		assert.equal(readFileSync(trace, 'utf8'), shortTrace('a', ''));
		const written = await ask(client.connection, GenerateFiles, { ...params, write: true });
		assert.deepEqual(
			written.answers.map(({ text }) => text),
			dry.answers.map(({ text }) => text),
		);
		assert.ok(existsSync(join(folder, 'b.response.md')));
		const records: Params<typeof FileAnalyzed>[] = [];
		receive(client.connection, FileAnalyzed, (analyzed) => records.push(analyzed), assert.fail);
		const analyzed = await ask(client.connection, AnalyzeFiles, { token: 'u', paths: [trace, prompt] });
		assert.deepEqual(analyzed, { traces: 2, failures: [], html: null, likeness: { ...tooFew, rows: 2 }, notes: [] });
		assert.deepEqual(
			records.map(({ response }) => response.text),
			written.answers.map(({ text }) => text.trim()),
		);
		const again = await ask(client.connection, GenerateFiles, { ...params, write: true });
		assert.deepEqual(
			again.failures.map(({ code }) => code),
			['RA508', 'RA508'],
		);
		await client.stop();
	});

	it('analyses a workspace, and pushes the findings of files that nobody has open', async (t) => {
		const client = await started(t);
		const folder = folderIn(t);
		cpSync(join(root, 'examples/traces/hospital'), join(folder, 'hospital'), { recursive: true });
		writeFileSync(join(folder, 'broken.rag.md'), '');
		const pushed = new Map<string, Diagnostic[]>();
		client.connection.onNotification(
			'textDocument/publishDiagnostics',
			({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
				pushed.set(uri, diagnostics);
			},
		);
		const result = await ask(client.connection, AnalyzeWorkspace, { folders: [pathToFileURL(folder).href] });
		assert.deepEqual([result.analyzed, result.failed, result.judged], [4, 1, 'all']);
		assert.ok(result.findings > 0);
		assert.equal(result.refused, undefined);
		assert.equal([...pushed.values()].flat().filter(({ code }) => String(code).startsWith('rag-assay/')).length, result.findings);
		const broken = pathToFileURL(join(folder, 'broken.rag.md')).href;
		assert.deepEqual(
			pushed.get(broken)?.map(({ code }) => code),
			['RA101'],
		);
		await client.open(broken, '');
		await client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri: broken } });
		await client.stop();
	});

	slowTest('a profile that cannot judge a workspace is told with the result, which has no findings', async (t) => {
		const folder = folderIn(t);
		const profile = join(folder, 'absent.assay-profile.json');
		const client = await started(t, { profile });
		cpSync(join(root, 'examples/traces/hospital'), join(folder, 'hospital'), { recursive: true });
		const result = await ask(client.connection, AnalyzeWorkspace, { folders: [pathToFileURL(folder).href] });
		assert.deepEqual([result.analyzed, result.failed, result.findings, result.judged], [4, 0, 0, 'none']);
		assert.equal(result.refused?.code, 'RA604');
		assert.ok(result.refused.message.includes('absent.assay-profile.json'));
		await client.stop();
	});

	slowTest('notes what nearly is a head, and does not fail for it', async (t) => {
		const client = await started(t);
		const path = join(folderIn(t), 'near.rag.md');
		writeFileSync(path, shortTrace('near').replace('## Response', '## Context\n\nMore.\n\n## Response'));
		const got = client.next(FileAnalyzed);
		const answer = await ask(client.connection, AnalyzeFiles, { token: 't', paths: [path] });
		assert.deepEqual(answer, { traces: 1, failures: [], html: null, likeness: { ...tooFew, rows: 1 }, notes: [] });
		assert.match((await got).record.notes.join(' '), /^Line 17: This line is content.*`## Context <id>`.*\(RA114\)/);
		await client.stop();
	});

	slowTest('notes a heading of an answer that is written as a head, and offers to say that it is one', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' }, pullingClient);
		const path = join(folderIn(t), 'heading.rag.md');
		const text = `${shortTrace('heading')}\n## Context and goals\n\nThe bank saves rent.\n`;
		writeFileSync(path, text);
		const got = client.next(FileAnalyzed);
		await ask(client.connection, AnalyzeFiles, { token: 't', paths: [path] });
		const { record, response } = await got;
		assert.match(response.text, /\n\n## Context and goals\n\nThe bank saves rent\.$/);
		assert.match(record.notes.join(' '), /Line 21: This line is read as part of the answer.*`\\## Context and goals`.*\(RA126\)/);
		const uri = pathToFileURL(path).href;
		await client.open(uri, text);
		const at = { line: 20, character: 4 };
		const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
		const ours = items.filter(({ code }) => code === 'RA126');
		assert.deepEqual(
			ours.map(({ severity, range }) => [severity, range.start.line]),
			[[2, 20]],
		);
		const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
			textDocument: { uri },
			range: { start: at, end: at },
			context: { diagnostics: ours },
		});
		const fixes = actions.filter(({ edit }) => edit !== undefined);
		assert.deepEqual(
			fixes.map(({ title, kind, diagnostics }) => [title, kind, diagnostics?.length]),
			[
				['This is part of the answer', 'quickfix', 1],
				['This is a context: move it before the answer', 'quickfix', 1],
			],
		);
		const start = { line: 20, character: 0 };
		assert.deepEqual(fixes[0]!.edit, { changes: { [uri]: [{ range: { start, end: start }, newText: '\\' }] } });
		await client.stop();
	});

	slowTest('takes back what it pushed for a file that is changed, loses its prompt or its sidecar, or goes', async (t) => {
		const client = await started(t);
		const folder = folderIn(t);
		const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
		const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
		const shown = new Map<string, number>();
		client.connection.onNotification(
			'textDocument/publishDiagnostics',
			({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
				shown.set(uri, diagnostics.length);
			},
		);
		const told = (name: string, type: 1 | 2 | 3): Promise<void> =>
			client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type }] });
		const names = ['gone.rag.md', 'changed.rag.md', 'ignored.rag.md', 'pair.response.md', 'stays.rag.md', 'unheard.rag.md'];
		for (const name of names)
			write(name, name === 'pair.response.md' ? 'The case opening date of Freya Kowalski is 3 March 2017.\n' : shortTrace(name));
		write('pair.prompt.md', shortPrompt);
		const analyze = () => ask(client.connection, AnalyzeWorkspace, { folders: [pathToFileURL(folder).href] });
		await analyze();
		for (const name of names) assert.ok(shown.get(uriOf(name))! > 0, name);
		unlinkSync(join(folder, 'gone.rag.md'));
		await told('gone.rag.md', 3);
		write('changed.rag.md', shortTrace('changed', 'The complaint of Freya Kowalski is a missing transfer.'));
		await told('changed.rag.md', 2);
		await told('ignored.rag-assay.json', 1);
		// One that is written as it was takes nothing back.
		write('pair.prompt.md', shortPrompt.replaceAll('Freya', 'Frida'));
		await told('pair.prompt.md', 2);
		for (const name of names.slice(0, 4)) await until(() => shown.get(uriOf(name)) === 0, `nothing is said of ${name}`);
		for (const name of names.slice(4)) assert.ok(shown.get(uriOf(name))! > 0, name);
		// A deletion that no watcher told of is found by the next look at the workspace.
		unlinkSync(join(folder, 'unheard.rag.md'));
		await analyze();
		assert.equal(shown.get(uriOf('unheard.rag.md')), 0);
		assert.ok(shown.get(uriOf('stays.rag.md'))! > 0);
		await client.stop();
	});

	slowTest('ends the report on devices when it is canceled', async (t) => {
		const client = await started(t);
		const canceling = new CancellationTokenSource();
		const report = client.connection.sendRequest('ragAssay/deviceReport', null, canceling.token);
		await until(() => client.modelProcesses().length === 1, 'a process that looks');
		canceling.cancel();
		await assert.rejects(report, (error) => error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled);
		await until(() => client.modelProcesses().length === 0, 'the process ends');
		await client.stop();
	});

	slowTest('analyses again what was too large, when the limit is raised', async (t) => {
		const client = await started(t, { memoryLimit: 64, analyzeOn: 'open' });
		const uri = 'file:///nowhere/large.rag.md';
		await client.open(uri, shortTrace('large'));
		const state = await ask(client.connection, Analyze, { uri });
		assert.equal(state.kind === 'failed' && state.error.code, 'RA502');
		const done = client.next(AnalysisChanged, (change) => change.state.kind === 'done');
		await ask(
			client.connection,
			SetConfiguration,
			runnerSettings.parse({ cacheDirectory: client.cache, device: 'cpu', memoryLimit: 8192 }),
		);
		assert.equal((await done).uri, uri);
		await client.stop();
	});

	slowTest('reports the devices', async (t) => {
		const client = await started(t);
		const report = await ask(client.connection, GetDeviceReport, null);
		assert.deepEqual(report.candidates.map(({ device }) => device).toSorted(), ['coreml', 'cpu', 'cuda', 'dml', 'webgpu']);
		assert.equal(report.candidates.filter(({ verdict }) => verdict === 'chosen').length, 1);
		await client.stop();
	});
});

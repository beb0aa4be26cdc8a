import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, describe, it } from 'node:test';
import type { CodeAction, CompletionItem, Diagnostic, DocumentSymbol, FoldingRange, Hover } from 'vscode-languageserver-protocol';
import { readSidecar } from '../../src/formats/sidecar-file.ts';
import { Analyze, AnalysisChanged, Heatmap, Sentences } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { Client, pullingClient, shortPrompt, shortTrace } from '../support/runner-client.ts';

describe('a plain LSP client over stdio', () => {
	const folder = temporaryFolder({ after }, 'rag-assay-plain-');
	const write = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return pathToFileURL(join(folder, name)).href;
	};

	it('gets findings pushed, and hovers, for a *.rag.md file, with no word of ours', async (t) => {
		const client = new Client(t);
		const pushed = new Promise<Diagnostic[]>((resolve) => {
			client.connection.onNotification(
				'textDocument/publishDiagnostics',
				({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
					// The first findings are of values, before the model has read the trace.
					if (uri.endsWith('plain.rag.md') && diagnostics.length > 1) resolve(diagnostics);
				},
			);
		});
		await client.initialize();
		const uri = write('plain.rag.md', shortTrace('plain'));
		await client.open(uri, shortTrace('plain'), 'markdown');
		const diagnostics = await pushed;
		assert.deepEqual(
			diagnostics.map(({ code, source, severity }) => [code, source, severity]),
			[
				// The second one is listed for its value, too.
				['rag-assay/ungrounded', 'RAG Assay', 2],
				['rag-assay/ungrounded', 'RAG Assay', 2],
			],
		);
		assert.deepEqual(
			diagnostics.map(({ range }) => range),
			[
				{ start: { line: 18, character: 0 }, end: { line: 18, character: 54 } },
				{ start: { line: 18, character: 55 }, end: { line: 18, character: 111 } },
			],
		);
		const hover = await client.connection.sendRequest<Hover>('textDocument/hover', {
			textDocument: { uri },
			position: { line: 18, character: 6 },
		});
		assert.match(JSON.stringify(hover.contents), /read by `demo`.*CG.*KL.*probability.*rank.*entropy/s);
		assert.deepEqual(hover.range, { start: { line: 18, character: 3 }, end: { line: 18, character: 13 } });
		assert.equal(
			await client.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line: 6, character: 3 } }),
			null,
		);
		assert.deepEqual(await client.stop(), { status: 0, signal: null });
	});

	slowTest('gets diagnostics when it asks, and what could not be read in its place', async (t) => {
		const client = new Client(t);
		await client.initialize({}, pullingClient);
		const uri = write('bad.rag.md', '## Question\n\nWhat?\n\n## Response\n\nThis.\n');
		await client.open(uri, readFileSync(join(folder, 'bad.rag.md'), 'utf8'));
		const state = await ask(client.connection, Analyze, { uri });
		assert.equal(state.kind, 'failed');
		const report = await client.connection.sendRequest<{ kind: string; items: Diagnostic[] }>('textDocument/diagnostic', {
			textDocument: { uri },
		});
		assert.equal(report.kind, 'full');
		assert.ok(
			report.items.some(({ code, range }) => code === 'RA102' && range.start.line === 0),
			JSON.stringify(report.items),
		);
		await client.stop();
	});

	it('gets outline, folds, and the heads that are missing', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		const uri = write('outline.rag.md', `${shortTrace('outline')}\n#`);
		await client.open(uri, readFileSync(join(folder, 'outline.rag.md'), 'utf8'));
		const symbols = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
		assert.deepEqual(
			symbols.map(({ name, selectionRange }) => [name, selectionRange.start.line]),
			[
				['Query', 4],
				['Context a', 8],
				['Context b', 12],
				['Response', 16],
			],
		);
		const folds = await client.connection.sendRequest<FoldingRange[]>('textDocument/foldingRange', { textDocument: { uri } });
		assert.deepEqual(
			folds.map(({ startLine, endLine }) => [startLine, endLine]),
			[
				[4, 6],
				[8, 10],
				[12, 14],
				[16, 20],
			],
		);
		const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
			textDocument: { uri },
			position: { line: 20, character: 1 },
		});
		assert.deepEqual(
			items.map(({ label }) => label),
			['## System', '## Context', '## Reference'],
		);
		assert.equal(items[1]!.textEdit?.newText, '## Context 3');
		await client.stop();
	});

	it('ignores a finding and takes that back, in the sidecar', async (t) => {
		const client = new Client(t);
		await client.initialize({}, pullingClient);
		const uri = write('ignore.rag.md', shortTrace('ignore'));
		// One answer is too few to be compared with the profile's.
		const likeness = { unlike: null, outside: 0, differs: [], p: null, rows: 1 };
		const done = { kind: 'done', notes: [], profile: 'demo', cut: false, likeness };
		const sidecar = join(folder, 'ignore.rag-assay.json');
		await client.open(uri, shortTrace('ignore'));
		await ask(client.connection, Analyze, { uri });
		assert.deepEqual(
			(await ask(client.connection, Sentences, { uri })).map(({ text }) => text),
			['The case opening date of Freya Kowalski is 3 March 2017.', 'The complaint of Freya Kowalski is a missing transfer.'],
		);
		const range = { start: { line: 18, character: 3 }, end: { line: 18, character: 3 } };
		const actions = (): Promise<CodeAction[]> =>
			client.connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [] } });
		const found = await actions();
		assert.deepEqual(
			found.map(({ title, command }) => [title, command?.command]),
			[
				['Show why', 'ragAssay.showWhy'],
				['Ignore this finding', 'ragAssay.ignoreFinding'],
				['Mark as supported', 'ragAssay.setLabel'],
				['Mark as not supported', 'ragAssay.setLabel'],
			],
		);
		await client.connection.sendRequest('workspace/executeCommand', found[1]!.command);
		assert.deepEqual(
			readSidecar(readFileSync(sidecar, 'utf8'), sidecar).ignored.map(({ subject, code }) => [subject, code]),
			[[{ kind: 'trace', id: 'ignore' }, 'rag-assay/ungrounded']],
		);
		assert.deepEqual(await ask(client.connection, Analyze, { uri }), { ...done, findings: 1 });
		const again = await actions();
		assert.equal(again[1]!.command?.command, 'ragAssay.unignoreFinding');
		await client.connection.sendRequest('workspace/executeCommand', again[1]!.command);
		assert.equal(existsSync(sidecar), false);
		assert.deepEqual(await ask(client.connection, Analyze, { uri }), { ...done, findings: 2 });
		await client.stop();
	});

	slowTest('says why of the very finding that is asked about, by a command that it offers', async (t) => {
		const client = new Client(t);
		const shown: string[] = [];
		client.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
			shown.push(message);
		});
		const answer = (await client.initialize({}, pullingClient)) as { capabilities: { executeCommandProvider: { commands: string[] } } };
		assert.ok(answer.capabilities.executeCommandProvider.commands.includes('ragAssay.showWhy'));
		const uri = write('why.rag.md', shortTrace('why'));
		await client.open(uri, shortTrace('why'));
		await ask(client.connection, Analyze, { uri });
		const report = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
		const items = report.items.filter(({ code }) => code === 'rag-assay/ungrounded');
		assert.equal(items.length, 2);
		assert.notEqual(items[0]!.message, items[1]!.message);
		for (const { range } of items.toReversed()) {
			const within = { line: range.start.line, character: range.start.character + 3 };
			const [why] = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
				textDocument: { uri },
				range: { start: within, end: within },
				context: { diagnostics: [] },
			});
			await client.connection.sendRequest('workspace/executeCommand', why!.command);
		}
		await until(() => shown.length === 2, 'both messages');
		assert.deepEqual(
			shown,
			items.toReversed().map(({ message }) => `Line 19: ${message as string}`),
		);
		await client.stop();
	});

	slowTest('offers no command that the client says it has itself', async (t) => {
		const client = new Client(t);
		const answer = (await client.initialize({ showsWhy: true })) as { capabilities: { executeCommandProvider: { commands: string[] } } };
		assert.deepEqual(answer.capabilities.executeCommandProvider.commands, [
			'ragAssay.ignoreFinding',
			'ragAssay.unignoreFinding',
			'ragAssay.setLabel',
			'ragAssay.memory.quarantine',
			'ragAssay.memory.restore',
			'ragAssay.memory.benign',
			'ragAssay.memory.notBenign',
			'ragAssay.memory.sign',
			'ragAssay.memory.approve',
			'ragAssay.queries.markBenign',
			'ragAssay.queries.unmarkBenign',
		]);
		await client.stop();
	});

	slowTest('never shows what was found in an older text', async (t) => {
		const client = new Client(t);
		await client.initialize({ editDelay: 0 }, pullingClient);
		const uri = write('stale.rag.md', shortTrace('stale'));
		await client.open(uri, shortTrace('stale'));
		await ask(client.connection, Analyze, { uri });
		const heat = await ask(client.connection, Heatmap, { uri, measure: 'surprise' });
		assert.equal(heat?.version, 1);
		const columns = heat.buckets
			.flat()
			.map(([, start, , end]) => [start, end] as const)
			.toSorted(([a], [b]) => a - b);
		assert.deepEqual([columns[0]![0], columns.at(-1)![1]], [0, 111]);
		assert.ok(
			columns.every(([start], i) => i === 0 || start === columns[i - 1]![1]),
			'the tokens tile the response',
		);
		const done = client.next(AnalysisChanged, ({ version, state }) => version === 2 && state.kind === 'done');
		await client.edit(uri, shortTrace('stale', 'The complaint of Freya Kowalski is a missing transfer.'), 2);
		assert.equal(await ask(client.connection, Heatmap, { uri, measure: 'surprise' }), null);
		assert.deepEqual(await ask(client.connection, Sentences, { uri }), []);
		await done;
		assert.equal((await ask(client.connection, Heatmap, { uri, measure: 'surprise' }))?.version, 2);
		assert.deepEqual(
			(await ask(client.connection, Sentences, { uri })).map(({ text }) => text),
			['The complaint of Freya Kowalski is a missing transfer.'],
		);
		await client.stop();
	});

	slowTest('reads a pair from either half, open or on the disk', async (t) => {
		const client = new Client(t);
		await client.initialize({}, pullingClient);
		const prompt = write('pair.prompt.md', shortPrompt);
		const response = write('pair.response.md', 'The complaint of Freya Kowalski is a missing transfer.\n');
		await client.open(prompt, readFileSync(join(folder, 'pair.prompt.md'), 'utf8'), 'prompt');
		assert.equal((await ask(client.connection, Analyze, { uri: prompt })).kind, 'done');
		const tint = await ask(client.connection, Heatmap, { uri: prompt, measure: 'cg' });
		assert.deepEqual(
			tint?.sources.map(({ source }) => source),
			['query', 'rag', 'rag'],
		);
		assert.equal(tint.buckets.flat().length, 0);
		await client.open(response, 'The branch of Freya Kowalski is Tarn.\n', 'markdown');
		assert.equal((await ask(client.connection, Analyze, { uri: response })).kind, 'done');
		assert.deepEqual(
			(await ask(client.connection, Sentences, { uri: prompt })).map(({ text }) => text),
			['The branch of Freya Kowalski is Tarn.'],
		);
		assert.ok((await ask(client.connection, Heatmap, { uri: response, measure: 'cg' }))!.buckets.flat().length > 0);
		const half = write('half.prompt.md', '## Query\n\nWhat?\n');
		await client.open(half, '## Query\n\nWhat?\n', 'prompt');
		assert.deepEqual(await ask(client.connection, Analyze, { uri: half }), { kind: 'none' });
		await client.stop();
	});
});

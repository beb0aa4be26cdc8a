import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import type { CodeAction, InlayHint } from 'vscode-languageserver-protocol';
import { readSidecar } from '../../src/formats/sidecar.ts';
import { GetLabels, LearnFromLabels, NextToLabel, OpenLabelQueue, SetLabel, UndoLabel } from '../../src/protocol/labels.ts';
import { ask } from '../../src/protocol/typed-connection.ts';
import { Client, shortTrace } from './client.ts';

describe('labels', () => {
	let folder: string;
	before(() => { folder = mkdtempSync(join(tmpdir(), 'rag-assay-labels-')); });
	after(() => rmSync(folder, { recursive: true, force: true }));
	const write = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return pathToFileURL(join(folder, name)).href;
	};

	it('any editor labels by code action, sees the label as a hint, and has it in the sidecar', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana' });
		const uri = write('plain.rag.md', shortTrace('plain'));
		await client.open(uri, shortTrace('plain'));
		const at = { line: 14, character: 3 };
		const actions = (): Promise<CodeAction[]> => client.connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range: { start: at, end: at }, context: { diagnostics: [] } });
		const hints = (): Promise<InlayHint[]> => client.connection.sendRequest('textDocument/inlayHint', { textDocument: { uri }, range: { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } } });
		assert.deepEqual(await hints(), []);
		const [, ungrounded] = await actions();
		assert.equal(ungrounded?.title, 'Mark as not grounded');
		await client.connection.sendRequest('workspace/executeCommand', ungrounded.command);
		const sidecar = join(folder, 'plain.rag-assay.json');
		const [label] = readSidecar(readFileSync(sidecar, 'utf8'), sidecar).labels;
		assert.deepEqual([label?.label, label?.trace, label?.who], ['ungrounded', 'plain', 'Dana']);
		assert.deepEqual((await hints()).map(({ label: text, position }) => [text, position]), [['✗ not grounded · Dana', { line: 14, character: 26 }]]);
		assert.deepEqual((await actions()).map(({ title }) => title), ['Mark as grounded', 'Remove label']);
		const shown = await ask(client.connection, GetLabels, { uri });
		assert.deepEqual([shown?.who, shown?.sentences.map(({ own }) => own)], ['Dana', ['ungrounded', null]]);
		assert.deepEqual(await ask(client.connection, UndoLabel, null), { uri, trace: 'plain', textSha256: label!.textSha256, label: null });
		assert.equal(existsSync(sidecar), false);
		assert.equal(await ask(client.connection, UndoLabel, null), null);
		await assert.rejects(client.connection.sendRequest('workspace/executeCommand', { command: 'ragAssay.setLabel', arguments: [{ uri, trace: 'plain', textSha256: 'x', label: 'grounded' }] }), /arguments\.0/);
		await client.stop();
	});

	it('the queue names a sentence that the model has read, until all are labelled', async (t) => {
		const client = new Client(t);
		await client.initialize({ author: 'Dana' });
		write('one.rag.md', shortTrace('one'));
		write('two.rag.md', shortTrace('two'));
		await assert.rejects(ask(client.connection, NextToLabel, { skip: false }), /RA512/);
		let queue = await ask(client.connection, OpenLabelQueue, { folders: [pathToFileURL(folder).href] });
		assert.deepEqual([queue.labelled, queue.measured, queue.notes], [0, queue.traces, []]);
		const { sentences } = queue;
		assert.ok(sentences >= 4);
		assert.ok(queue.current!.score! > 0);
		const learnt = await ask(client.connection, LearnFromLabels, null);
		assert.deepEqual([learnt.labels, learnt.more], [0, null]);
		assert.match(learnt.advice, /^0 sentences are labelled.*mean entropy judges/);
		for (let i = 0; i < sentences; i++) {
			assert.ok(queue.current, `${i} of ${sentences}`);
			const { uri, trace, textSha256 } = queue.current;
			await ask(client.connection, SetLabel, { uri, trace, textSha256, label: i % 2 === 0 ? 'grounded' : 'ungrounded' });
			queue = await ask(client.connection, NextToLabel, { skip: false });
		}
		assert.deepEqual([queue.current, queue.labelled], [null, sentences]);
		assert.match((await ask(client.connection, LearnFromLabels, null)).advice, new RegExp(`^${sentences} sentences are labelled, ${Math.floor(sentences / 2)} of them not grounded: too few to tell`));
		await client.stop();
	});
});

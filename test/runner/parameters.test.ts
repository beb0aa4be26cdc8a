import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver-protocol';
import { Analyze, AnalyzeFiles, Generate, GenerateFiles, GetModelState } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { Client, shortTrace } from '../support/runner-client.ts';

describe('parameters', () => {
	it('bad ones are refused with the place of the mistake', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		const cases: readonly (readonly [string, unknown, RegExp])[] = [
			['ragAssay/analyze', {}, /params\.uri/],
			['ragAssay/analyze', null, /params/],
			['ragAssay/analyze', [1], /params/],
			['ragAssay/heatmap', { uri: 'file:///x.rag.md', measure: 'heat' }, /params\.measure/],
			['ragAssay/generate', { uri: 'x', token: 't', temperature: -1 }, /params\.temperature/],
			['ragAssay/analyzeFiles', { token: 't', paths: [] }, /params\.paths/],
			['ragAssay/analyzeFiles', { token: 't', paths: ['x'], methods: ['magic'] }, /params\.methods\.0/],
			['ragAssay/configurationChanged', { device: 'abacus' }, /params\.device/],
			['ragAssay/configurationChanged', { memoryLimit: -1 }, /params\.memoryLimit/],
			['ragAssay/analyzeWorkspace', { folders: 'all' }, /params\.folders/],
			['workspace/executeCommand', { command: 'ragAssay.ignoreFinding', arguments: [{ uri: 3 }] }, /arguments\.0\.uri/],
			['workspace/executeCommand', { command: 'rm', arguments: [] }, /no command 'rm'/],
		];
		for (const [method, params, message] of cases) {
			await assert.rejects(
				client.connection.sendRequest(method, params),
				(error) => error instanceof ResponseError && error.code === ErrorCodes.InvalidParams && message.test(error.message),
				`${method} ${JSON.stringify(params)}`,
			);
		}
		assert.equal((await ask(client.connection, GetModelState, null)).state, 'unloaded');
		await client.stop();
	});

	it("bad ones of LSP's own messages do not end the runner", async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		for (const method of [
			'textDocument/hover',
			'textDocument/documentSymbol',
			'textDocument/completion',
			'textDocument/codeAction',
			'textDocument/foldingRange',
			'textDocument/diagnostic',
		]) {
			await assert.rejects(client.connection.sendRequest(method, { nothing: true }), ResponseError, method);
		}
		for (const method of [
			'textDocument/didOpen',
			'textDocument/didChange',
			'textDocument/didClose',
			'textDocument/didSave',
			'workspace/didChangeWatchedFiles',
			'ragAssay/visibleDocuments',
		]) {
			await client.connection.sendNotification(method, { nothing: true });
		}
		assert.equal((await ask(client.connection, GetModelState, null)).state, 'unloaded');
		await client.stop();
	});

	it('settings that cannot be understood fail the handshake, readably', async (t) => {
		const client = new Client(t);
		await assert.rejects(
			client.initialize({ editDelay: -5 }),
			(error) =>
				error instanceof ResponseError && error.code === ErrorCodes.InvalidParams && /initializationOptions\.editDelay/.test(error.message),
		);
	});

	slowTest("a user's mistake is an error with its number and what to do, without a stack", async (t) => {
		const client = new Client(t);
		await client.initialize({ model: '/nowhere/a model' });
		await client.open('file:///nowhere/x.rag.md', shortTrace('x'));
		const state = await ask(client.connection, Analyze, { uri: 'file:///nowhere/x.rag.md' });
		assert.equal(state.kind, 'failed');
		assert.match(state.kind === 'failed' ? state.error.code : '', /^RA3\d\d$/);
		await assert.rejects(client.connection.sendRequest('ragAssay/loadModel'), (error) => {
			assert.ok(error instanceof ResponseError);
			assert.equal(error.code, LSPErrorCodes.RequestFailed);
			assert.match(JSON.stringify(error.data), /"code":"RA3\d\d".*"hint":/);
			assert.doesNotMatch(JSON.stringify(error.data) + error.message, /at .*\.(ts|cjs):\d+/);
			return true;
		});
		const files = await ask(client.connection, AnalyzeFiles, { token: 'a', paths: ['x.rag.md'] });
		assert.equal(files.failures.length, 1);
		await client.stop();
	});

	slowTest('in an untrusted workspace nothing is generated', async (t) => {
		const client = new Client(t);
		await client.initialize({ trusted: false, analyzeOn: 'command' });
		const uri = 'file:///nowhere/x.rag.md';
		await client.open(uri, shortTrace('x', ''));
		const isRefused = (error: unknown): boolean =>
			error instanceof ResponseError &&
			error.code === LSPErrorCodes.RequestFailed &&
			/"code":"RA511".*"hint":/.test(JSON.stringify(error.data));
		await assert.rejects(ask(client.connection, Generate, { uri, token: 't', maxTokens: 4 }), isRefused);
		await assert.rejects(
			ask(client.connection, GenerateFiles, {
				token: 't',
				paths: ['/nowhere/x.rag.md'],
				write: true,
				maxTokens: 4,
				temperature: 0,
				topP: 1,
			}),
			isRefused,
		);
		assert.equal((await ask(client.connection, GetModelState, null)).state, 'unloaded');
		await client.stop();
	});

	slowTest('in an untrusted workspace the bundled model reads, whatever the settings name', async (t) => {
		const client = new Client(t);
		await client.initialize({ model: '/nowhere/a model', profile: '/nowhere/profile.json', trusted: false });
		await client.open('file:///nowhere/x.rag.md', shortTrace('x'));
		const state = await ask(client.connection, Analyze, { uri: 'file:///nowhere/x.rag.md' });
		assert.equal(state.kind, 'done');
		assert.match(JSON.stringify(state), /not trusted/);
		assert.equal((await ask(client.connection, GetModelState, null)).model, 'demo');
		await client.stop();
	});
});

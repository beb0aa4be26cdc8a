import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CancellationTokenSource, ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver-protocol';
import { maxFrameBytes, ask } from '../../src/protocol/rpc.ts';
import { GetDeviceReport } from '../../src/protocol/models.ts';
import { Analyze, Exiting, GetModelState, exitCodes } from '../../src/protocol/requests.ts';
import { isRunning } from '../support/is-running.ts';
import { slowTest } from '../support/slow-test.ts';
import { until } from '../support/until.ts';
import { Client, shortTrace } from '../support/runner-client.ts';
import { warmClient } from './warm-client.ts';

function frame(body: string, header = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`): string {
	return header + body;
}

/** The model's state, or how the runner has ended. */
function stateOf(client: Client): Promise<unknown> {
	return Promise.race([ask(client.connection, GetModelState, null).then(({ state }) => state), client.exited]);
}

describe('frames', () => {
	const fatal = {
		'one over the limit': `Content-Length: ${maxFrameBytes + 1}\r\n\r\n`,
		'one of a length beyond numbers': `Content-Length: ${'9'.repeat(40)}\r\n\r\n`,
		'a length that is no number': 'Content-Length: many\r\n\r\n',
		'a negative length': 'Content-Length: -5\r\n\r\n',
		'a header without length': 'Content-Type: text\r\n\r\n{}',
		'a header without end': 'x'.repeat(10_000),
		'a body that is not JSON': frame('{"jsonrpc":'),
		'a body that is no message': frame('[1, 2]'),
		'a body of another protocol': frame('{"id":1,"method":"x"}'),
	};
	for (const [name, bytes] of Object.entries(fatal)) {
		const declare = name === 'one over the limit' ? it : slowTest;
		declare(`${name} ends the runner with its own status and a reason`, async (t) => {
			const client = new Client(t);
			await client.initialize({ analyzeOn: 'command' });
			const said = client.next(Exiting);
			client.child.stdin.write(bytes);
			const { reason, restart } = await said;
			assert.match(reason, /frame/);
			assert.equal(restart, true);
			assert.equal((await client.exited).status, exitCodes.badFrame);
		});
	}

	slowTest('an oversized one is not gathered in memory', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		client.child.stdin.write(`Content-Length: ${4 * maxFrameBytes}\r\n\r\n`);
		const chunk = Buffer.alloc(1024 * 1024, 0x20);
		// The runner ends long before it has taken them all.
		await until(() => {
			const { exitCode, stdin } = client.child;
			if (exitCode !== null || stdin.destroyed) return true;
			while (stdin.write(chunk)) {
				// As much as it takes at once.
			}
			return false;
		}, 'the end of the runner');
		assert.equal((await client.exited).status, exitCodes.badFrame);
	});

	it('one that arrives byte by byte is read', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		const answered = ask(client.connection, GetModelState, null);
		for (const byte of frame('{"jsonrpc":"2.0","method":"$/nothing","params":{"é":"😀"}}')) client.child.stdin.write(byte);
		assert.equal((await answered).state, 'unloaded');
		assert.equal((await ask(client.connection, GetModelState, null)).state, 'unloaded');
		await client.stop();
	});

	slowTest('a request before initialize is refused, and nothing is lost', async (t) => {
		const client = new Client(t);
		await assert.rejects(
			ask(client.connection, GetModelState, null),
			(error) => error instanceof ResponseError && error.code === ErrorCodes.ServerNotInitialized,
		);
		await client.initialize({ analyzeOn: 'command' });
		assert.equal((await ask(client.connection, GetModelState, null)).state, 'unloaded');
		await client.stop();
	});

	it('changes and closes of what is not open, answers to nothing, and unknown messages are survived', async (t) => {
		const client = new Client(t);
		await client.initialize();
		const uri = 'file:///nowhere/order.rag.md';
		await client.edit(uri, 'x', 3);
		await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
		await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
		client.child.stdin.write(frame('{"jsonrpc":"2.0","id":99,"result":null}'));
		client.child.stdin.write(frame('{"jsonrpc":"2.0","id":98,"error":{"code":1,"message":"x"}}'));
		await client.connection.sendNotification('ragAssay/unheardOf', { a: 1 });
		await assert.rejects(
			client.connection.sendRequest('ragAssay/unheardOf', {}),
			(error) => error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound,
		);
		await client.open(uri, shortTrace('order'), 'rag-trace', 5);
		await client.connection.sendNotification('textDocument/didChange', {
			textDocument: { uri, version: 2 },
			contentChanges: [{ text: 'an older text' }],
		});
		assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
		assert.ok(
			client.log.some((line) => line.includes('not open')),
			client.log.join('\n'),
		);
		await client.stop();
	});

	const uri = 'file:///nowhere/misfit.rag.md';
	const misfitted = warmClient((client) => client.initialize({ analyzeOn: 'command' }, { workspace: { workspaceFolders: true } }));
	/** What parameters may be instead of what they should be. */
	const misfits: readonly unknown[] = [
		undefined,
		null,
		[],
		{},
		5,
		'x',
		[null],
		{ id: null },
		{ id: {} },
		{ id: [1] },
		{ id: true },
		{ textDocument: null },
		{ textDocument: {} },
		{ textDocument: { uri: 5 } },
		{ textDocument: { uri: '%E0%A4%A', languageId: 'x', version: 1, text: '' } },
		{ textDocument: { uri, languageId: 'x', version: 1, text: 5 } },
		{ textDocument: { uri, version: 'x' }, contentChanges: null },
		{ textDocument: { uri, version: 7 }, contentChanges: [null] },
		{ textDocument: { uri, version: 8 }, contentChanges: [{ text: 'x', range: {} }] },
		{ textDocument: { uri, version: 9 }, contentChanges: [{ text: 5 }] },
		{ changes: null },
		{ changes: [null] },
		{ changes: [{ uri: 5 }] },
		{ changes: [{ uri: '%E0%A4%A', type: 1 }] },
		{ token: null },
		{ token: {} },
		{ token: 'x', value: null },
		{ event: null },
		{ event: {} },
		{ value: 5 },
		{ uris: 5 },
	];
	const methods = [
		'$/cancelRequest',
		'$/setTrace',
		'$/progress',
		'$/logTrace',
		'initialized',
		'window/workDoneProgress/cancel',
		'textDocument/didOpen',
		'textDocument/didChange',
		'textDocument/willSave',
		'textDocument/didSave',
		'textDocument/didClose',
		'workspace/didChangeConfiguration',
		'workspace/didChangeWatchedFiles',
		'workspace/didChangeWorkspaceFolders',
		'ragAssay/visibleDocuments',
		'ragAssay/exiting',
	];

	for (const method of methods) {
		it(`${method} without parameters, or with others, does not end the runner`, async () => {
			const client = await misfitted();
			await client.open(uri, shortTrace('misfit'));
			for (const params of misfits) {
				client.child.stdin.write(frame(JSON.stringify({ jsonrpc: '2.0', method, params })));
				assert.equal(await stateOf(client), 'unloaded', JSON.stringify(params));
			}
			await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
		});
	}

	slowTest('messages with ids that are none do not end it either', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		for (const message of [
			{ id: null, method: 'ragAssay/modelState' },
			{ id: {}, method: 'ragAssay/modelState' },
			{ id: null, result: 1 },
			{ id: {}, result: 1 },
			{ id: null, error: 5 },
			{ id: 7 },
			{ method: 5 },
			{ method: null, params: {} },
		]) {
			client.child.stdin.write(frame(JSON.stringify({ jsonrpc: '2.0', ...message })));
			assert.equal(await stateOf(client), 'unloaded', JSON.stringify(message));
		}
		await client.stop();
	});

	slowTest('a cancellation without an id is told to the log, and one with an id still cancels', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		client.child.stdin.write(frame('{"jsonrpc":"2.0","method":"$/cancelRequest"}'));
		await until(() => client.log.some((line) => line.includes('$/cancelRequest')), 'the log');
		const source = new CancellationTokenSource();
		const report = ask(client.connection, GetDeviceReport, null, source.token);
		await until(() => client.modelProcesses().length === 1, 'a process that looks');
		source.cancel();
		await assert.rejects(report, (error) => error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled);
		await client.stop();
	});

	slowTest('requests after shutdown are refused, and exit without shutdown has its own status', async (t) => {
		const polite = new Client(t);
		await polite.initialize({ analyzeOn: 'command' });
		await polite.connection.sendRequest('shutdown');
		await assert.rejects(
			ask(polite.connection, GetModelState, null),
			(error) => error instanceof ResponseError && error.code === ErrorCodes.InvalidRequest,
		);
		await polite.connection.sendNotification('exit');
		assert.equal((await polite.exited).status, exitCodes.done);
		const rude = new Client(t);
		await rude.initialize({ analyzeOn: 'command' });
		await rude.connection.sendNotification('exit');
		assert.equal((await rude.exited).status, exitCodes.abandoned);
		assert.equal(isRunning(rude.child.pid!), false);
	});

	slowTest('without --stdio it says how it is started', async (t) => {
		const client = new Client(t, { arguments: [] });
		assert.equal((await client.exited).status, exitCodes.usage);
		assert.match(client.stderr, /--stdio/);
	});
});

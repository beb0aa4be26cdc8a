import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CancellationTokenSource, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver-protocol';
import { pathToFileURL } from 'node:url';
import {
	Analyze,
	AnalysisChanged,
	AnalyzeFiles,
	CancelAnalysis,
	FileAnalyzed,
	Generate,
	GeneratedText,
	GetModelState,
	LoadModel,
	ModelStateChanged,
	UnloadModel,
} from '../../src/protocol/requests.ts';
import { AnalyzeWorkspace } from '../../src/protocol/analyze-workspace.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { isRunning } from '../support/is-running.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, pullingClient, shortTrace } from '../support/runner-client.ts';
import { until } from '../support/until.ts';

const uri = 'file:///nowhere/cancel.rag.md';
const isCanceled = (error: unknown): boolean => error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled;

function tracesIn(t: TestContext, count: number): string[] {
	const folder = temporaryFolder(t, 'rag-assay-cancel-');
	return Array.from({ length: count }, (_, i) => {
		const path = join(folder, `${i}.rag.md`);
		writeFileSync(path, shortTrace(`trace-${i}`, `The branch of Freya Kowalski is Lima, house ${i}.`));
		return path;
	});
}

async function loaded(t: TestContext): Promise<Client> {
	const client = new Client(t);
	await client.initialize({ analyzeOn: 'command' }, pullingClient);
	await ask(client.connection, LoadModel, null);
	return client;
}

/** The runner still works, with the process it has or another one. */
async function stillWorks(client: Client): Promise<void> {
	const other = `${uri}.after.rag.md`;
	await client.open(other, shortTrace('after', 'It works.'));
	assert.equal((await ask(client.connection, Analyze, { uri: other })).kind, 'done');
	await client.stop();
}

describe('cancelling', () => {
	it('while the model loads', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' }, pullingClient);
		await client.open(uri, shortTrace('cancel'));
		const loading = client.next(ModelStateChanged, ({ state }) => state === 'loading');
		const state = ask(client.connection, Analyze, { uri });
		await loading;
		assert.equal(await ask(client.connection, CancelAnalysis, { uri }), null);
		assert.deepEqual(await state, { kind: 'cancelled' });
		await stillWorks(client);
	});

	slowTest('a load itself', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' }, pullingClient);
		const loading = client.next(ModelStateChanged, ({ state }) => state === 'loading');
		const source = new CancellationTokenSource();
		const load = ask(client.connection, LoadModel, null, source.token);
		await loading;
		source.cancel();
		await assert.rejects(load, isCanceled);
		await until(() => client.modelProcesses().length === 0, 'the model process ends');
		await stillWorks(client);
	});

	slowTest('while it waits behind another job', async (t) => {
		const client = await loaded(t);
		const writing = client.next(GeneratedText);
		await client.open(`${uri}.first.rag.md`, shortTrace('first', ''));
		const source = new CancellationTokenSource();
		const answer = ask(
			client.connection,
			Generate,
			{ uri: `${uri}.first.rag.md`, token: 'first', maxTokens: 200, temperature: 1.5, seed: 4 },
			source.token,
		);
		await writing;
		await client.open(uri, shortTrace('cancel'));
		const state = ask(client.connection, Analyze, { uri });
		const waiting = client.next(ModelStateChanged, ({ jobs }) => jobs === 2);
		await Promise.race([waiting, state]);
		await ask(client.connection, CancelAnalysis, { uri });
		assert.match((await state).kind, /cancelled|done/);
		source.cancel();
		await answer.catch((error: unknown) => assert.ok(isCanceled(error)));
		await stillWorks(client);
	});

	slowTest('while it is scored', async (t) => {
		const client = await loaded(t);
		await client.open(uri, shortTrace('cancel'));
		const running = client.next(AnalysisChanged, ({ state }) => state.kind === 'running');
		const state = ask(client.connection, Analyze, { uri });
		await running;
		await ask(client.connection, CancelAnalysis, { uri });
		assert.match((await state).kind, /cancelled|done/);
		await stillWorks(client);
	});

	slowTest("by the editor's own cancellation of the request", async (t) => {
		const client = await loaded(t);
		await client.open(uri, shortTrace('cancel'));
		const queued = client.next(AnalysisChanged, ({ state }) => state.kind === 'queued');
		const source = new CancellationTokenSource();
		const state = ask(client.connection, Analyze, { uri }, source.token);
		await queued;
		source.cancel();
		assert.deepEqual(await state, { kind: 'cancelled' });
		await stillWorks(client);
	});

	slowTest("by an edit: the older version's job ends, the newer one's answers", async (t) => {
		const client = new Client(t);
		await client.initialize({ editDelay: 0 }, pullingClient);
		await client.open(uri, shortTrace('cancel'));
		for (let version = 2; version <= 6; version++) await client.edit(uri, shortTrace('cancel', `Version ${version}.`), version);
		const last = await client.next(AnalysisChanged, ({ version, state }) => version === 6 && state.kind === 'done');
		assert.equal(last.state.kind, 'done');
		await stillWorks(client);
	});

	slowTest('a model process that does not answer is killed, and another one takes the next job', async (t) => {
		const client = await loaded(t);
		const [pid] = client.modelProcesses();
		process.kill(pid!, 'SIGSTOP');
		await client.open(uri, shortTrace('cancel'));
		const working = client.next(ModelStateChanged, ({ state }) => state === 'working');
		const state = ask(client.connection, Analyze, { uri });
		await working;
		await ask(client.connection, CancelAnalysis, { uri });
		assert.deepEqual(await state, { kind: 'cancelled' });
		await until(() => !isRunning(pid!), 'the stopped process is killed');
		await stillWorks(client);
	});

	slowTest('while it writes', async (t) => {
		const client = await loaded(t);
		await client.open(uri, shortTrace('cancel', ''));
		const source = new CancellationTokenSource();
		const writing = client.next(GeneratedText);
		const answer = ask(client.connection, Generate, { uri, token: 'cancel', maxTokens: 200, temperature: 2, seed: 1 }, source.token);
		await writing;
		source.cancel();
		assert.equal((await answer).finish, 'cancelled');
		await stillWorks(client);
	});

	slowTest('between the files of a job', async (t) => {
		const client = await loaded(t);
		const paths = tracesIn(t, 40);
		const source = new CancellationTokenSource();
		const first = client.next(FileAnalyzed);
		const answer = ask(client.connection, AnalyzeFiles, { token: 'files', paths }, source.token);
		await first;
		source.cancel();
		await assert.rejects(answer, isCanceled);
		await stillWorks(client);
	});

	slowTest('a whole workspace, by its progress', async (t) => {
		const client = await loaded(t);
		await client.stop();
		const progressing = new Client(t);
		await progressing.initialize({ analyzeOn: 'command' }, { window: { workDoneProgress: true } });
		const paths = tracesIn(t, 40);
		const begun = new Promise<string>((resolve) => {
			progressing.connection.onNotification(
				'$/progress',
				({ token, value }: { token: string; value: { kind: string; message?: string } }) => {
					if (value.kind === 'report' && value.message?.startsWith('1 of') === true) resolve(token);
				},
			);
		});
		const answer = ask(progressing.connection, AnalyzeWorkspace, { folders: [pathToFileURL(join(paths[0]!, '..')).href] });
		await progressing.connection.sendNotification('window/workDoneProgress/cancel', { token: await begun });
		await assert.rejects(answer, isCanceled);
		await stillWorks(progressing);
	});

	it('everything, by unloading the model', async (t) => {
		const client = await loaded(t);
		await client.open(uri, shortTrace('cancel'));
		const queued = client.next(AnalysisChanged, ({ state }) => state.kind === 'queued');
		const state = ask(client.connection, Analyze, { uri });
		await queued;
		assert.equal(await ask(client.connection, UnloadModel, null), null);
		assert.deepEqual(await state, { kind: 'cancelled' });
		assert.equal((await ask(client.connection, GetModelState, null)).state, 'unloaded');
		await until(() => client.modelProcesses().length === 0, 'the model process ends');
		await stillWorks(client);
	});
});

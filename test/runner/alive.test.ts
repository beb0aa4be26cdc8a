import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { CancellationTokenSource, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver-protocol';
import { InspectModel } from '../../src/protocol/models.ts';
import {
	Analyze,
	AnalysisChanged,
	CancelAnalysis,
	SetConfiguration,
	GetModelState,
	LoadModel,
	ModelStateChanged,
	runnerSettings,
	type AnalysisState,
	type ModelState,
} from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { isRunning } from '../support/is-running.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { Client, pullingClient, shortTrace } from '../support/runner-client.ts';
import { hostileModels } from './hostile-models.ts';

const folder = temporaryFolder({ after }, 'rag-assay-alive-');
const made = new Map<string, string>();
function modelFolder(name: keyof typeof hostileModels): string {
	const known = made.get(name) ?? hostileModels[name](join(folder, name));
	made.set(name, known);
	return known;
}

const uri = 'file:///nowhere/alive.rag.md';
const plain = shortTrace('plain');
/** Texts that the hostile parts of models do not get over. */
const endless = {
	word: shortTrace('endless').replace('What is', `What, ${'a'.repeat(60)}, is`),
	question: shortTrace('endless').replace('What is', `What ${'and what '.repeat(300)}is`),
};

interface Watched {
	readonly client: Client;
	readonly states: ModelState[];
	readonly analyses: AnalysisState[];
}

/** A runner that says after half a second that nothing is heard of its model process. */
async function started(
	t: TestContext,
	model: keyof typeof hostileModels,
	settings: Parameters<Client['initialize']>[0] = {},
): Promise<Watched> {
	const client = new Client(t);
	const [states, analyses]: [ModelState[], AnalysisState[]] = [[], []];
	receive(
		client.connection,
		ModelStateChanged,
		(state) => {
			states.push(state);
		},
		assert.fail,
	);
	receive(
		client.connection,
		AnalysisChanged,
		({ uri: of, state }) => {
			if (of === uri) analyses.push(state);
		},
		assert.fail,
	);
	await client.initialize({ analyzeOn: 'command', model: modelFolder(model), silenceSaidAfter: 0.5, ...settings }, pullingClient);
	return { client, states, analyses };
}

/** Waits until it is said, in the model's state and in the log, that nothing is heard of the process. */
async function silence({ client, states }: Watched, doing: RegExp): Promise<void> {
	await until(() => states.some((state) => state.silence !== null && doing.test(state.silence.doing)), 'the silence to be said');
	assert.ok(
		client.log.some((line) => line.includes('No sign of life for') && doing.test(line)),
		client.log.join('\n'),
	);
}

async function gone(client: Client, pid: number): Promise<void> {
	await until(() => !isRunning(pid) && !client.modelProcesses().includes(pid), 'the process that hangs to end');
}

const isCanceled = (error: unknown): boolean => error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled;

describe('a model process that hangs', { timeout: 600_000 }, () => {
	const whileLoading = { template: /chat template/, loop: /few tokens/ } as const;
	for (const model of ['template', 'loop'] as const) {
		slowTest(`while it loads (${model}): said, shown as running, and a cancel ends it`, async (t) => {
			const watched = await started(t, model);
			const { client, analyses } = watched;
			await client.open(uri, plain);
			const analyzed = ask(client.connection, Analyze, { uri });
			await silence(watched, whileLoading[model]);
			await until(() => {
				const last = analyses.at(-1);
				return last?.kind === 'running' && last.doing?.includes('No sign of life');
			}, 'the analysis to say so');
			const [pid] = client.modelProcesses();
			await ask(client.connection, CancelAnalysis, { uri });
			assert.deepEqual(await analyzed, { kind: 'cancelled' });
			await gone(client, pid!);
			assert.deepEqual(await ask(client.connection, GetModelState, null).then(({ state, silence: left }) => [state, left]), [
				'unloaded',
				null,
			]);
			// Other settings are served by another process.
			await ask(
				client.connection,
				SetConfiguration,
				runnerSettings.parse({ cacheDirectory: client.cache, device: 'cpu', analyzeOn: 'command' }),
			);
			assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
			await client.stop();
		});
	}

	slowTest('while it loads: canceling the load itself, and an inspection', async (t) => {
		const watched = await started(t, 'loop');
		const { client, states } = watched;
		for (const what of ['load', 'inspect'] as const) {
			states.length = 0;
			const source = new CancellationTokenSource();
			const asked: Promise<unknown> =
				what === 'load' ? ask(client.connection, LoadModel, null, source.token) : ask(client.connection, InspectModel, null, source.token);
			await silence(watched, /few tokens/);
			const [pid] = client.modelProcesses();
			source.cancel();
			await assert.rejects(asked, isCanceled);
			await gone(client, pid!);
		}
		await client.stop();
	});

	slowTest('while it loads for two: the load goes on for the one who still waits, and ends with them', async (t) => {
		const watched = await started(t, 'template');
		const { client } = watched;
		const other = `${uri}.other.rag.md`;
		await client.open(uri, plain);
		await client.open(other, plain);
		const both = [uri, other].map((of) => ask(client.connection, Analyze, { uri: of }));
		await silence(watched, /chat template/);
		const [pid] = client.modelProcesses();
		await ask(client.connection, CancelAnalysis, { uri });
		assert.deepEqual(await both[0], { kind: 'cancelled' });
		assert.ok(isRunning(pid!));
		await ask(client.connection, CancelAnalysis, { uri: other });
		assert.deepEqual(await both[1], { kind: 'cancelled' });
		await gone(client, pid!);
		await client.stop();
	});

	slowTest('a load that nobody waits for any more is ended when nothing is heard of it', async (t) => {
		const { client } = await started(t, 'template', { silenceSaidAfter: 3 });
		await client.open(uri, plain);
		void ask(client.connection, Analyze, { uri }).catch(() => undefined);
		const pid = await until(() => client.modelProcesses()[0], 'a process');
		await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
		await gone(client, pid);
		await client.stop();
	});

	const onTexts = { regex: endless.word, templateOfLongTexts: endless.question } as const;
	for (const model of ['regex', 'templateOfLongTexts'] as const) {
		slowTest(`on a text (${model}): said, shown as running; a cancel ends it, and who waits is served by another process`, async (t) => {
			const watched = await started(t, model);
			const { client, analyses } = watched;
			const other = `${uri}.other.rag.md`;
			await client.open(uri, onTexts[model]);
			await client.open(other, plain);
			const analyzed = ask(client.connection, Analyze, { uri });
			await silence(watched, /tokenizing/);
			assert.equal(analyses.at(-1)?.kind, 'running');
			const [pid] = client.modelProcesses();
			const waits = ask(client.connection, Analyze, { uri: other });
			await until(() => watched.states.at(-1)?.jobs === 2, 'it to wait');
			await ask(client.connection, CancelAnalysis, { uri });
			assert.deepEqual(await analyzed, { kind: 'cancelled' });
			assert.equal((await waits).kind, 'done');
			assert.equal(isRunning(pid!), false);
			assert.equal((await ask(client.connection, GetModelState, null)).silence, null);
			await client.stop();
		});
	}

	it('on a text, for as long as it may: ended with RA514, once, and who waits is served', async (t) => {
		const { client } = await started(t, 'regex', { textTimeLimit: 2 });
		const other = `${uri}.other.rag.md`;
		await client.open(uri, endless.word);
		await client.open(other, plain);
		const [hangs, waits] = await Promise.all([ask(client.connection, Analyze, { uri }), ask(client.connection, Analyze, { uri: other })]);
		assert.ok(hangs.kind === 'failed' && hangs.error.code === 'RA514', JSON.stringify(hangs));
		assert.match(hangs.error.message, /no sign of life for 2 s while rendering and tokenizing a text/);
		assert.match(hangs.error.hint!, /--text-time-limit/);
		assert.equal(waits.kind, 'done');
		await client.stop();
	});

	slowTest('while it loads, for as long as it may: ended with RA514, and not tried again before somebody asks for it', async (t) => {
		const { client } = await started(t, 'template', { textTimeLimit: 2 });
		await client.open(uri, plain);
		for (const round of [1, 2]) {
			const state = await ask(client.connection, Analyze, { uri });
			assert.ok(state.kind === 'failed' && state.error.code === 'RA514', `${round}: ${JSON.stringify(state)}`);
		}
		assert.equal(
			client.log.filter((line) => line.includes('killed: The model process gave no sign of life')).length,
			1,
			client.log.join('\n'),
		);
		assert.deepEqual(client.modelProcesses(), []);
		await client.stop();
	});
});

describe('a model process that takes more memory than the limit', { timeout: 600_000 }, () => {
	slowTest('is ended with RA502, which says what would help', async (t) => {
		const { client } = await started(t, 'hoarder', { memoryLimit: 512 });
		await client.open(uri, plain);
		const state = await ask(client.connection, Analyze, { uri });
		assert.ok(state.kind === 'failed' && state.error.code === 'RA502', JSON.stringify(state));
		assert.match(state.error.message, /took [\d,]+ MiB of memory while .*, so RAG Assay stopped it\. The limit is 512 MiB\./);
		assert.match(state.error.hint!, /Raise the memory limit .*smaller model/);
		assert.deepEqual(client.modelProcesses(), []);
		await client.stop();
	});
});

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CancellationTokenSource, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver-protocol';
import { AnalyzeFiles, FileAnalyzed, LoadModel, ModelStateChanged, type ModelState } from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { LoopbackHub, type HubFile } from '../support/loopback-hub.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { Client, root, shortTrace } from '../support/runner-client.ts';

const graph = 'onnx/model.onnx';
/** An address at which nobody answers. */
const nobody = 'http://127.0.0.1:1';
const demoFile = (name: string): Uint8Array => new Uint8Array(readFileSync(join(root, 'models', 'demo', name)));

/** The demo model as `assay/tiny`, its weights at another origin. */
function demoHub(): Promise<LoopbackHub> {
	const small = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json'];
	const files: Record<string, HubFile> = { [graph]: { bytes: demoFile(graph), large: true } };
	for (const name of small) files[name] = { bytes: demoFile(name) };
	return LoopbackHub.start(files);
}

/** The hub answers with the first `bytes` bytes of the weights, and then with nothing, the connection left open. */
function stall(hub: LoopbackHub, bytes: number): void {
	hub.faults.set(graph, { cutAfter: bytes });
}

function cacheFolder(t: TestContext): string {
	return temporaryFolder(t, 'rag-assay-hub-');
}

async function clientOf(
	t: TestContext,
	cache: string,
	endpoint: string,
	{ offline = false, env = {} }: { offline?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Client> {
	const { HF_TOKEN: _, ...own } = process.env;
	const client = new Client(t, { cache, env: { ...own, HF_ENDPOINT: endpoint, HF_TOKEN: '', ...env } });
	await client.initialize({ model: 'assay/tiny', offline, analyzeOn: 'command' });
	return client;
}

const load = (client: Client): Promise<ModelState> => ask(client.connection, LoadModel, null);
const refusalOf = async (client: Client): Promise<{ code: string; message: string }> =>
	load(client).then(
		() => assert.fail('it was loaded'),
		(error: unknown) => {
			assert.ok(error instanceof ResponseError);
			return error.data as { code: string; message: string };
		},
	);
const partOf = (cache: string): string => join(cache, 'models', 'assay--tiny', 'main', `${graph}.part`);
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

describe('a model named by its repository', () => {
	slowTest('is downloaded; canceled, goes on from there; and is read from the store afterwards, without the hub', async (t) => {
		const [hub, cache] = [await demoHub(), cacheFolder(t)];
		const first = await clientOf(t, cache, hub.endpoint);
		const messages = new Set<string>();
		receive(
			first.connection,
			ModelStateChanged,
			({ loading }) => {
				if (loading !== null) messages.add(loading.message);
			},
			assert.fail,
		);

		stall(hub, 1_500_000);
		const cancel = new CancellationTokenSource();
		const loading = ask(first.connection, LoadModel, null, cancel.token);
		await until(() => sizeOf(partOf(cache)) === 1_500_000, 'the beginning of the weights');
		cancel.cancel();
		await assert.rejects(loading, (error) => error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled);
		await until(() => first.modelProcesses().length === 0, 'the end of the process that downloaded');
		assert.equal(sizeOf(partOf(cache)), 1_500_000, 'what came is kept');
		assert.ok(messages.has('Downloading config.json of assay/tiny'), [...messages].join());

		const state = await load(first);
		assert.deepEqual([state.state, state.model, state.profile], ['ready', 'assay/tiny', 'demo']);
		assert.deepEqual(
			hub.asked.filter(({ path, host }) => path.endsWith(graph) && hub.storage.endsWith(host)).map(({ range }) => range),
			[undefined, 'bytes=1500000-'],
		);
		assert.deepEqual(new Uint8Array(readFileSync(partOf(cache).slice(0, -'.part'.length))), demoFile(graph));
		await first.stop();

		const asked = hub.asked.length;
		for (const [endpoint, offline] of [
			[nobody, false],
			[hub.endpoint, true],
		] as const) {
			const again = await clientOf(t, cache, endpoint, { offline });
			const trace = join(cache, 'one.rag.md');
			writeFileSync(trace, shortTrace('one'));
			const names: string[] = [];
			receive(again.connection, FileAnalyzed, ({ record }) => names.push(record.model?.name ?? ''), assert.fail);
			const { traces, failures } = await ask(again.connection, AnalyzeFiles, { token: 'one', paths: [trace] });
			assert.deepEqual([traces, failures, names], [1, [], ['assay/tiny']]);
			await again.stop();
		}
		assert.equal(hub.asked.length, asked, 'nothing was asked of the hub again');
	});

	slowTest('is refused with a sentence: offline and not there, unknown, not what the hub says, the hub out of reach', async (t) => {
		const hub = await demoHub();
		const refused = async (endpoint: string, offline = false) => {
			const client = await clientOf(t, cacheFolder(t), endpoint, { offline });
			const error = await refusalOf(client);
			await client.stop();
			return error;
		};
		const absent = await refused(hub.endpoint, true);
		assert.deepEqual(
			[absent.code, absent.message],
			['RA302', 'The model assay/tiny is not in the store, and nothing is downloaded offline.'],
		);
		assert.equal(hub.asked.length, 0);
		assert.equal((await refused(nobody)).code, 'RA306');
		const damaged = demoFile(graph);
		damaged[1000]! ^= 1;
		hub.faults.set(graph, { instead: damaged });
		assert.match(
			(await refused(hub.endpoint)).message,
			/^onnx\/model\.onnx is not what the hub says it is: its SHA-256 is [\da-f]{64} instead of /,
		);
		hub.files.delete('tokenizer.json');
		assert.deepEqual((await refused(hub.endpoint)).code, 'RA305');
	});

	it('is loaded from a private repository with HF_TOKEN, which stands in no log and in no file', async (t) => {
		const [hub, cache] = [await demoHub(), cacheFolder(t)];
		hub.token = 'hf_right';
		const without = await clientOf(t, cache, hub.endpoint);
		assert.equal((await refusalOf(without)).code, 'RA303');
		const wrong = await clientOf(t, cache, hub.endpoint, { env: { HF_TOKEN: 'hf_wrong' } });
		const refusal = await refusalOf(wrong);
		assert.equal(refusal.code, 'RA303');
		const right = await clientOf(t, cache, hub.endpoint, { env: { HF_TOKEN: 'hf_right' } });
		assert.equal((await load(right)).state, 'ready');
		const said = [without, wrong, right].map(({ log, stderr }) => log.join('\n') + stderr).join('\n') + JSON.stringify(refusal);
		const written = readdirSync(cache, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
		assert.ok(written.length >= 6);
		for (const text of [said, ...written]) assert.doesNotMatch(text, /hf_right|hf_wrong/);
	});
});

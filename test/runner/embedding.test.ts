import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Encoder } from '../../src/analysis/readers.ts';
import { lexicalBytes } from '../../src/embedding/lexical/lexical-file.ts';
import { fitLexical } from '../../src/embedding/lexical/fit-lexical.ts';
import { runnerSettings, type RunnerSettings } from '../../src/protocol/requests.ts';
import { ModelService } from '../../src/runner/models/model-service.ts';
import { productReaders } from '../../src/runner/models/open-readers.ts';
import { packagePaths } from '../../src/runner/context/package-paths.ts';
import { RunnerContext } from '../../src/runner/context/runner-context.ts';
import { encoderFolder, expected, tinyEncoder } from '../support/tiny-encoder.ts';
import { LoopbackHub, type HubFile } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slowTest } from '../support/slow-test.ts';
import { until } from '../support/until.ts';
import { childrenOf, root } from '../support/runner-client.ts';

const { signal } = new AbortController();
const quiet = { signal, onProgress: () => undefined };
const store = ['Prefers window seats on morning flights.', 'Standup moved to 9:45 on Tuesdays.', 'Asked for the invoice as plain text.'];

/** The product's own processes, as they are built, without an editor in between. */
function serviceOf(t: TestContext, settings: Partial<RunnerSettings> = {}, cache?: string) {
	const folder = cache ?? temporaryFolder(t, 'rag-assay-embedding-');
	const log: string[] = [];
	const tell = (message: string): void => {
		log.push(message);
	};
	const context = new RunnerContext(runnerSettings.parse({ cacheDirectory: folder, ...settings }), {
		paths: packagePaths(join(root, 'dist', 'runner.cjs')),
		log: { error: tell, warn: tell, info: tell, debug: tell },
	});
	const models = new ModelService(context, { rank: () => 0, onState: () => undefined });
	t.after(() => models.dispose());
	return { models, folder, log, open: productReaders(models) };
}

function nearest(encoder: Encoder, rows: Float32Array): number {
	const { dimensions: d } = encoder;
	const cosine = (i: number): number => rows.subarray(0, d).reduce((sum, one, k) => sum + one * rows[i * d + k]!, 0);
	const all = Array.from({ length: rows.length / d - 1 }, (_, i) => cosine(i + 1));
	return all.indexOf(Math.max(...all));
}

test('without a setting texts are embedded by lexical, fitted to them in a thread; no model is loaded', async (t) => {
	const { models, open } = serviceOf(t);
	const said: string[] = [];
	const { encoder } = await open(['encoder'], {
		owner: 'test',
		signal,
		lexical: { texts: () => store },
		onOpening: (message) => said.push(message),
	});
	assert.equal(nearest(encoder, await encoder.embed(['a seat at the window', ...store], quiet)), 0);
	assert.deepEqual([encoder.identity.name, encoder.notes], ['lexical', ['The built-in embedder was fitted to 3 different texts.']]);
	assert.match(encoder.cannotSee ?? '', /synonyms/);
	assert.ok(
		said.some((message) => message.startsWith('Fitting the built-in embedder to 3 texts')),
		said.join('\n'),
	);
	assert.equal(models.state.state, 'unloaded');
	const again = await open(['encoder'], { owner: 'test', signal, lexical: { texts: () => store.toReversed() } });
	assert.equal(again.encoder.identity.sha256, encoder.identity.sha256);
});

test('lexical is read from a file that was kept, and has nothing to see by without texts', async (t) => {
	const { open, folder } = serviceOf(t, { embedder: 'lexical' });
	const file = join(folder, 'kept.rag-assay-lexical');
	writeFileSync(file, lexicalBytes(await fitLexical(store)));
	const { encoder } = await open(['encoder'], { owner: 'test', signal, lexical: { file } });
	assert.equal(nearest(encoder, await encoder.embed(['invoices', ...store], quiet)), 2);
	writeFileSync(file, 'RAGLEX01 nothing');
	await assert.rejects(open(['encoder'], { owner: 'test', signal, lexical: { file } }), { code: 'RA451' });
	await assert.rejects(open(['encoder'], { owner: 'test', signal }), { code: 'RA661' });
});

test('an encoder is loaded into the model process, embeds, and gives way to nothing that is loaded there', async (t) => {
	const { files, rows } = expected.cases.find(({ name }) => name === 'prompts')!;
	const { models, open, log } = serviceOf(t, { embedder: encoderFolder(t, files) });
	const said: string[] = [];
	const { encoder } = await open(['encoder'], { owner: 'test', signal, onOpening: (message) => said.push(message) });
	assert.ok(
		said.some((message) => /^Loading the encoder .*of weights, about \d+ MiB of memory at most/.test(message)),
		said.join('\n'),
	);
	assert.equal(models.state.state, 'unloaded');
	for (const as of ['query', 'document'] as const) {
		const found = await encoder.embed(expected.texts, { ...quiet, as });
		const apart = rows[as]!.flat().map((one, i) => Math.abs(one - found[i]!));
		assert.ok(Math.max(...apart) < 2e-6, `${as}: ${Math.max(...apart)}`);
	}
	// Both in one process, one after the other and both ways round.
	await models.load(signal);
	assert.equal(models.state.state, 'ready');
	await encoder.embed(['another text'], quiet);
	const opened = await open(['encoder', 'language-model'], { owner: 'test', signal });
	assert.equal(opened.encoder.identity.sha256, encoder.identity.sha256);
	assert.equal(models.state.state, 'ready');
	assert.deepEqual(
		log.filter((line) => /killed|ended/.test(line)),
		[],
	);
});

slowTest('what was embedded is kept by its text and the encoder; a damaged file of it is embedded again', async (t) => {
	const embedder = encoderFolder(t);
	const first = serviceOf(t, { embedder });
	const { encoder } = await first.open(['encoder'], { owner: 'test', signal });
	const texts = [...expected.texts, expected.texts[0]!];
	const rows = await encoder.embed(texts, quiet);
	assert.deepEqual(rows.subarray(0, encoder.dimensions), rows.subarray(-encoder.dimensions));
	const below = join(first.folder, 'results', 'embeddings');
	const packs = (): string[] => readdirSync(below, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.vectors'));
	assert.equal(packs().length, 1);
	const second = serviceOf(t, { embedder }, first.folder);
	const other = (await second.open(['encoder'], { owner: 'test', signal })).encoder;
	second.models.unload();
	// Without the encoder's folder nothing could be embedded again.
	rmSync(embedder, { recursive: true });
	assert.deepEqual(await other.embed(texts, quiet), rows);
	await assert.rejects(other.embed(['never seen'], quiet), { code: 'RA301' });
	writeFileSync(join(below, packs()[0]!), 'nothing');
	const third = serviceOf(t, { embedder: tinyEncoder }, first.folder);
	const anew = (await third.open(['encoder'], { owner: 'test', signal })).encoder;
	assert.equal(anew.identity.sha256, encoder.identity.sha256);
	assert.deepEqual(await anew.embed(texts, quiet), rows);
	assert.ok(third.log.some((line) => line.includes('are damaged; they are computed again')));
});

slowTest('what is cut is said each time, by the number of the text', async (t) => {
	const { files } = expected.cases.find(({ name }) => name === 'cut after 8 tokens')!;
	const { open } = serviceOf(t, { embedder: encoderFolder(t, files) });
	const { encoder } = await open(['encoder'], { owner: 'test', signal });
	for (let time = 0; time < 2; time++) {
		const told: unknown[] = [];
		await encoder.embed(['short', expected.texts[6]!, 'a', expected.texts[6]!], { ...quiet, onCut: (cut, max) => told.push(cut, max) });
		assert.deepEqual(told, [[1, 3], 8]);
	}
});

test('an encoder that would take more memory than the limit is refused before it is loaded', async (t) => {
	const { open } = serviceOf(t, { embedder: tinyEncoder, memoryLimit: 100 });
	await assert.rejects(open(['encoder'], { owner: 'test', signal }), (error: Error & { code?: string; hint?: string }) => {
		assert.equal(error.code, 'RA502');
		assert.match(error.message, /^The encoder would need about \d+ MiB of memory; the limit is 100 MiB\.$/);
		assert.match(error.hint ?? '', /lexical/);
		return true;
	});
});

slowTest('embedding is canceled between two batches, and goes on afterwards', async (t) => {
	const { open, log } = serviceOf(t, { embedder: tinyEncoder });
	const { encoder } = await open(['encoder'], { owner: 'test', signal });
	const texts = Array.from({ length: 3_000 }, (_, i) => `the user prefers seat ${i} in the morning`);
	const controller = new AbortController();
	const told: number[] = [];
	const embedding = encoder.embed(texts, {
		signal: controller.signal,
		onProgress: (done) => {
			told.push(done);
			if (done > 0) controller.abort();
		},
	});
	await assert.rejects(embedding, { name: 'AbortError' });
	assert.ok(told.at(-1)! < texts.length, told.join(' '));
	assert.equal((await encoder.embed(['after it'], quiet)).length, encoder.dimensions);
	assert.ok(!log.some((line) => line.includes('did not answer a cancel')));
});

slowTest('a model process that is killed is started again with its encoder', async (t) => {
	const { open, log } = serviceOf(t, { embedder: tinyEncoder });
	const { encoder } = await open(['encoder'], { owner: 'test', signal });
	const before = await encoder.embed(['a text'], quiet);
	const models = (): number[] =>
		childrenOf(process.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('model-process'));
	if (process.platform === 'linux') {
		assert.equal(models().length, 1);
		for (const pid of models()) process.kill(pid, 'SIGKILL');
		await until(() => models().length === 0, 'the model process to end');
	}
	assert.equal((await encoder.embed(['another text'], quiet)).length, before.length, log.join('\n'));
});

test('in a workspace without trust lexical embeds, whatever the settings name', async (t) => {
	const { open } = serviceOf(t, { embedder: '/nowhere/at/all', trusted: false });
	const { encoder } = await open(['encoder'], { owner: 'test', signal, lexical: { texts: () => store } });
	assert.deepEqual(
		[encoder.identity.name, encoder.notes?.at(-1)],
		['lexical', 'This workspace is not trusted, so RAG Assay uses the built-in embedder, not the one in the settings.'],
	);
});

slowTest('an encoder is downloaded by its id with what lies beside it, and then needs no network', async (t) => {
	const { files, rows } = expected.cases.find(({ name }) => name === 'prompts that are not pooled')!;
	const folder = encoderFolder(t, files);
	const named = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx', ...Object.keys(files)];
	const hubFiles: Record<string, HubFile> = Object.fromEntries(
		named.map((name) => [name, { bytes: new Uint8Array(readFileSync(join(folder, name))), large: name.endsWith('.onnx') }]),
	);
	const hub = await LoopbackHub.start(hubFiles);
	const { HF_ENDPOINT: before } = process.env;
	process.env['HF_ENDPOINT'] = hub.endpoint;
	t.after(() => {
		if (before === undefined) delete process.env['HF_ENDPOINT'];
		else process.env['HF_ENDPOINT'] = before;
	});
	const online = serviceOf(t, { embedder: 'assay/tiny', offline: false });
	const { encoder } = await online.open(['encoder'], { owner: 'test', signal });
	assert.equal(encoder.identity.name, 'assay/tiny');
	const found = await encoder.embed(expected.texts, { ...quiet, as: 'query' });
	assert.ok(Math.max(...rows.query!.flat().map((one, i) => Math.abs(one - found[i]!))) < 2e-6);
	process.env['HF_ENDPOINT'] = 'http://127.0.0.1:1';
	const offline = serviceOf(t, { embedder: 'assay/tiny', offline: true }, online.folder);
	assert.equal((await offline.open(['encoder'], { owner: 'test', signal })).encoder.identity.sha256, encoder.identity.sha256);
});

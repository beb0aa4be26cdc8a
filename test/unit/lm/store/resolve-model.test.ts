import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../../src/errors.ts';
import { contentHash } from '../../../../src/lm/safety/content-hash.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { resolveModel, type ResolveModelOptions, type ResolvedModel } from '../../../../src/lm/store/resolve-model.ts';
import { externalParts, field, graphParts, inlineParts, model } from '../../../support/protobuf-writer.ts';
import { emptyFolder, fixtures } from '../../../support/model-folder-builder.ts';
import { LoopbackHub, type HubFile } from '../../../support/loopback-hub.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

const text = (content: string): HubFile => ({ bytes: new TextEncoder().encode(content) });
const demo = fileURLToPath(new URL('../../../../models/demo/', import.meta.url));
const fixture = (name: string) => new Uint8Array(readFileSync(join(fixtures, 'qwen2-genai-int4-shared', name)));
const files = (): Record<string, HubFile> => ({
	'config.json': text('{"model_type":"qwen2","architectures":["Qwen2ForCausalLM"]}'),
	'tokenizer.json': text('{"model":{"type":"BPE"}}'),
	'tokenizer_config.json': text('{}'),
	'onnx/model.onnx': { bytes: fixture('model.onnx'), large: true },
	'onnx/model.onnx.data': { bytes: fixture('model.onnx.data'), large: true },
});
const data = 'onnx/model.onnx.data';

type Options = Partial<ResolveModelOptions>;
const ask = (hub: LoopbackHub, store: string, options: Options = {}): Promise<ResolvedModel> =>
	resolveModel({
		model: hub.id,
		store,
		offline: false,
		signal: new AbortController().signal,
		environment: { HF_ENDPOINT: hub.endpoint },
		retryDelay: 1,
		...options,
		onProgress: (message, done, total) => {
			options.onProgress?.(message, done, total);
			hub.received(done);
		},
	});
async function refusal(act: Promise<unknown>): Promise<UserError> {
	const error: unknown = await act.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof UserError, `expected a refusal, got ${String(error)}`);
	assert.ok(error.hint !== undefined, 'it says what to do');
	return error;
}
const part = (store: string, name: string) => join(store, 'assay--tiny', 'main', `${name}.part`);

describe('a model by its repository id', () => {
	it('is downloaded once, whole, and then used without the network', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		const seen: [string, number, number][] = [];
		const first = await ask(hub, store, { onProgress: (...progress) => seen.push(progress) });
		assert.equal(first.name, 'assay/tiny');
		assert.equal(first.graph, 'onnx/model.onnx');
		for (const [name, { bytes }] of hub.files) assert.deepEqual(new Uint8Array(readFileSync(join(first.directory, name))), bytes);
		await checkModelFolder(first.directory, { graph: first.graph });
		assert.deepEqual(seen.findLast(([message]) => message === `Downloading ${data} of assay/tiny`)?.slice(1), [61_696, 61_696]);
		const { commit, files: recorded } = JSON.parse(readFileSync(join(first.directory, 'manifest.json'), 'utf8')) as {
			commit: string;
			files: Record<string, unknown>;
		};
		assert.equal(commit, hub.commit);
		assert.equal(Object.keys(recorded).length, 5);
		assert.deepEqual(
			readdirSync(first.directory, { recursive: true }).filter((name) => /part|lock/.test(String(name))),
			[],
		);
		// After the first file everything comes from the commit that the branch stood for.
		assert.ok(hub.asked.slice(1).every(({ path }) => path.includes(`/resolve/${hub.commit}/`)));

		const before = hub.asked.length;
		assert.deepEqual(await ask(hub, store), first);
		assert.deepEqual(await ask(hub, store, { offline: true }), first);
		assert.equal(hub.asked.length, before);
	});

	it('is downloaded by one of several that ask for it at once; the others wait, and use it', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		const waited: string[] = [];
		const onProgress = (message: string): void => void (message.startsWith('Waiting') && waited.push(message));
		const [first, ...others] = await Promise.all([1, 2, 3].map(() => ask(hub, store, { onProgress })));
		assert.deepEqual(others, [first, first]);
		assert.ok(waited.includes('Waiting for another download of assay/tiny'));
		const alone = await LoopbackHub.start(files());
		await ask(alone, emptyFolder());
		const paths = ({ asked }: LoopbackHub): string[] => asked.map(({ path }) => path);
		assert.deepEqual(paths(hub), paths(alone), 'as much is asked for as by one alone');
	});

	it('brings the demo model over unchanged', async () => {
		const names = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
		const hub = await LoopbackHub.start(
			Object.fromEntries(
				names.map((name) => [name, { bytes: new Uint8Array(readFileSync(join(demo, name))), large: name.endsWith('.onnx') }]),
			),
		);
		const { directory, graph } = await ask(hub, emptyFolder());
		assert.equal(await contentHash(await checkModelFolder(directory, { graph })), await contentHash(await checkModelFolder(demo)));
	});

	it("may have a builder's genai_config.json in place of config.json, and goes on with it", async () => {
		const { 'config.json': config, 'onnx/model.onnx': graph, 'onnx/model.onnx.data': weights, ...others } = files();
		const hub = await LoopbackHub.start({
			...others,
			'genai_config.json': text('{"model":{"decoder":{}}}'),
			'model.onnx': graph!,
			'model.onnx.data': weights!,
		});
		const store = emptyFolder();
		const first = await ask(hub, store);
		assert.equal(first.graph, 'model.onnx');
		assert.ok((await checkModelFolder(first.directory, { graph: first.graph })).config.path.endsWith('genai_config.json'));
		const asked = hub.asked.length;
		assert.deepEqual(await ask(hub, store), first);
		assert.equal(hub.asked.length, asked);
		// With both, the usual one is taken; with neither, it is the one that is missed.
		const both = await LoopbackHub.start({ ...files(), 'genai_config.json': text('{}') });
		assert.ok(
			!both.names().includes('genai_config.json') && (await ask(both, emptyFolder())).graph === 'onnx/model.onnx' && config !== undefined,
		);
		assert.match((await refusal(ask(await LoopbackHub.start(others), emptyFolder()))).message, /has no config\.json/);
	});

	it('is a folder when there is such a folder', async () => {
		const hub = await LoopbackHub.start({});
		const folder = emptyFolder();
		assert.deepEqual(await ask(hub, emptyFolder(), { model: folder, offline: true }), {
			directory: folder,
			name: basename(folder),
			graph: undefined,
		});
		assert.equal(hub.asked.length, 0);
	});

	it('of a folder that lies where the id could be meant it is said that the folder was taken; with a revision the id is meant', async (t) => {
		const hub = await LoopbackHub.start({});
		const [before, folder] = [process.cwd(), emptyFolder()];
		t.after(() => {
			process.chdir(before);
		});
		process.chdir(folder);
		mkdirSync(join(folder, hub.id), { recursive: true });
		assert.deepEqual(await ask(hub, emptyFolder(), { offline: true }), {
			directory: join(process.cwd(), hub.id),
			name: `./${hub.id}`,
			graph: undefined,
		});
		assert.equal((await ask(hub, emptyFolder(), { model: `./${hub.id}`, offline: true })).name, basename(hub.id));
		assert.equal((await ask(hub, emptyFolder(), { model: relative('.', 'assay'), offline: true })).name, 'assay');
		assert.equal((await refusal(ask(hub, emptyFolder(), { revision: 'main', offline: true }))).code, 'RA302');
	});

	it('is taken at the revision and with the weights that are asked for', async () => {
		const one = { bytes: model(graphParts(field(5, inlineParts('t')))) };
		const hub = await LoopbackHub.start({ ...files(), 'onnx/model_quantized.onnx': one, 'model_q4f16.onnx': one });
		const store = emptyFolder();
		const v1 = await ask(hub, store, { revision: 'v1', dtype: 'q8' });
		assert.equal(v1.name, 'assay/tiny@v1');
		assert.equal(v1.graph, 'onnx/model_quantized.onnx');
		assert.ok(hub.asked[0]!.path.includes('/resolve/v1/'));
		assert.ok(!hub.names().includes('onnx/model.onnx'));
		assert.equal((await ask(hub, store, { revision: 'v1', dtype: 'q4' })).graph, 'model_q4f16.onnx');
		const offline = await refusal(ask(hub, store, { revision: 'v1', dtype: 'fp16', offline: true }));
		assert.match(offline.message, /with weights as fp16 \(there is: q8, q4\)/);
		const none = await refusal(ask(hub, store, { dtype: 'fp16' }));
		assert.equal(none.code, 'RA305');
		assert.match(none.message, /no ONNX model file with weights as fp16/);
	});

	it('goes on by itself where the connection broke, and asks for the rest only', async () => {
		const hub = await LoopbackHub.start(files());
		hub.faults.set(data, { cutAfter: 20_000 });
		const { directory } = await ask(hub, emptyFolder());
		assert.deepEqual(new Uint8Array(readFileSync(join(directory, data))), hub.files.get(data)!.bytes);
		const ranges = hub.asked.filter(({ path, host }) => path.endsWith(data) && hub.storage.endsWith(host));
		assert.equal(ranges.length, 2);
		assert.equal(ranges[1]!.range, 'bytes=20000-');
		assert.match(ranges[1]!.ifRange ?? '', /^"store-/);
	});

	it('goes on in a later process after it was given up', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		const controller = new AbortController();
		hub.faults.set(data, { cutAfter: 30_000 });
		await assert.rejects(
			ask(hub, store, {
				signal: controller.signal,
				onProgress: (message, done) => {
					if (message.includes(data) && done === 30_000) controller.abort(new Error('enough'));
				},
			}),
			/enough/,
		);
		const kept = statSync(part(store, data)).size;
		assert.equal(kept, 30_000);
		assert.match((await refusal(ask(hub, store, { offline: true }))).message, /its download was not finished/);
		const before = hub.asked.length;
		await ask(hub, store);
		const later = hub.asked.slice(before);
		assert.equal(later[0]!.range ?? later[1]!.range, undefined, 'the optional files are asked for');
		assert.equal(later.at(-1)!.range, `bytes=${kept}-`);
		assert.ok(!existsSync(part(store, data)));
	});

	it('begins anew when the file has changed, or cannot be told from another', async () => {
		for (const change of ['file', 'weak tag'] as const) {
			const hub = await LoopbackHub.start(files());
			const store = emptyFolder();
			hub.faults.set(data, { cutAfter: 20_000, weakTag: change === 'weak tag' });
			const controller = new AbortController();
			await assert.rejects(
				ask(hub, store, {
					signal: controller.signal,
					onProgress: (message) => message.includes('interrupted') && controller.abort(new Error('enough')),
				}),
				/enough/,
			);
			const bytes = hub.files.get(data)!.bytes.slice();
			if (change === 'file') bytes[1] = (bytes[1] ?? 0) ^ 1;
			hub.files.set(data, { bytes, large: true });
			const { directory } = await ask(hub, store);
			assert.deepEqual(new Uint8Array(readFileSync(join(directory, data))), bytes);
		}
	});

	const changed = fixture('model.onnx.data');
	changed[30_000]! ^= 1;
	for (const [what, declare, fault, code, message] of [
		['another byte', quickTest, { instead: changed }, 'RA309', /its SHA-256 is [0-9a-f]{64} instead of [0-9a-f]{64}/],
		['shorter', slowTest, { instead: changed.subarray(0, 50_000) }, 'RA308', /has 61696 bytes, and 50000 would come/],
		['longer', slowTest, { instead: new Uint8Array(70_000) }, 'RA308', /has 61696 bytes, and 70000 would come/],
		['longer, unannounced', quickTest, { instead: new Uint8Array(70_000), noLength: true }, 'RA308', /more came/],
		['announced as longer', slowTest, { announced: 2 ** 43 }, 'RA308', /would come/],
	] as const) {
		declare(`is refused when a file is not what the hub says it is, and nothing of it is kept: ${what}`, async () => {
			const hub = await LoopbackHub.start(files());
			const store = emptyFolder();
			hub.faults.set(data, fault);
			const error = await refusal(ask(hub, store));
			assert.equal(error.code, code, error.message);
			assert.match(error.message, message);
			assert.ok(!existsSync(part(store, data)) && !existsSync(join(store, 'assay--tiny', 'main', data)));
			hub.faults.clear();
			await ask(hub, store);
		});
	}

	it('is refused when a small file is too large to be one', async () => {
		const hub = await LoopbackHub.start({ ...files(), 'config.json': { bytes: new Uint8Array(2 ** 22 + 1) } });
		assert.equal((await refusal(ask(hub, emptyFolder()))).code, 'RA308');
	});

	it('gives up when the connection breaks again and again, and says that what came is kept', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		const error = await refusal(
			ask(hub, store, {
				onProgress: (_, done) => {
					if (done % 5_000 === 0) hub.faults.set(data, { cutAfter: 5_000 });
				},
			}),
		);
		assert.equal(error.code, 'RA307');
		assert.equal(statSync(part(store, data)).size, 20_000, 'four tries of 5,000 bytes');
	});

	it('says what is not there', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		const noModel = await refusal(ask(hub, store, { model: 'assay/other' }));
		assert.equal(noModel.code, 'RA305');
		assert.match(noModel.message, /no repository assay\/other/);
		assert.match((await refusal(ask(hub, store, { revision: 'v2' }))).message, /no revision v2/);
		hub.files.delete('tokenizer.json');
		const noFile = await refusal(ask(hub, store));
		assert.equal(noFile.code, 'RA305');
		assert.match(noFile.message, /has no tokenizer\.json/);
		for (const id of ['a/b/c', '../nowhere-at-all', 'a--b/c', '/nowhere/at/all', 'https://example.org/x', '\u0000']) {
			const error = await refusal(ask(hub, store, { model: id }));
			assert.equal(error.code, 'RA301', id);
		}
		assert.equal((await refusal(ask(hub, store, { revision: '../../x' }))).code, 'RA301');
		assert.equal((await refusal(ask(hub, store, { environment: { HF_ENDPOINT: 'ftp://x' } }))).code, 'RA301');
	});

	it('needs the right token when it is private, and gives it to the hub only', async () => {
		const hub = await LoopbackHub.start(files());
		hub.token = 'hf_right';
		const store = emptyFolder();
		const without = await refusal(ask(hub, store));
		assert.equal(without.code, 'RA303');
		assert.match(without.hint ?? '', /HF_TOKEN/);
		const wrong = await refusal(ask(hub, store, { token: 'hf_wrong' }));
		assert.equal(wrong.code, 'RA303');
		assert.match(wrong.message, /does not accept the token/);
		assert.ok(!JSON.stringify(wrong).includes('hf_wrong') && !wrong.message.includes('hf_wrong'));
		await ask(hub, store, { environment: { HF_ENDPOINT: hub.endpoint, HF_TOKEN: 'hf_right' } });
		const elsewhere = hub.asked.filter(({ host }) => hub.storage.endsWith(host));
		assert.ok(elsewhere.length >= 2);
		assert.ok(elsewhere.every(({ authorization }) => authorization === undefined));
		assert.equal(hub.asked.at(-2)!.authorization, 'Bearer hf_right');
		const written = readdirSync(store, { recursive: true, withFileTypes: true }).filter(
			(entry) => entry.isFile() && entry.name === 'manifest.json',
		);
		for (const entry of written) assert.ok(!readFileSync(join(entry.parentPath, entry.name), 'utf8').includes('hf_right'));
	});

	it('does not send a token over an open connection to another machine', async () => {
		const error = await refusal(
			resolveModel({
				model: 'a/b',
				store: emptyFolder(),
				offline: false,
				signal: new AbortController().signal,
				onProgress: () => undefined,
				token: 'hf_x',
				environment: { HF_ENDPOINT: 'http://hub.invalid' },
			}),
		);
		assert.equal(error.code, 'RA313');
	});

	it('says when the hub refuses, is unwell, sends in circles or cannot be reached', async () => {
		const hub = await LoopbackHub.start(files());
		const cases = [
			{ fault: { status: 403, errorCode: 'GatedRepo' }, code: 'RA304' },
			{ fault: { status: 403 }, code: 'RA304' },
			{ fault: { status: 500 }, code: 'RA306' },
			{ fault: { status: 429 }, code: 'RA306' },
			{ fault: { redirect: `${hub.endpoint}/assay/tiny/resolve/main/config.json` }, code: 'RA306' },
			{ fault: { redirect: 'file:///etc/passwd' }, code: 'RA306' },
		];
		for (const { fault, code } of cases) {
			hub.faults.set('config.json', fault);
			const error = await refusal(ask(hub, emptyFolder()));
			assert.equal(error.code, code, error.message);
		}
		const gone = await refusal(ask(hub, emptyFolder(), { environment: { HF_ENDPOINT: 'http://127.0.0.1:1' } }));
		assert.equal(gone.code, 'RA306');
		assert.match(gone.message, /^127\.0\.0\.1:1 cannot be reached\.$/);
	});

	it('keeps what came when the hub is unwell in the middle', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		hub.faults.set(data, { cutAfter: 20_000 });
		await refusal(ask(hub, store, { onProgress: (message) => message.includes('interrupted') && hub.faults.set(data, { status: 503 }) }));
		assert.equal(statSync(part(store, data)).size, 20_000);
	});

	it('is not loaded offline when it is not there', async () => {
		const hub = await LoopbackHub.start(files());
		const error = await refusal(ask(hub, emptyFolder(), { offline: true }));
		assert.equal(error.code, 'RA302');
		assert.match(error.message, /assay\/tiny is not in the store, and nothing is downloaded offline/);
		assert.equal(hub.asked.length, 0);
	});

	for (const [declare, name] of [
		[quickTest, data],
		[slowTest, 'tokenizer.json'],
		[slowTest, 'manifest.json'],
	] as const) {
		declare(`is checked each time: what changed on disk is refused offline and downloaded again online: ${name}`, async () => {
			const hub = await LoopbackHub.start(files());
			const store = emptyFolder();
			const { directory } = await ask(hub, store);
			const bytes = readFileSync(join(directory, name));
			bytes[10]! ^= 1;
			writeFileSync(join(directory, name), name === 'manifest.json' ? '{' : bytes);
			const error = await refusal(ask(hub, store, { offline: true }));
			assert.equal(error.code, name === 'manifest.json' ? 'RA302' : 'RA310');
			const before = hub.names().length;
			await ask(hub, store);
			if (name !== 'manifest.json') {
				assert.ok(hub.names().slice(before).includes(name));
				assert.ok(!hub.names().slice(before).includes('config.json'), 'what is whole is not asked for again');
			}
			await ask(hub, store, { offline: true });
		});
	}

	it('is written by one at a time', async () => {
		const hub = await LoopbackHub.start(files());
		const store = emptyFolder();
		const waits: string[] = [];
		const all = await Promise.all(
			Array.from({ length: 5 }, async () =>
				ask(hub, store, {
					onProgress: (message) => {
						if (message.startsWith('Waiting')) waits.push(message);
					},
				}),
			),
		);
		assert.equal(new Set(all.map(({ directory }) => directory)).size, 1);
		assert.equal(hub.names().filter((name) => name === data).length, 1);
		assert.equal(waits.length, 4);
	});

	it('is refused when its weights would be written outside its folder', async () => {
		const evil = model(graphParts(field(5, externalParts('w', '../../../evil'))));
		const hub = await LoopbackHub.start({ ...files(), 'onnx/model.onnx': { bytes: evil } });
		assert.equal((await refusal(ask(hub, emptyFolder()))).code, 'RA208');
		assert.ok(hub.names().every((name) => !name.includes('evil')));
	});
});

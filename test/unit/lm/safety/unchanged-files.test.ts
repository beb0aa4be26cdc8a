import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, cpSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import { checkEncoderFolder } from '../../../../src/lm/encoder/encoder-folder.ts';
import { loadEncoder } from '../../../../src/lm/encoder/load-encoder.ts';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { requireUnchanged } from '../../../../src/lm/safety/unchanged-files.ts';
import { classifyTokens } from '../../../../src/model-process/classify-tokens.ts';
import { DecoderEngine } from '../../../../src/model-process/decoder-engine.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { encoderFolder } from '../../../support/tiny-encoder.ts';

const fixture = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const demo = fixture('../../../../models/demo');
const hooks = (t: TestContext, onStep: (step: string) => void = () => undefined) => ({
	signal: t.signal,
	onProgress: () => undefined,
	onText: () => undefined,
	onStep: async (step = '') => onStep(step),
});

function copied(t: TestContext, of: string): string {
	const folder = join(temporaryFolder(t), 'model');
	cpSync(of, folder, { recursive: true });
	return folder;
}

/** Other programs at work in a model folder. */
const changes: readonly [string, (file: string) => void][] = [
	['written again', (file) => utimesSync(file, new Date(), new Date(Date.now() + 10_000))],
	[
		'replaced by a copy',
		(file) => {
			copyFileSync(file, `${file}.copy`);
			renameSync(`${file}.copy`, file);
		},
	],
	[
		'replaced by a link',
		(file) => {
			renameSync(file, `${file}.other`);
			symlinkSync(`${file}.other`, file);
		},
	],
];

for (const [how, change] of changes)
	test(`a model is not loaded while one of its files is ${how}`, async (t) => {
		for (const name of ['onnx/model.onnx', 'tokenizer_config.json']) {
			const folder = copied(t, demo);
			const loading = loadDecoder({
				files: await checkModelFolder(folder),
				name: 'demo',
				device: executionProvidersFor('cpu'),
				// What is left to do is done with what the runtime has opened.
				onStep: async (step) => {
					if (step === 'trial') change(join(folder, name));
				},
			});
			await assert.rejects(loading, { code: 'RA504', place: { file: join(folder, name) } });
		}
	});

test('an encoder, and a model that finds personal values, neither', async (t) => {
	const encoder = encoderFolder(t);
	const loading = loadEncoder({
		...(await checkEncoderFolder(encoder, {})),
		device: executionProvidersFor('cpu'),
		onStep: async (step) => {
			if (step === 'trial') appendFileSync(join(encoder, 'config.json'), ' ');
		},
	});
	await assert.rejects(loading, { code: 'RA504' });
	const model = copied(t, fixture('../../../fixtures/token-classifier'));
	const classifying = classifyTokens(
		{ type: 'classify', id: 1, model, texts: ['Ann'], memoryLimit: 2 ** 40 },
		hooks(t, (step) => {
			if (step === 'running') appendFileSync(join(model, 'config.json'), ' ');
		}),
		0,
	);
	await assert.rejects(classifying, { code: 'RA504' });
});

test('nor when a file is gone by the time that all are read', async (t) => {
	const folder = copied(t, demo);
	const files = await checkModelFolder(folder);
	rmSync(join(folder, 'tokenizer_config.json'));
	await assert.rejects(requireUnchanged(files), { code: 'RA504', message: /changed while the model was in use/ });
});

test('nothing is said that a loaded model has computed from files that changed since', async (t) => {
	const [folder, store] = [copied(t, demo), temporaryFolder(t)];
	const engine = new DecoderEngine('');
	t.after(() => engine.unload());
	const load = {
		type: 'load',
		id: 0,
		model: folder,
		device: 'cpu',
		demoModel: demo,
		modelStore: store,
		graphStore: store,
		offline: true,
	} as const;
	const parts = { query: 'Who?', contexts: [{ id: 'a', text: 'Ann.' }], response: 'Ann.' };
	const asked = { parts, memoryLimit: 2 ** 40 };
	await engine.load(load, hooks(t));
	await engine.score({ type: 'score', id: 1, topK: 1, ...asked }, hooks(t));
	appendFileSync(join(folder, 'config.json'), ' ');
	for (const work of [
		() => engine.score({ type: 'score', id: 2, topK: 1, ...asked }, hooks(t)),
		() => engine.mixture({ type: 'mixture', id: 3, tokens: 1, ...asked }, hooks(t)),
		() => engine.attribute({ type: 'attribute', id: 4, ...asked }, hooks(t)),
		() => engine.origins({ type: 'origins', id: 5, rows: [0], ...asked }, hooks(t)),
	])
		await assert.rejects(work(), { code: 'RA504' });
	await engine.load(load, hooks(t));
	await engine.score({ type: 'score', id: 6, topK: 1, ...asked }, hooks(t));
});

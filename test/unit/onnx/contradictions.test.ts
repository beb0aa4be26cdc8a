import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareWithConfig, widestWindow } from '../../../src/onnx/contradictions.ts';
import { recognizeGraph } from '../../../src/onnx/spad-graph.ts';
import { layerKeys } from '../../../src/lm/attribution/layer-keys.ts';
import { cpu, fixtureFolder } from '../../support/fixture-folder.ts';

const root = fileURLToPath(new URL('../../fixtures/spad-graphs', import.meta.url));
const comparison = async (name: string, change: object = {}) => {
	const config: unknown = JSON.parse(readFileSync(join(root, name, 'config.json'), 'utf8'));
	assert.ok(typeof config === 'object' && config !== null);
	const { files, config: read } = await fixtureFolder(join(root, name));
	const recognized = recognizeGraph(files);
	const changed = { ...config, ...change };
	return compareWithConfig(recognized, changed, await layerKeys(files, recognized, cpu, read, widestWindow(changed)));
};
const compared = async (name: string, change: object = {}) => (await comparison(name, change)).contradictions;

test('faithful exports contradict nothing', async () => {
	for (const name of ['llama-genai', 'mistral-genai-window', 'gemma2-genai', 'qwen3-genai-unfused', 'gemma3-torch-dynamo', 'llama-optimum'])
		assert.deepEqual(await compared(name), [], name);
});

test('a dropped window, rotation where there should be none, another soft cap and another ε are named', async () => {
	const windows = await compared('mistral-genai-window', { sliding_window: 4 });
	assert.deepEqual(
		windows.map(({ layer, graph, config }) => [layer, graph, config]),
		[
			[0, 'a sliding window of 9', 'a sliding window of 4'],
			[1, 'a sliding window of 9', 'a sliding window of 4'],
		],
	);
	assert.deepEqual(
		(await compared('llama-genai', { sliding_window: 9 })).map(({ graph }) => graph),
		Array.from({ length: 3 }, () => 'no sliding window'),
	);
	const rotation = await compared('llama-genai', { no_rope_layers: [1, 0, 1] });
	assert.deepEqual(
		rotation.map(({ layer, graph, config }) => [layer, graph, config]),
		[[1, 'rotary positions', 'no positions']],
	);
	assert.equal((await compared('gemma2-genai', { attn_logit_softcapping: 50 })).length, 2);
	for (const name of ['llama-genai', 'llama-optimum', 'gemma3-torch-dynamo']) {
		const [only, ...rest] = await compared(name, { rms_norm_eps: 1e-3 });
		assert.equal(rest.length, 0);
		assert.match(only?.graph ?? '', /ε of 0\.000001 /);
		assert.equal(only?.config, 'ε of 0.001');
	}
});

test('windows in masks that the graph builds itself are compared by what they hide', async () => {
	const layers = async (name: string, change: object) =>
		(await compared(name, change)).map(({ layer, graph, config }) => [layer, graph, config]);
	assert.deepEqual(await layers('gemma3-torch-dynamo', { sliding_window: 4 }), [[0, 'a sliding window of 9', 'a sliding window of 4']]);
	assert.deepEqual(await layers('gemma3-torch-dynamo', { layer_types: ['full_attention', 'sliding_attention'] }), [
		[0, 'a sliding window of 9', 'no sliding window'],
		[1, 'no sliding window', 'a sliding window of 9'],
	]);
	assert.deepEqual(await layers('gemma3-torch-dynamo', { sliding_window: null, layer_types: null }), [
		[0, 'a sliding window of 9', 'no sliding window'],
	]);
	for (const name of ['llama-optimum', 'llama-transformers-ortfused', 'gpt2-optimum-merged', 'llama-genai-fp16-mha']) {
		const found = await comparison(name, { sliding_window: 9 });
		assert.deepEqual(new Set(found.contradictions.map(({ graph }) => graph)), new Set(['no sliding window']), name);
		assert.deepEqual(found.notCompared, [], name);
	}
	// No text that fits into the context window is longer.
	assert.deepEqual(await layers('llama-optimum', { sliding_window: 128 }), []);
});

test('rotation in plain operators is compared, layer by layer', async () => {
	const layers = async (name: string, turned: number[]) => {
		const { contradictions, notCompared } = await comparison(name, { no_rope_layers: turned });
		assert.deepEqual(notCompared, []);
		return contradictions.map(({ layer, graph, config }) => [layer, graph, config]);
	};
	for (const name of [
		'llama-optimum',
		'llama-optimum-int8',
		'gptneox-optimum-parallel',
		'gemma3-torch-dynamo',
		'llama-transformers-ortfused',
	]) {
		assert.deepEqual(await layers(name, [1, 1]), [], name);
		assert.deepEqual(await layers(name, [1, 0]), [[1, 'rotary positions', 'no positions']], name);
	}
	// GPT-2 adds learned positions to the embedding, and rotates nothing.
	assert.deepEqual(await layers('gpt2-optimum-merged', [0, 1]), [[1, 'no positions', 'rotary positions']]);
});

test('a window that could not be tried is said not to be compared, with why', async () => {
	const { files, config } = await fixtureFolder(join(root, 'llama-optimum'));
	const recognized = recognizeGraph(files);
	// A context window that hides nothing, and a graph that has to run for its masks.
	const keys = await layerKeys(files, recognized, cpu, { ...config, contextWindow: undefined }, 20_000);
	const { contradictions, notCompared } = compareWithConfig(recognized, { sliding_window: 20_000 }, keys);
	assert.deepEqual(contradictions, []);
	assert.match(
		notCompared.join(),
		/^The sliding window of layers 0, 1 was not compared with config\.json: a window of 20000 keys is too wide to be tried with this graph \(Softmax '.*' and 1 more\)\.$/,
	);
});

test('what the graph hides in plain operators is said not to be compared', async () => {
	assert.deepEqual((await comparison('llama-optimum', { attn_logit_softcapping: 30 })).notCompared, [
		'Soft caps of layers 0, 1 were not compared with config.json: the graph has them in plain operators.',
	]);
	// Nothing to compare, or compared.
	for (const name of ['llama-optimum', 'mistral-genai-window', 'gemma2-genai', 'gemma3-torch-dynamo'])
		assert.deepEqual((await comparison(name)).notCompared, [], name);
});

test('a key of an unexpected type is named, and hides no other', async () => {
	const { contradictions, notCompared } = await comparison('mistral-genai-window', {
		norm_eps: '1e-6',
		sliding_window: 4,
		no_rope_layers: { a: 1 },
	});
	assert.deepEqual(
		contradictions.map(({ config }) => config),
		['a sliding window of 4', 'a sliding window of 4'],
	);
	assert.deepEqual(
		notCompared.map((text) => text.split(' is not')[0]),
		["'no_rope_layers' of config.json", "'norm_eps' of config.json"],
	);
	const unread = await comparison('llama-genai', { rms_norm_eps: '1e-6' });
	assert.equal(unread.notCompared.length, 1);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contradictions } from '../../../../src/lm/graph/contradictions.ts';
import { recogniseGraph } from '../../../../src/lm/graph/spad-graph.ts';
import { fixtureFolder } from './fixture-folder.ts';

const root = fileURLToPath(new URL('../../../fixtures/spad-graphs', import.meta.url));
const compared = async (name: string, change: object = {}) => {
	const config: unknown = JSON.parse(readFileSync(join(root, name, 'config.json'), 'utf8'));
	assert.ok(typeof config === 'object' && config !== null);
	return contradictions(recogniseGraph((await fixtureFolder(join(root, name))).files), { ...config, ...change });
};

test('faithful exports contradict nothing', async () => {
	for (const name of ['llama-genai', 'mistral-genai-window', 'gemma2-genai', 'qwen3-genai-unfused', 'gemma3-torch-dynamo', 'llama-optimum']) assert.deepEqual(await compared(name), [], name);
});

test('a dropped window, rotation where there should be none, another soft cap and another ε are named', async () => {
	const windows = await compared('mistral-genai-window', { sliding_window: 4 });
	assert.deepEqual(windows.map(({ layer, graph, config }) => [layer, graph, config]), [[0, 'a sliding window of 9', 'a sliding window of 4'], [1, 'a sliding window of 9', 'a sliding window of 4']]);
	assert.deepEqual((await compared('llama-genai', { sliding_window: 9 })).map(({ graph }) => graph), Array.from({ length: 3 }, () => 'no sliding window'));
	const rotation = await compared('llama-genai', { no_rope_layers: [1, 0, 1] });
	assert.deepEqual(rotation.map(({ layer, graph, config }) => [layer, graph, config]), [[1, 'rotary positions', 'no positions']]);
	assert.equal((await compared('gemma2-genai', { attn_logit_softcapping: 50 })).length, 2);
	for (const name of ['llama-genai', 'llama-optimum', 'gemma3-torch-dynamo']) {
		const [only, ...rest] = await compared(name, { rms_norm_eps: 1e-3 });
		assert.equal(rest.length, 0);
		assert.match(only?.graph ?? '', /ε of 0\.000001 /);
		assert.equal(only?.config, 'ε of 0.001');
	}
});

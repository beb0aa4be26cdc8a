import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { comparePlainNumbers } from '../../../src/onnx/plain-numbers.ts';
import { recognizeGraph } from '../../../src/onnx/spad-graph.ts';
import { fixtureFolder } from '../../support/fixture-folder.ts';

const root = fileURLToPath(new URL('../../fixtures/spad-graphs', import.meta.url));

async function compared(name: string, change: object = {}) {
	const config = JSON.parse(readFileSync(join(root, name, 'config.json'), 'utf8')) as object;
	const { contradictions, notCompared } = comparePlainNumbers(recognizeGraph((await fixtureFolder(join(root, name))).files), {
		...config,
		...change,
	});
	return { found: contradictions.map(({ layer, graph, config: says }) => [layer, graph, says]), notCompared };
}

test('faithful exports contradict nothing', async () => {
	for (const name of [
		'llama-genai',
		'llama-genai-fp16-mha',
		'llama-optimum',
		'llama-optimum-int8',
		'gemma2-genai',
		'gemma3-torch-dynamo',
		'gpt2-optimum-merged',
		'gptneox-optimum-parallel',
		'phi-genai-parallel',
		'qwen2-genai-int4-shared',
		'qwen3-genai-unfused',
		'mistral-genai-window',
	])
		assert.deepEqual((await compared(name)).found, [], name);
});

test('another number of layers, tokens or heads, another width', async () => {
	const { found } = await compared('llama-genai', {
		num_hidden_layers: 7,
		vocab_size: 1000,
		hidden_size: 128,
		num_attention_heads: 8,
		num_key_value_heads: 1,
	});
	assert.deepEqual(found, [
		[undefined, '3 layers', '7'],
		[undefined, '64 numbers a token in its residual stream', '128'],
		[undefined, '320 tokens in its vocabulary', '1000'],
		...[0, 1, 2].flatMap((layer) => [
			[layer, '4 query heads', '8'],
			[layer, '2 key heads', '1'],
		]),
	]);
	assert.deepEqual((await compared('gpt2-optimum-merged', { n_layer: 3 })).found, [[undefined, '2 layers', '3']]);
});

test('the soft cap of the logits: there, not there, another', async () => {
	assert.deepEqual((await compared('llama-genai', { final_logit_softcapping: 30 })).found, [
		[undefined, 'no soft cap on its logits', 'one of 30'],
	]);
	assert.deepEqual((await compared('gemma2-genai', { final_logit_softcapping: 30 })).found, [
		[undefined, 'a soft cap of 12 on its logits', 'one of 30'],
	]);
	assert.deepEqual((await compared('gemma2-genai', { final_logit_softcapping: null })).found, [
		[undefined, 'a soft cap of 12 on its logits', 'none'],
	]);
});

test('one tensor for both embeddings is told; two may hold the same numbers', async () => {
	assert.deepEqual((await compared('qwen2-genai-int4-shared', { tie_word_embeddings: false })).found, [
		[undefined, 'one tensor for embedding and unembedding', 'that they are not tied'],
	]);
	const { found, notCompared } = await compared('llama-genai', { tie_word_embeddings: true });
	assert.deepEqual(found, []);
	assert.match(notCompared.join(), /tie_word_embeddings \(/);
});

test('what the graph does not show is named, with why', async () => {
	const [only = '', ...rest] = (await compared('llama-optimum')).notCompared;
	assert.deepEqual(rest, []);
	assert.match(
		only,
		/^Of config\.json these were not compared with the graph: the number of heads \(.*\); .*rotary positions \(.*\); the activation of feed-forward blocks \(.*\)\.$/,
	);
	assert.match((await compared('llama-genai-fp16-mha')).notCompared.join(), /the number of key heads \(/);
	assert.deepEqual(comparePlainNumbers(recognizeGraph((await fixtureFolder(join(root, 'llama-genai'))).files), {}), {
		contradictions: [],
		notCompared: [],
	});
});

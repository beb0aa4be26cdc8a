import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readModelFile } from '../../../src/onnx/onnx-model-reader.ts';
import { keepsTextsApart } from '../../../src/onnx/batch-independence.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';

for (const [name, apart, why] of [
	['llama-genai', true, 'products and attention'],
	['qwen35-genai-delta-net', true, 'states'],
	['gptoss-genai', false, 'experts gather their tokens from all texts'],
	['gptoss-genai-int4', false, 'the same in 4 bits'],
	['llama-optimum-int8', false, 'one range for the whole batch'],
	['gpt2-optimum-merged', false, 'a way that numbers decide'],
] as const)
	test(`${name} ${apart ? 'is not known to mix' : 'mixes'} the texts of a batch: ${why}`, () => {
		assert.equal(keepsTextsApart(readModelFile(join(ownFixtures, name, 'model.onnx'))), apart);
	});

test('what functions of a file do is not known', () => {
	const { graph } = readModelFile(join(ownFixtures, 'llama-genai', 'model.onnx'));
	assert.equal(keepsTextsApart({ graph, functions: new Set(['own:f']) }), false);
});

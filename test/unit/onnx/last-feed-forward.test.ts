import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { readOnnxModel } from '../../../src/onnx/onnx-model-reader.ts';
import { memorySource } from '../../../src/onnx/protobuf-reader.ts';
import { buildSpadGraph, recognizeGraph } from '../../../src/onnx/spad-graph.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { fixtureFolder } from '../../support/fixture-folder.ts';

/** Whether the attribution's graph still makes what the last feed-forward block adds to every token. */
async function isOfAllTokens(name: string): Promise<boolean> {
	const { files } = await fixtureFolder(join(ownFixtures, name));
	const recognized = recognizeGraph(files);
	const last = recognized.structure.blocks.at(-1);
	assert.ok(last?.kind === 'ffn');
	const branches = last.steps.flatMap((step) => (step.kind === 'sum' ? step.branches.map(({ tensor }) => tensor) : []));
	assert.ok(branches.length > 0);
	const { graph } = readOnnxModel(memorySource(buildSpadGraph(files, { proof: false, panels: true }, recognized).bytes));
	return graph.nodes.some(({ outputs }) => outputs.some((output) => branches.includes(output)));
}

// That the numbers are the same is what the fixtures' oracles say.
for (const [name, all, why] of [
	['llama-genai', false, 'whose operators treat every token for itself'],
	['llama-optimum-int8', true, 'whose quantization takes its range from all tokens'],
	['llama-genai-fp16-mha', true, 'in half precision'],
] as const) {
	test(`the last feed-forward block of ${name}, ${why}, is computed for ${all ? 'all tokens' : 'the asked rows alone'}`, async () => {
		assert.equal(await isOfAllTokens(name), all);
	});
}

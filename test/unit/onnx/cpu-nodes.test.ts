import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../src/errors.ts';
import { attentionOnCpu } from '../../../src/lm/devices/device.ts';
import { executionProvidersFor, executionProvidersOf } from '../../../src/lm/devices/execution-providers.ts';
import { cpuNodes } from '../../../src/onnx/cpu-nodes.ts';
import { readModelFile, readOnnxModel } from '../../../src/onnx/onnx-model-reader.ts';
import type { OnnxNode } from '../../../src/onnx/onnx-model.ts';
import { memorySource } from '../../../src/onnx/protobuf-reader.ts';
import { buildSpadGraph } from '../../../src/onnx/spad-graph.ts';
import { fixtureFolder } from '../../support/fixture-folder.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../fixtures/spad-graphs/${name}`, import.meta.url));
const model = (name: string) => readModelFile(`${folder(name)}/model.onnx`);

/** How many of each type there are. */
function counted(nodes: readonly OnnxNode[]): Record<string, number> {
	const types = nodes.map(({ type }) => type);
	return Object.fromEntries([...new Set(types)].toSorted().map((type) => [type, types.filter((one) => one === type).length]));
}

describe('nodes that WebGPU must not run', () => {
	// Counts are of the files, by `onnx` in Python: nodes of the type, and of GroupQueryAttention those with a soft cap.
	test('are sine and cosine, and attention with a soft cap', () => {
		for (const [name, expected] of [
			['llama-genai', {}],
			['gemma2-genai', { GroupQueryAttention: 2 }],
			['llama-optimum', { Cos: 1, Sin: 1 }],
			['gemma3-torch-dynamo', { Cos: 2, Sin: 2 }],
		] as const) {
			const { graph } = model(name);
			assert.deepEqual(counted(cpuNodes(graph, false)), expected, name);
		}
	});

	test('are all fused attention where the device computes it wrongly', () => {
		for (const [name, expected] of [
			['llama-genai', { GroupQueryAttention: 3 }],
			['llama-genai-fp16-mha', { MultiHeadAttention: 3 }],
		] as const) {
			const { graph } = model(name);
			assert.deepEqual(counted(cpuNodes(graph, true)), expected, name);
		}
	});

	test('are the uses of a weight that a loop takes on the CPU', async () => {
		const { files } = await fixtureFolder(folder('llama-optimum-int8'));
		const { graph } = readOnnxModel(memorySource(buildSpadGraph(files, { proof: false, panels: true }).bytes));
		const names = cpuNodes(graph, false).map(({ name }) => name);
		const [loopProduct] = graph.nodes
			.flatMap(({ attributes }) => [...attributes.values()])
			.flatMap(({ value }) => (typeof value === 'object' && 'nodes' in value ? value.nodes : []))
			.filter(({ type }) => type === 'MatMulInteger');
		const weight = loopProduct?.inputs[1] ?? '';
		const users = graph.nodes.filter(({ inputs }) => inputs.includes(weight));
		assert.ok(users.length >= 2, 'its columns and the dequantized whole are made of it');
		for (const { name } of users) assert.ok(names.includes(name), name);
		const { graph: plain } = readOnnxModel(
			memorySource(buildSpadGraph((await fixtureFolder(folder('llama-genai'))).files, { proof: false, panels: true }).bytes),
		);
		assert.deepEqual(cpuNodes(plain, false), [], 'a weight that a loop takes on the device stays there');
	});

	test('have names, or the graph is refused', () => {
		const { graph } = model('gemma2-genai');
		const nameless = { ...graph, nodes: graph.nodes.map((node) => (node.type === 'GroupQueryAttention' ? { ...node, name: '' } : node)) };
		assert.throws(
			() => cpuNodes(nameless, false),
			(error) => error instanceof UserError && error.code === 'RA401' && /GroupQueryAttention '/.test(error.message),
		);
	});

	test('are told to the runtime for WebGPU alone', () => {
		const read = () => model('llama-genai');
		const never = () => assert.fail('the graph was read');
		assert.deepEqual(executionProvidersOf(executionProvidersFor('cpu'), never), { executionProviders: ['cpu'] });
		assert.deepEqual(
			executionProvidersOf(executionProvidersFor('webgpu'), read),
			{ executionProviders: ['webgpu'] },
			'and nothing is told where there are none',
		);
		const names = cpuNodes(read().graph, true).map(({ name }) => name);
		assert.equal(names.length, 3);
		assert.deepEqual(executionProvidersOf(executionProvidersFor(attentionOnCpu), read), {
			executionProviders: [{ name: 'webgpu', forceCpuNodeNames: names }],
		});
	});
});

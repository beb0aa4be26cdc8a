import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { OnnxGraph } from '../../../../src/onnx/onnx-graph.ts';
import { recognizeDecoder, type Block } from '../../../../src/onnx/recognize/decoder.ts';
import { recognizeGraph } from '../../../../src/onnx/spad-graph.ts';
import { ownFixtures } from '../../lm/attribution/fixture-attribution.ts';
import { fixtureFolder } from '../../../support/fixture-folder.ts';

const recognized = async (name: string) => recognizeGraph((await fixtureFolder(join(ownFixtures, name))).files);

describe('layers that share keys and values', () => {
	test('have the values of the last layer of their kind that has its own', async () => {
		const {
			graph,
			structure: { blocks, layers },
		} = await recognized('gemma4-torch-shared');
		assert.equal(layers, 5);
		const products = blocks.flatMap((block) =>
			block.kind === 'attention' && block.rule.kind === 'given' ? [graph.producer(block.rule.product)!] : [],
		);
		// A layer's own cache output is made on the way to its values.
		const present = (layer: number) => graph.producer(`present.${layer}.value`)!;
		const from = products.map((node) => [0, 1, 2].findLast((layer) => graph.ancestors(node.inputs[1]!).has(present(layer))));
		// window, all, window; then window (as layer 2) and all (as layer 1).
		assert.deepEqual(from, [0, 1, 2, 2, 1]);
	});

	test('count the embedding of a layer and its factor with the feed-forward block', async () => {
		const {
			structure: { blocks },
		} = await recognized('gemma4-torch-shared');
		const steps = blocks.flatMap((block: Block) => (block.kind === 'ffn' ? [block.steps.map(({ kind }) => kind)] : []));
		assert.deepEqual(
			steps,
			Array.from({ length: 5 }, () => ['sum', 'sum', 'scale']),
		);
	});

	test('a feed-forward block that reads the state of another layer is refused, as before', async () => {
		const { model } = await recognized('llama-genai');
		const normOf = (layer: number) => `/model/layers.${layer}/post_attention_layernorm/output_0`;
		const nodes = model.graph.nodes.map((node) =>
			node.name.includes('layers.1/mlp/gate_proj')
				? { ...node, inputs: node.inputs.map((input) => (input === normOf(1) ? normOf(0) : input)) }
				: node,
		);
		assert.ok(nodes.some(({ name, inputs }) => name.includes('layers.1/') && inputs.includes(normOf(0))));
		assert.throws(
			() => recognizeDecoder(new OnnxGraph({ ...model, graph: { ...model.graph, nodes } })),
			(error) => error instanceof UserError && error.code === 'RA431' && /feed-forward block/.test(error.message),
		);
	});
});

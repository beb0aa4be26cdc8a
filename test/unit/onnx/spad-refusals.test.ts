import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import { dataTypes, type OnnxNode, type OnnxTensor } from '../../../src/onnx/onnx-model.ts';
import { recognizeDecoder, type Block } from '../../../src/onnx/recognize/decoder.ts';
import { checkSpad } from '../../../src/lm/attribution/self-check.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { cpu, fixtureFolder } from '../../support/fixture-folder.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

const folder = (name: string) => fileURLToPath(new URL(join('../../fixtures/spad-graphs', name), import.meta.url));
const recognized = async (name: string) => recognizeGraph((await fixtureFolder(folder(name))).files);

/** The graph of a fixture with some nodes changed. */
async function changed(name: string, change: (node: OnnxNode, index: number) => OnnxNode | OnnxNode[]): Promise<OnnxGraph> {
	const { model } = await recognized(name);
	return new OnnxGraph({ ...model, graph: { ...model.graph, nodes: model.graph.nodes.flatMap(change) } });
}

/** Recognition must refuse, and name a node of this kind. */
function mustRefuse(graph: OnnxGraph, node: RegExp): void {
	assert.throws(
		() => recognizeDecoder(graph),
		(error) => {
			assert.ok(error instanceof Error && 'code' in error && error.code === 'RA431', String(error));
			assert.match(error.message, node);
			return true;
		},
	);
}

describe('graphs that are not understood are refused by node', () => {
	test('a feed-forward block that mixes tokens', async () => {
		mustRefuse(await changed('llama-genai', (node) => (node.type === 'Sigmoid' ? { ...node, type: 'CumSum' } : node)), /CumSum '.*mlp/);
		mustRefuse(await changed('llama-optimum', (node) => (node.type === 'Sigmoid' ? { ...node, type: 'Conv' } : node)), /Conv /);
		mustRefuse(
			await changed('llama-genai', (node) => (node.type === 'Sigmoid' ? { ...node, type: 'Strange', domain: 'example' } : node)),
			/example\.Strange /,
		);
	});

	test('attention that is not what it seems', async () => {
		const scales = (node: OnnxNode) =>
			node.type === 'GroupQueryAttention'
				? { ...node, inputs: [...Array.from({ length: 12 }, (_, i) => node.inputs[i] ?? ''), 'scales'] }
				: node;
		mustRefuse(await changed('llama-genai', scales), /GroupQueryAttention '.*quantized keys/);
		mustRefuse(
			await changed('llama-genai', (node) => (node.type === 'GroupQueryAttention' ? { ...node, type: 'LinearAttention' } : node)),
			/LinearAttention /,
		);
		// Something between the probabilities and the values, as in attention with sinks, where there is none.
		mustRefuse(
			await changed('gpt2-optimum-merged', (node) =>
				node.type === 'Softmax'
					? [
							{ ...node, outputs: [`${node.outputs[0]}/whole`] },
							{
								name: 'cut',
								type: 'Slice',
								domain: '',
								inputs: [`${node.outputs[0]}/whole`],
								outputs: [...node.outputs],
								attributes: new Map(),
							},
						]
					: node,
			),
			/Slice 'cut'/,
		);
		// A gate between attention and its output projection.
		mustRefuse(
			await changed('llama-genai', (node) =>
				node.type === 'GroupQueryAttention'
					? [
							{ ...node, outputs: [`${node.outputs[0]}/open`, ...node.outputs.slice(1)] },
							{
								name: 'gate',
								type: 'Mul',
								domain: '',
								inputs: [`${node.outputs[0]}/open`, `${node.outputs[0]}/open`],
								outputs: [node.outputs[0]!],
								attributes: new Map(),
							},
						]
					: node,
			),
			/Mul 'gate'/,
		);
		// Another function of the attention block before it is added.
		mustRefuse(
			await changed('gemma2-genai', (node) =>
				node.name.endsWith('post_attention_layernorm/SimplifiedLayerNorm') ||
				(node.type === 'SimplifiedLayerNormalization' && node.name.includes('post_attention'))
					? { ...node, type: 'Tanh', inputs: [node.inputs[0]!] }
					: node,
			),
			/Tanh /,
		);
	});

	test('no attention in a known form: what stands between scores and values is named, and not the projection to the vocabulary', async () => {
		const behind = (made: (probabilities: string, output: string) => OnnxNode[]) =>
			changed('gpt2-optimum-merged', (node) =>
				node.type === 'Softmax'
					? [{ ...node, outputs: [`${node.outputs[0]}/own`] }, ...made(`${node.outputs[0]}/own`, node.outputs[0]!)]
					: node,
			);
		const plain = (type: string, inputs: string[], output: string): OnnxNode => ({
			name: `odd ${type}`,
			type,
			domain: '',
			inputs,
			outputs: [output],
			attributes: new Map(),
		});
		// Heads that are mixed by a matrix; scores that are divided by another sum than a Softmax does.
		const { nodes, inputs, outputs, initializers } = await behind((from, to) => [plain('MatMul', [from, 'mixing'], to)]);
		const mixing: OnnxTensor = {
			name: 'mixing',
			dataType: dataTypes.float,
			dims: [4, 4],
			data: { kind: 'inline', bytes: new Uint8Array(64) },
		};
		mustRefuse(
			new OnnxGraph({
				irVersion: 8,
				opsets: new Map([['', 14]]),
				functions: new Set(),
				graph: { nodes, inputs, outputs, initializers: new Map([...initializers, [mixing.name, mixing]]) },
			}),
			/MatMul 'odd MatMul' was found where a Softmax/,
		);
		mustRefuse(
			await changed('gpt2-optimum-merged', (node) => (node.type === 'Softmax' ? { ...node, type: 'Exp', attributes: new Map() } : node)),
			/Exp '.*' was found where a Softmax/,
		);
	});

	test('a residual stream that is not a sum', async () => {
		const product = (node: OnnxNode) =>
			node.type === 'Add' && node.outputs.some((output) => output.endsWith('layers.1/Add_1_output_0')) ? { ...node, type: 'Mul' } : node;
		mustRefuse(await changed('gptneox-optimum-parallel', product), /Mul '/);
		mustRefuse(
			await changed('llama-genai', (node) =>
				node.type === 'MatMul' && node.outputs.includes('logits') ? { ...node, type: 'Strange' } : node,
			),
			/Strange /,
		);
	});
});

describe('the self-check finds what recognition got wrong', () => {
	const verdictFor = async (name: string, sabotage: (recognized: RecognizedDecoder) => RecognizedDecoder) => {
		const { files, config } = await fixtureFolder(folder(name));
		const session = await DecoderSession.open(files.graph.path, cpu, config);
		try {
			return await checkSpad(files, session, cpu, config, sabotage(recognizeGraph(files)));
		} finally {
			await session.dispose();
		}
	};
	const withBlocks = (found: RecognizedDecoder, change: (block: Block, all: readonly Block[]) => Block): RecognizedDecoder => ({
		...found,
		structure: { ...found.structure, blocks: found.structure.blocks.map((block, _, all) => change(block, all)) },
	});
	const untrusted = (verdict: Awaited<ReturnType<typeof checkSpad>>, reason: RegExp) => {
		assert.equal(verdict.trusted, false);
		if (!verdict.trusted) assert.match(verdict.reason, reason);
	};
	const fused = (block: Block, change: object): Block =>
		block.kind === 'attention' && block.rule.kind === 'fused' ? { ...block, rule: { ...block.rule, ...change } } : block;

	for (const [declare, what, name, change] of [
		[quickTest, 'scale', 'llama-genai', { scale: 1 }],
		[slowTest, 'rotation', 'llama-genai', { rotary: undefined }],
		[slowTest, 'mask', 'llama-genai', { causal: false }],
		[slowTest, 'window', 'mistral-genai-window', { window: 0 }],
		[slowTest, 'soft cap', 'gemma2-genai', { softcap: 0 }],
		[quickTest, 'scale of 4-bit weights', 'qwen2-genai-int4-shared', { scale: 1 }],
		[slowTest, 'rotation of 4-bit weights', 'qwen2-genai-int4-shared', { rotary: undefined }],
		[slowTest, 'mask of 4-bit weights', 'qwen2-genai-int4-shared', { causal: false }],
	] as const) {
		declare(`a wrong ${what}`, async () => {
			untrusted(await verdictFor(name, (found) => withBlocks(found, (block) => fused(block, change))), /computed again/);
		});
	}

	slowTest("another layer's projection, or a forgotten norm", async () => {
		untrusted(
			await verdictFor('llama-optimum', (found) =>
				withBlocks(found, (block, all) => {
					const other = all.find((one) => one.kind === 'attention' && one !== block);
					return block.kind === 'attention' && other?.kind === 'attention' ? { ...block, projection: other.projection } : block;
				}),
			),
			/contributions|computed again/,
		);
		untrusted(
			await verdictFor('gemma2-genai', (found) =>
				withBlocks(found, (block) => (block.kind === 'attention' ? { ...block, projection: { ...block.projection, after: [] } } : block)),
			),
			/contributions/,
		);
	});

	test('a forgotten bias', async () => {
		untrusted(
			await verdictFor('llama-optimum', (found) =>
				withBlocks(found, (block) =>
					block.kind === 'attention'
						? { ...block, projection: { ...block.projection, linear: { ...block.projection.linear, bias: undefined } } }
						: block,
				),
			),
			/contributions/,
		);
	});

	test("a residual stream with a wrong part, and another output than the model's", async () => {
		untrusted(
			await verdictFor('llama-optimum', (found) =>
				withBlocks(found, (block) => (block.kind === 'ffn' ? { ...block, steps: [...block.steps, ...block.steps] } : block)),
			),
			/residual stream/,
		);
		untrusted(
			await verdictFor('gemma2-genai', (found) => {
				const { head } = found.structure;
				const tanh = head.tail.find(({ type }) => type === 'Tanh');
				// Without the soft cap: its Tanh passes on what it gets.
				return {
					...found,
					structure: {
						...found.structure,
						head: { ...head, tail: head.tail.map((node) => (node === tanh ? { ...node, type: 'Identity' } : node)) },
					},
				};
			}),
			/not the model's/,
		);
	});

	/** Head contributions that are too large by a tenth. */
	const tooLarge = (found: RecognizedDecoder): RecognizedDecoder => {
		const by = {
			name: 'too-large',
			dataType: dataTypes.float,
			dims: [1],
			data: { kind: 'inline', bytes: new Uint8Array(Float32Array.of(1.1).buffer) },
		} as const;
		const model = {
			...found.model,
			graph: { ...found.model.graph, initializers: new Map([...found.model.graph.initializers, [by.name, by]]) },
		};
		return withBlocks({ ...found, model, graph: new OnnxGraph(model) }, (block) =>
			block.kind === 'attention'
				? {
						...block,
						projection: { ...block.projection, after: [...block.projection.after, { kind: 'scale', by: by.name, divide: false }] },
					}
				: block,
		);
	};
	const otherWeight = (block: Block, all: readonly Block[]): Block => {
		const other = all.find((one) => one.kind === 'attention' && one !== block);
		if (block.kind !== 'attention' || other?.kind !== 'attention') return block;
		return {
			...block,
			projection: { ...block.projection, linear: { ...block.projection.linear, weight: other.projection.linear.weight } },
		};
	};
	for (const name of ['llama-optimum', 'llama-optimum-int8', 'qwen2-genai-int4-shared', 'llama-genai-fp16-mha']) {
		slowTest(`the same where numbers are rounded: ${name}`, async () => {
			assert.ok((await verdictFor(name, (found) => found)).trusted);
			untrusted(await verdictFor(name, tooLarge), /contributions/);
			untrusted(await verdictFor(name, (found) => withBlocks(found, otherWeight)), /contributions/);
			untrusted(
				await verdictFor(name, (found) =>
					withBlocks(found, (block) => (block.kind === 'ffn' ? { ...block, steps: [...block.steps, ...block.steps] } : block)),
				),
				/residual stream/,
			);
		});
	}
});

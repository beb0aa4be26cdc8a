import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { withSink } from '../../../src/onnx/emit/attention-rows.ts';
import { Emitter } from '../../../src/onnx/emit/emitter.ts';
import { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import { readModelFile } from '../../../src/onnx/onnx-model-reader.ts';
import { dataTypes, type OnnxModel, type OnnxNode, type OnnxTensor } from '../../../src/onnx/onnx-model.ts';
import { attribute, valueInfo, writeOnnxModel } from '../../../src/onnx/onnx-writer.ts';
import type { AttentionRule } from '../../../src/onnx/recognize/attention-rule.ts';
import { sinkJoin } from '../../../src/onnx/recognize/attention-sink.ts';
import { recognizeDecoder } from '../../../src/onnx/recognize/decoder.ts';
import { checkSpad } from '../../../src/lm/attribution/self-check.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';
import { attributed, errorsOf, ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { cpu, fixtureFolder, type FixtureFolder } from '../../support/fixture-folder.ts';
import { slowTest } from '../../support/slow-test.ts';

const fused = 'gptoss-genai';
const plain = 'gptoss-torch-dynamo';

const rulesOf = ({ structure: { blocks } }: RecognizedDecoder): AttentionRule[] =>
	blocks.flatMap((block) => (block.kind === 'attention' ? [block.rule] : []));

/** The fixture with its graph changed; weights are read where they were. */
async function changed(
	name: string,
	change: (model: OnnxModel) => Pick<OnnxModel['graph'], 'nodes' | 'initializers'>,
): Promise<FixtureFolder> {
	const folder = emptyFolder();
	cpSync(join(ownFixtures, name), folder, { recursive: true });
	const model = readModelFile(join(folder, 'model.onnx'));
	cpSync(join(folder, 'model.onnx'), join(folder, 'weights.onnx'));
	writeFileSync(
		join(folder, 'model.onnx'),
		writeOnnxModel({ ...model, graph: { ...model.graph, ...change(model) } }, (location) => location ?? 'weights.onnx'),
	);
	return fixtureFolder(folder);
}

async function verdictOn({ files, config }: FixtureFolder, sabotage: (rule: AttentionRule) => AttentionRule = (rule) => rule) {
	const recognized = recognizeGraph(files);
	const blocks = recognized.structure.blocks.map((block) =>
		block.kind === 'attention' ? { ...block, rule: sabotage(block.rule) } : block,
	);
	const session = await DecoderSession.open(files.graph.path, cpu, config);
	try {
		return await checkSpad(files, session, cpu, config, { ...recognized, structure: { ...recognized.structure, blocks } });
	} finally {
		await session.dispose();
	}
}

const sinks = (value: number): OnnxTensor => ({
	name: 'all-sinks',
	dataType: dataTypes.float,
	dims: [4],
	data: { kind: 'inline', bytes: new Uint8Array(new Float32Array(4).fill(value).buffer) },
});
const withInitializer = (model: OnnxModel, tensor: OnnxTensor) => new Map([...model.graph.initializers, [tensor.name, tensor] as const]);
const isAttention = (node: OnnxNode): boolean => node.type === 'GroupQueryAttention';
const givenSinks = (value: number) =>
	changed(fused, (model) => ({
		nodes: model.graph.nodes.map((node) => (isAttention(node) ? { ...node, inputs: node.inputs.with(11, 'all-sinks') } : node)),
		initializers: withInitializer(model, sinks(value)),
	}));

describe('attention sinks', () => {
	test('are recognized in a fused operator and behind plain scores', async () => {
		assert.deepEqual(
			rulesOf(recognizeGraph((await fixtureFolder(join(ownFixtures, fused))).files)).map((rule) => rule.kind === 'fused' && rule.sink),
			[{ tensor: 'model.layers.0.attn.sinks' }, { tensor: 'model.layers.1.attn.sinks' }],
		);
		assert.deepEqual(
			rulesOf(recognizeGraph((await fixtureFolder(join(ownFixtures, plain))).files)).map((rule) => rule.kind === 'given' && rule.sink),
			[true, true],
		);
	});

	test('that are forgotten do not pass the self-check', async () => {
		const without = await verdictOn(await fixtureFolder(join(ownFixtures, fused)), (rule) =>
			rule.kind === 'fused' ? { ...rule, sink: undefined } : rule,
		);
		assert.ok(!without.trusted);
		assert.match(without.reason, /computed again/);
	});

	slowTest('that are taken for other ones do not pass the self-check', async () => {
		const zero = await verdictOn(await fixtureFolder(join(ownFixtures, fused)), (rule) =>
			rule.kind === 'fused' ? { ...rule, sink: 'zero' } : rule,
		);
		assert.ok(!zero.trusted);
		const ignored = await verdictOn(await fixtureFolder(join(ownFixtures, plain)), (rule) =>
			rule.kind === 'given' ? { ...rule, sink: false } : rule,
		);
		assert.ok(!ignored.trusted);
		assert.match(ignored.reason, /do not add up to one/);
	});

	slowTest('of a smooth softmax are sinks with a score of zero', async () => {
		const [smooth, zeros] = [
			await changed(fused, (model) => ({
				nodes: model.graph.nodes.map((node) =>
					isAttention(node)
						? { ...node, inputs: node.inputs.slice(0, 11), attributes: new Map([...node.attributes, attribute('smooth_softmax', 1)]) }
						: node,
				),
				initializers: model.graph.initializers,
			})),
			await givenSinks(0),
		];
		assert.deepEqual(
			rulesOf(recognizeGraph(smooth.files)).map((rule) => rule.kind === 'fused' && rule.sink),
			['zero', 'zero'],
		);
		assert.ok((await verdictOn(smooth)).trusted);
		const [a, b] = [await attributed(smooth, cpu, 'whole'), await attributed(zeros, cpu, 'whole')];
		const distance = a.sources.reduce((max, x, i) => Math.max(max, Math.abs(x - b.sources[i]!)), 0);
		assert.ok(distance < 1e-5, `the sources of both differ by ${distance}`);
	});

	slowTest('that nobody feels change nothing, and those that take all leave sources that add up', async () => {
		const none = await changed(fused, (model) => ({
			nodes: model.graph.nodes.map((node) => (isAttention(node) ? { ...node, inputs: node.inputs.slice(0, 11) } : node)),
			initializers: model.graph.initializers,
		}));
		const [without, weak, strong] = [
			await attributed(none, cpu, 'whole'),
			await attributed(await givenSinks(-80), cpu, 'whole'),
			await givenSinks(200),
		];
		const distance = without.sources.reduce((max, x, i) => Math.max(max, Math.abs(x - weak.sources[i]!)), 0);
		assert.ok(distance < 2e-5, `sources differ by ${distance}`);
		// All heads give nothing: what attention adds is the projection's bias, and is shared by where they looked.
		assert.ok((await verdictOn(strong)).trusted);
		assert.ok(errorsOf(await attributed(strong, cpu, 'whole'), strong).sum < 1e-6);
	});

	test('of another form are refused by node', () => {
		const model = readModelFile(join(ownFixtures, plain, 'model.onnx'));
		const graph = new OnnxGraph(model);
		const softmax = model.graph.nodes.find(({ type }) => type === 'Softmax')!;
		const cut = graph.consumers(softmax.outputs[0]!).find(({ type }) => type === 'Slice')!;
		const behind = sinkJoin(graph, softmax)!;
		const refused = (change: (node: OnnxNode) => OnnxNode, message: RegExp): void => {
			assert.throws(
				() => recognizeDecoder(new OnnxGraph({ ...model, graph: { ...model.graph, nodes: model.graph.nodes.map(change) } })),
				(error) => error instanceof Error && message.test(error.message),
			);
		};
		// The first column is cut off, and the sink is the last; the sink comes first.
		refused(
			(node) =>
				node === cut ? { ...node, inputs: [cut.inputs[0]!, ...cut.inputs.slice(1, 3).toReversed(), ...cut.inputs.slice(3)] } : node,
			/Slice /,
		);
		refused((node) => (node === behind ? { ...node, inputs: behind.inputs.toReversed() } : node), /Slice /);
	});
});

test('what keys have of what a sink left is exact, however little that is', async () => {
	const e = new Emitter();
	const { probabilities, sink } = withSink(e, 'scores');
	const ends = [
		['probabilities', probabilities],
		['share', sink.share],
		['by-key', sink.byKey],
	].map(
		([name = '', tensor = '']): OnnxNode => ({
			name,
			type: 'Identity',
			domain: '',
			inputs: [tensor],
			outputs: [name],
			attributes: new Map(),
		}),
	);
	const bytes = writeOnnxModel(
		{
			irVersion: 9,
			opsets: new Map([['', 18]]),
			functions: new Set(),
			graph: {
				nodes: [...e.nodes, ...ends],
				initializers: e.initializers,
				inputs: [valueInfo('scores', dataTypes.float, ['heads', 'rows', 'keys'])],
				outputs: ends.map(({ name }) => valueInfo(name, dataTypes.float, ['heads', 'rows', 'own'])),
			},
		},
		() => '',
	);
	const session = await InferenceSession.create(bytes);
	const scores = [0, 1, 3, -1e30];
	for (const own of [-100, 0, 2, 60, 103, 300]) {
		const results = await session.run({ scores: new Tensor('float32', Float32Array.from([...scores, own]), [1, 1, 5]) });
		const [kept, share, byKey] = ['probabilities', 'share', 'by-key'].map((name) => results[name]!.data as Float32Array) as [
			Float32Array,
			Float32Array,
			Float32Array,
		];
		const left = scores.reduce((sum, x) => sum + Math.exp(x), 0);
		scores.forEach((x, j) => {
			assert.ok(Math.abs(byKey[j]! - Math.exp(x) / left) < 1e-6, `key ${j}, sink ${own}: ${byKey[j]}`);
			assert.ok(Math.abs(kept[j]! - Math.exp(x - own) / (1 + left * Math.exp(-own))) < 1e-6 || own < -50);
		});
		assert.ok(Math.abs(share[0]! - 1 / (1 + left * Math.exp(-own))) < 1e-6);
	}
	await session.release();
});

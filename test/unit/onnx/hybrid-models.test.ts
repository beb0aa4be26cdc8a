import assert from 'node:assert/strict';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import type { OnnxNode } from '../../../src/onnx/onnx-model.ts';
import { attribute, writeOnnxModel } from '../../../src/onnx/onnx-writer.ts';
import { mixingLayers, recognizeDecoder } from '../../../src/onnx/recognize/decoder.ts';
import { checkSpad } from '../../../src/lm/attribution/self-check.ts';
import { recognizeGraph } from '../../../src/onnx/spad-graph.ts';
import { checkExternalData } from '../../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';
import { node } from './changed-fixture.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { cpu, fixtureFolder } from '../../support/fixture-folder.ts';

const lfm2 = 'lfm2-genai-convolution';
const qwen = 'qwen35-genai-delta-net';
const falcon = 'falconh1-torch-parallel-mamba';

const recognized = async (name: string) => recognizeGraph((await fixtureFolder(join(ownFixtures, name))).files);

/** `attention 0, mixer 0 (Conv), ffn 0`: blocks of a decoder, each with its layer. */
async function blocksOf(name: string): Promise<string> {
	const { structure } = await recognized(name);
	return structure.blocks
		.map((block) => `${block.kind === 'attention' ? 'attention' : block.mixer === undefined ? 'ffn' : block.mixer.type} ${block.layer}`)
		.join(', ');
}

/** A fixture's graph with its nodes changed, in memory. */
async function changed(name: string, change: (one: OnnxNode) => OnnxNode | OnnxNode[]): Promise<OnnxGraph> {
	const { model } = await recognized(name);
	return new OnnxGraph({ ...model, graph: { ...model.graph, nodes: model.graph.nodes.flatMap(change) } });
}

function mustRefuse(graph: OnnxGraph, message: RegExp): void {
	assert.throws(
		() => recognizeDecoder(graph),
		(error) => {
			assert.ok(error instanceof UserError && error.code === 'RA431', String(error));
			assert.match(error.message, message);
			return true;
		},
	);
}

/** The self-check's verdict on a fixture whose nodes were changed in its file. */
async function verdictOn(t: TestContext, name: string, change: (one: OnnxNode) => OnnxNode): ReturnType<typeof checkSpad> {
	const { files, config } = await fixtureFolder(join(ownFixtures, name));
	const { model } = recognizeGraph(files);
	const folder = emptyFolder();
	copyFileSync(files.graph.path, join(folder, 'weights.onnx'));
	assert.ok(!existsSync(`${files.graph.path}.data`), "its weights lie in the graph's own file");
	writeFileSync(
		join(folder, 'model.onnx'),
		writeOnnxModel({ ...model, graph: { ...model.graph, nodes: model.graph.nodes.map(change) } }, () => 'weights.onnx'),
	);
	const graph = await plainFile(join(folder, 'model.onnx'), 2 ** 24);
	assert.ok(graph !== undefined);
	const own = { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) };
	const session = await DecoderSession.open(graph.path, cpu, config);
	t.after(() => session.dispose());
	return checkSpad(own, session, cpu, config);
}

describe('layers without attention', () => {
	test('are blocks of their own, at their place among the layers', async () => {
		assert.equal(await blocksOf(lfm2), 'CausalConvWithState 0, ffn 0, attention 1, ffn 1, CausalConvWithState 2, ffn 2');
		assert.equal(await blocksOf(qwen), 'CausalConvWithState 0, ffn 0, attention 1, ffn 1');
		assert.deepEqual(mixingLayers((await recognized(lfm2)).structure), [0, 2]);
	});

	test('beside attention that reads the same state count behind it', async () => {
		assert.equal(await blocksOf(falcon), 'attention 0, Conv 0, ffn 0, attention 1, Conv 1, ffn 1');
		const { structure } = await recognized(falcon);
		assert.deepEqual(
			structure.blocks.map((block) => block.kind === 'attention' && block.parallel),
			[true, false, false, true, false, false],
		);
	});
});

describe('a branch that looks at other tokens', () => {
	test('in another way than a convolution for each channel is refused by name', async () => {
		mustRefuse(
			await changed(falcon, (one) =>
				one.type === 'Conv' ? { ...one, attributes: new Map([...one.attributes, attribute('group', 1)]) } : one,
			),
			/ was found where a feed-forward block, which treats every token for itself/,
		);
		mustRefuse(
			await changed(lfm2, (one) => (one.type === 'CausalConvWithState' ? { ...one, type: 'Strange' } : one)),
			/: com\.microsoft\.Strange '.*' was found where /,
		);
	});

	test('and weighs them as attention does is refused, whatever convolution it begins with', async () => {
		// A Softmax behind the convolution; products of tokens with tokens that nothing says to be a recurrence's.
		mustRefuse(
			await changed(lfm2, (one) =>
				one.type === 'CausalConvWithState'
					? [
							{ ...one, outputs: [`${one.outputs[0]}/own`, ...one.outputs.slice(1)] },
							node('Softmax', [`${one.outputs[0]}/own`], one.outputs[0]!),
						]
					: one,
			),
			/: Softmax '.*' was found where a branch without attention/,
		);
		mustRefuse(
			await changed(falcon, (one) => (one.type === 'CumSum' ? node('Identity', [one.inputs[0]!], one.outputs[0]!) : one)),
			/: Einsum '.*' was found where a branch without attention/,
		);
	});

	test('is not enough: without any attention nothing says from which tokens an answer comes', async () => {
		const swapped = await changed(qwen, (one) => (one.type === 'GroupQueryAttention' ? { ...one, type: 'LinearAttention' } : one));
		mustRefuse(swapped, /(CausalConvWithState|LinearAttention) '.*' was found where at least one attention block beside such layers/);
	});

	test('and at later ones is found by the self-check', async (t) => {
		const plain = await verdictOn(t, falcon, (one) => one);
		assert.ok(plain.trusted, plain.trusted ? '' : plain.reason);
		// One token less ahead of the text, one more behind it: each looks at the next.
		const shifted = await verdictOn(t, falcon, (one) =>
			one.type === 'Conv' ? { ...one, attributes: new Map([...one.attributes, attribute('pads', [2, 4])]) } : one,
		);
		assert.ok(!shifted.trusted);
		assert.match(shifted.reason, /^a layer without attention sees later tokens \(by 0\.\d+\)$/);
	});
});

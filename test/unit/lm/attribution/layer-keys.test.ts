import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OnnxGraph } from '../../../../src/onnx/onnx-graph.ts';
import { recognizeDecoder } from '../../../../src/onnx/recognize/decoder.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../../src/onnx/spad-graph.ts';
import { layerKeys } from '../../../../src/lm/attribution/layer-keys.ts';
import { statedWindow, windowKeys } from '../../../../src/onnx/windows/stated-window.ts';
import { cpu, fixtureFolder } from '../../../support/fixture-folder.ts';

const root = fileURLToPath(new URL('../../../fixtures/spad-graphs', import.meta.url));

/** Every fixture was held to its PyTorch model by `make.py`, whose windows are those of its `config.json`. */
for (const name of readdirSync(root, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map((entry) => entry.name)) {
	test(`${name}: each layer sees what its config says`, async () => {
		const { files, config } = await fixtureFolder(join(root, name));
		const stated = z.object(windowKeys).parse(JSON.parse(readFileSync(join(root, name, 'config.json'), 'utf8')));
		const recognized = recognizeGraph(files);
		const keys = await layerKeys(files, recognized, cpu, config, stated.sliding_window ?? undefined);
		assert.deepEqual(
			keys.map(({ layer }) => layer),
			recognized.structure.blocks.flatMap((block) => (block.kind === 'attention' ? [block.layer] : [])),
		);
		for (const { layer, seen } of keys)
			assert.equal(
				seen.kind === 'window' ? seen.keys : seen.kind === 'all' ? 0 : seen.reason,
				statedWindow(stated, layer, recognized.structure.layers) ?? 0,
			);
	});
}

/** A recognized graph with one node's operator changed. */
function changed({ model, ...recognized }: RecognizedDecoder, name: string, type: string): RecognizedDecoder {
	const other = {
		...model,
		graph: { ...model.graph, nodes: model.graph.nodes.map((node) => (node.outputs.includes(name) ? { ...node, type } : node)) },
	};
	const graph = new OnnxGraph(other);
	return { ...recognized, model: other, graph, structure: recognizeDecoder(graph) };
}

test('a mask that is not understood is named by the node that hides it, and the other layers are told', async () => {
	const { files, config } = await fixtureFolder(join(root, 'gemma3-torch-dynamo'));
	const recognized = recognizeGraph(files);
	const [first] = recognized.structure.blocks.flatMap((block) =>
		block.kind === 'attention' && block.rule.kind === 'given' ? [block.rule.softmax] : [],
	);
	assert.ok(first !== undefined);
	const [odd, other] = await layerKeys(files, changed(recognized, first.inputs[0]!, 'Mod'), cpu, config, 9);
	assert.ok(odd?.seen.kind === 'unknown');
	assert.deepEqual([odd.seen.node.type, odd.seen.reason], ['Mod', 'how it comes to its mask is not understood']);
	assert.deepEqual(other?.seen, { kind: 'all', tried: 128 });
});

test('a mask that cannot be run says what the runtime says', async () => {
	const { files, config } = await fixtureFolder(join(root, 'gemma3-torch-dynamo'));
	const recognized = recognizeGraph(files);
	const greater = recognized.model.graph.nodes.find(({ type }) => type === 'Greater');
	assert.ok(greater !== undefined);
	for (const { seen } of await layerKeys(files, changed(recognized, greater.outputs[0]!, 'NoSuchOperator'), cpu, config, 9)) {
		assert.ok(seen.kind === 'unknown');
		assert.match(seen.reason, /^ONNX Runtime cannot open the part of the graph that makes it: .*NoSuchOperator/);
	}
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { cutBeforeHead, cutModel } from '../../../src/onnx/split-at-unembedding.ts';
import type { OnnxModel, OnnxNode } from '../../../src/onnx/onnx-model.ts';
import { readModelFile } from '../../../src/onnx/onnx-model-reader.ts';
import { madePlain } from '../../../src/onnx/normalize-graph.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { cpu, exportTest, fixtureFolder } from '../../support/fixture-folder.ts';
import { withoutCache } from './without-cache.ts';

const names = readdirSync(ownFixtures, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

describe('a graph is cut before its unembedding', () => {
	// Those with a cache are cut once it is taken away: a decoder that is two in one has none to take, and layers that carry a state go on from it even where it is empty.
	const keepsIts = new Set(['gpt2-optimum-merged', 'lfm2-genai-convolution', 'qwen35-genai-delta-net']);
	for (const name of names.filter((one) => !keepsIts.has(one))) {
		exportTest(name, `${name}: logits from both parts, any rows at a time, are the whole graph's`, async (t) => {
			const { files, config, oracle } = await fixtureFolder(
				name === 'llama-torch-whole'
					? join(ownFixtures, name)
					: await withoutCache(join(ownFixtures, name), readdirSync(join(ownFixtures, name))),
			);
			const cut = cutBeforeHead(files);
			assert.ok(cut !== undefined);
			assert.ok(cut.head.weightBytes < cut.body.weightBytes);
			const count = oracle.input_ids.length;
			const rows = async (session: DecoderSession, at: number): Promise<Float32Array[]> => {
				const read = await session.read(oracle.input_ids, count);
				const found: Float32Array[] = [];
				for (let from = 0; from < count; from += at) {
					const to = Math.min(count, from + at);
					const logits = await read.logits(from, to);
					for (let i = 0; i < to - from; i++) found.push(Float32Array.from(logits.row(i, new Float32Array(session.vocabulary))));
				}
				return found;
			};
			const [whole, session] = [
				await DecoderSession.open(files.graph.path, cpu, config),
				await DecoderSession.open(files.graph.path, cpu, config, cut),
			];
			t.after(async () => {
				await whole.dispose();
				await session.dispose();
			});
			const expected = await rows(whole, count);
			const found = await rows(session, count);
			const largest = (some: readonly Float32Array[]): number =>
				some.reduce((max, row, i) => row.reduce((a, x, v) => Math.max(a, Math.abs(x - expected[i]![v]!)), max), 0);
			// The runtime casts half precision at other places where the graph ends.
			assert.ok(largest(found) <= (name === 'llama-genai-fp16-mha' ? 2e-2 : 1e-6), `${largest(found)}`);
			// Products over other numbers of rows are summed in another order.
			assert.ok(largest(await rows(session, 5)) <= (name === 'llama-genai-fp16-mha' ? 2e-2 : 1e-4));
		});
	}

	test('a graph with a cache is not', async () => {
		for (const name of ['llama-optimum', 'gpt2-optimum-merged'])
			assert.equal(cutBeforeHead((await fixtureFolder(join(ownFixtures, name))).files), undefined);
	});

	test('nor one whose way to the logits may mix rows, or needs more than rows', async () => {
		const { files } = await fixtureFolder(join(ownFixtures, 'llama-torch-whole'));
		const { model } = madePlain(readModelFile(files.graph.realPath));
		const product = model.graph.nodes.find(({ outputs }) => outputs.includes('logits'));
		assert.ok(product?.type === 'MatMul' && cutModel(files, model) !== undefined);
		const [rows = '', matrix = ''] = product.inputs;
		const ending = (...nodes: readonly Partial<OnnxNode>[]): OnnxModel => {
			const rest = model.graph.nodes.filter((node) => node !== product);
			const made = nodes.map(
				(node): OnnxNode => ({ name: '', type: 'Identity', domain: '', inputs: [], outputs: ['logits'], attributes: new Map(), ...node }),
			);
			return { ...model, graph: { ...model.graph, nodes: [...rest, ...made] } };
		};
		const multiplied: Partial<OnnxNode> = { ...product, outputs: ['products'] };
		assert.ok(cutModel(files, ending(multiplied, { type: 'Tanh', inputs: ['products'] })) !== undefined);
		for (const [what, changed] of Object.entries({
			'sums over rows': ending(multiplied, { type: 'CumSum', inputs: ['products', 'axis'] }),
			'rows laid out anew': ending(multiplied, { type: 'Reshape', inputs: ['products', 'shape'] }),
			'something added to each row': ending(multiplied, { type: 'Add', inputs: ['products', rows] }),
			'a product of two dimensions': ending({ ...product, type: 'Gemm' }),
			'a matrix that is computed': ending({ ...product, inputs: [rows, rows] }),
			'rows that are quantized in the product': ending({
				...product,
				type: 'DynamicQuantizeMatMul',
				domain: 'com.microsoft',
				inputs: [rows, matrix, 'scale'],
			}),
		}))
			assert.equal(cutModel(files, changed), undefined, what);
	});
});

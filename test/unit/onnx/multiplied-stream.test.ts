import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import { recognizeDecoder } from '../../../src/onnx/recognize/decoder.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { changed, node, verdictOn, type Insertion, type Place } from './changed-fixture.ts';
import { attributed, furthest } from '../lm/attribution/fixture-attribution.ts';
import { cpu } from '../../support/fixture-folder.ts';

const by =
	(factor: 'float-one' | 'float-two'): Insertion =>
	(input, output) => [node('Mul', [input, factor], output)];
/** The stream behind the last block of a kind in a layer. */
const behind =
	(kind: 'attention' | 'ffn', layer: number): Place =>
	({ structure }) => {
		const block = structure.blocks.find((one) => one.kind === kind && one.layer === layer);
		assert.ok(block?.after.kind === 'tensor');
		return block.after.tensor;
	};
const steps = ({ structure: { blocks } }: RecognizedDecoder) =>
	blocks.flatMap((block) => (block.kind === 'ffn' ? [block.steps.map(({ kind }) => kind)] : []));
const sums = (numbers: Float64Array, columns: number): number[] =>
	Array.from({ length: numbers.length / 7 }, (_, r) => numbers[7 * r + 4]! + (columns > 1 ? numbers[7 * r + 5]! : 0));

test("what a layer's stream is multiplied by at its end belongs to its feed-forward block", async (t) => {
	const made = await changed([behind('ffn', 0), by('float-one')], [behind('ffn', 1), by('float-two')]);
	assert.deepEqual(steps(recognizeGraph(made.files)), [
		['sum', 'scale'],
		['sum', 'scale'],
	]);
	assert.ok((await verdictOn(t, made)).trusted);
	const found = await attributed(made, cpu, 'whole');
	// The final norm takes the factor out again: the model's output is what it was, and with it all sources but ffn and ln, which share the difference.
	const { sources } = made.oracle;
	assert.ok(
		furthest(
			[...found.sources].filter((_, i) => i % 7 < 4 || i % 7 === 6),
			sources.flatMap((row) => [...row.slice(0, 4), row[6]!]),
		) < 1e-4,
	);
	assert.ok(
		furthest(
			sums(found.sources, 2),
			sources.map((row) => row[4]! + row[5]!),
		) < 1e-4,
	);
	assert.ok(
		furthest(
			sums(found.sources, 1),
			sources.map((row) => row[4]!),
		) > 0.05,
	);
});

test('one behind the last layer alone is part of the final norm', async () => {
	const made = await changed([behind('ffn', 1), by('float-two')]);
	assert.deepEqual(steps(recognizeGraph(made.files)), [['sum'], ['sum']]);
	const found = await attributed(made, cpu, 'whole');
	assert.ok(furthest(found.sources, made.oracle.sources.flat()) < 1e-4);
});

test("between attention and feed-forward block it is the latter's; what is multiplied beside attention could be either's and is refused by name", async (t) => {
	const made = await changed([behind('attention', 0), by('float-two')]);
	assert.deepEqual(steps(recognizeGraph(made.files)), [['scale', 'sum'], ['sum']]);
	assert.ok((await verdictOn(t, made)).trusted);

	const { written, recognized } = await changed();
	const [end, after] = [behind('ffn', 0)(recognized), behind('attention', 1)(recognized)];
	const nodes = written.graph.nodes.flatMap((one) =>
		one.outputs.includes(after)
			? [
					node('Mul', [end, 'float-two'], 'more'),
					{ ...one, inputs: one.inputs.map((input) => (recognized.graph.strip(input) === end ? 'more' : input)) },
				]
			: [one],
	);
	assert.throws(
		() => recognizeDecoder(new OnnxGraph({ ...written, graph: { ...written.graph, nodes } })),
		new RegExp(`Add '.*' was found where a residual stream that is multiplied only in or behind a feed-forward block`),
	);
});

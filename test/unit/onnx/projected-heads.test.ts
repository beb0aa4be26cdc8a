import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import type { Block } from '../../../src/onnx/recognize/decoder.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { changed, mustRefuse, node, verdictOn, type Changed, type Insertion, type Place } from './changed-fixture.ts';
import { attributed, errorsOf } from '../lm/attribution/fixture-attribution.ts';
import { cpu } from '../../support/fixture-folder.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

type Attention = Extract<Block, { kind: 'attention' }>;

const attention = ({ structure: { blocks } }: RecognizedDecoder): Attention => {
	const [first] = blocks;
	assert.ok(first?.kind === 'attention');
	return first;
};
const core = (graph: OnnxGraph, { heads }: Attention) => graph.producer(heads.output)!;
/** Attention's output, `[1, heads, tokens, size]`. */
const output: Place = (model) => attention(model).heads.output;
/** Its values, and the scores that become its probabilities. */
const values: Place = (model) => core(model.graph, attention(model)).inputs[1]!;
const scores: Place = (model) => {
	const { rule } = attention(model);
	assert.ok(rule.kind === 'given');
	return rule.softmax.inputs[0]!;
};
/** What is projected, `[1, tokens, heads * size]`. */
const projected: Place = (model) => attention(model).projection.linear.input;
const branch: Place = (model) => attention(model).branch.tensor;
/** The state that the first block reads, `[1, tokens, width]`, as wide as what is projected. */
const read: Place = ({ structure }) => structure.start;

const headsReversed: Insertion = (input, to) => [node('Slice', [input, 'last', 'none', 'one', 'minus-one'], to)];

/** The graph computes what it did before: its oracle holds. */
async function mustBeTheOracles(made: Changed): Promise<void> {
	const { sum, ...errors } = errorsOf(await attributed(made, cpu, 'whole'), made);
	assert.ok(sum < 1e-6);
	for (const [part, error] of Object.entries(errors)) assert.ok(error <= made.tolerance, `${part} differ by ${error}`);
}

describe('between attention and its projection', () => {
	test('heads in another order: attention over heads in reverse, whose outputs are turned round again', async (t) => {
		const made = await changed(
			[scores, (input, to) => headsReversed(input, to)],
			[values, (input, to) => headsReversed(input, to)],
			[output, headsReversed],
		);
		assert.equal(attention(recognizeGraph(made.files)).heads.reordered, true);
		assert.ok((await verdictOn(t, made)).trusted);
		await mustBeTheOracles(made);
	});

	slowTest('the same, its order left out of account, is not trusted', async (t) => {
		const made = await changed([scores, headsReversed], [values, headsReversed], [output, headsReversed]);
		const found = recognizeGraph(made.files);
		const blocks = found.structure.blocks.map((block) =>
			block.kind === 'attention' ? { ...block, heads: { ...block.heads, reordered: false } } : block,
		);
		const verdict = await verdictOn(t, made, { ...found, structure: { ...found.structure, blocks } });
		assert.ok(!verdict.trusted);
		assert.match(verdict.reason, /attention that is computed again is not what the graph projects/);
	});

	slowTest('a norm of each head, and its length given back', async (t) => {
		const made = await changed([
			output,
			(input, to) => [
				node('ReduceL2', [input, 'minus-one'], 'length', { keepdims: 1 }),
				node('Div', [input, 'length'], 'direction'),
				node('Mul', ['direction', 'length'], to),
			],
		]);
		assert.ok((await verdictOn(t, made)).trusted);
		await mustBeTheOracles(made);
	});

	test('a norm over tokens is refused by name', async () => {
		mustRefuse(
			await changed([
				output,
				(input, to) => [node('ReduceL2', [input, 'two'], 'length', { keepdims: 1 }), node('Div', [input, 'length'], to)],
			]),
			/: Div '.*' was found where attention's output on its way to the output projection/,
		);
	});

	/** A gate of what the block reads, a token's own or its neighbor's. */
	const gate = (place: Place, neighbors: boolean) =>
		changed(
			[
				read,
				(input, to) => [
					node('Identity', [input], to),
					node('Sigmoid', [input], 'own-gate'),
					node('Slice', ['own-gate', 'zero', 'one', 'one'], 'first'),
					node('Slice', ['own-gate', 'zero', 'minus-one', 'one'], 'others'),
					node('Concat', ['first', 'others'], 'neighbours-gate', { axis: 1 }),
				],
			],
			[place, (input, to) => [node('Mul', [input, neighbors ? 'neighbours-gate' : 'own-gate'], to)]],
		);

	for (const [declare, where, place] of [
		[slowTest, 'before', projected],
		[quickTest, 'behind', branch],
	] as const) {
		declare(`a gate ${where} the projection, from what the block reads`, async (t) => {
			const verdict = await verdictOn(t, await gate(place, false));
			assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
		});

		test(`a gate ${where} it from the token before is refused by name`, async () => {
			mustRefuse(await gate(place, true), /: Mul '.*' was found where/);
		});
	}

	slowTest('a gate behind the projection counts in what heads give: without it their sum is another', async (t) => {
		const made = await gate(branch, false);
		const found = recognizeGraph(made.files);
		const blocks = found.structure.blocks.map((block) =>
			block.kind === 'attention' ? { ...block, projection: { ...block.projection, after: [] } } : block,
		);
		const verdict = await verdictOn(t, made, { ...found, structure: { ...found.structure, blocks } });
		assert.ok(!verdict.trusted);
		assert.match(verdict.reason, /^head contributions do not add up to the attention block/);
	});
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dataTypes } from '../../../src/onnx/onnx-model.ts';
import { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { before, changed, mustRefuse, node, verdictOn, type Changed, type Insertion } from './changed-fixture.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

/** `x` plus its neighbor before along an axis: 1 is that of tokens (a token shift), 2 that of the state's numbers. */
const shifted =
	(axis: 'one' | 'two'): Insertion =>
	(input, output) => [
		node('Slice', [input, 'zero', 'one', axis], 'first'),
		node('Slice', [input, 'zero', 'minus-one', axis], 'before'),
		node('Concat', ['first', 'before'], 'neighbour', { axis: axis === 'one' ? 1 : 2 }),
		node('Add', [input, 'neighbour'], output),
	];
/** `x` minus its mean, over all tokens or over each token's numbers. */
const centered =
	(axis: 'one' | 'two'): Insertion =>
	(input, output) => [node('ReduceMean', [input, axis], 'mean', { keepdims: 1 }), node('Sub', [input, 'mean'], output)];

/** `x` plus the token 16 before it: farther than the shortest text of the self-check is long. */
const farShifted =
	(combined: 'Add' | 'Sub'): Insertion =>
	(input, output) => [
		node('Pad', [input, 'sixteen-before'], 'padded'),
		node('Shape', [input], 'sizes'),
		node('Slice', ['sizes', 'one', 'two', 'zero'], 'count'),
		node('Slice', ['padded', 'zero', 'count', 'one'], 'before'),
		node(combined, [input, 'before'], output),
	];
/** The same by picking rows: that at `max(0, i - 16)`. */
const farPicked =
	(combined: 'Add' | 'Sub'): Insertion =>
	(input, output) => [
		node('Shape', [input], 'sizes'),
		node('Slice', ['sizes', 'one', 'two', 'zero'], 'count'),
		node('Squeeze', ['count'], 'number'),
		node('Range', ['scalar-zero', 'number', 'scalar-one'], 'places'),
		node('Sub', ['places', 'sixteen'], 'earlier'),
		node('Max', ['earlier', 'zero'], 'picked'),
		node('Gather', [input, 'picked'], 'before', { axis: 1 }),
		node(combined, [input, 'before'], output),
	];
/** The same over one long row of all numbers, whose last axis is that of tokens too. */
const farInOneRow =
	(combined: 'Add' | 'Sub'): Insertion =>
	(input, output) => [
		node('Reshape', [input, 'minus-one'], 'row'),
		node('Pad', ['row', 'thousand-before'], 'padded-row'),
		node('Shape', ['row'], 'numbers'),
		node('Slice', ['padded-row', 'zero', 'numbers', 'zero'], 'cut'),
		node('Shape', [input], 'sizes'),
		node('Reshape', ['cut', 'sizes'], 'back'),
		node(combined, [input, 'back'], output),
	];

/** What the graph was recognized as before something was put in, over the graph with it; blocks are asked to prove themselves by numbers. */
function asBefore({ recognized, written }: Changed): RecognizedDecoder {
	const blocks = recognized.structure.blocks.map((block) =>
		block.kind === 'ffn' ? { ...block, steps: block.steps.map((step) => ({ ...step, surely: false })) } : block,
	);
	return { ...recognized, model: written, graph: new OnnxGraph(written), structure: { ...recognized.structure, blocks } };
}

/** What the activation of the first feed-forward block reads. */
const activation = ({ model }: RecognizedDecoder): string => model.graph.nodes.find(({ type }) => type === 'Sigmoid')!.inputs[0]!;
const start = ({ structure }: RecognizedDecoder): string => structure.start;
/** What the unembedding reads: the final norm's result. */
const normed = ({ structure }: RecognizedDecoder): string => structure.head.linear.input;
/** The first attention's probabilities. */
const probabilities = ({ structure }: RecognizedDecoder): string => {
	const [first] = structure.blocks;
	assert.ok(first?.kind === 'attention' && first.rule.kind === 'given');
	return first.rule.softmax.outputs[0]!;
};

/** The values of the first attention, `[1, heads, tokens, size]`. */
const values = ({ model, structure }: RecognizedDecoder): string => {
	const [first] = structure.blocks;
	assert.ok(first?.kind === 'attention' && first.rule.kind === 'given');
	const { product } = first.rule;
	return model.graph.nodes.find(({ outputs }) => outputs.includes(product))!.inputs[1]!;
};

/** As sums, or as differences: the residual stream is taken to end at the last sum. */
const mixing = (combined: 'Add' | 'Sub') =>
	[
		['a token shift', shifted('one'), "Slice 'first'"],
		['a mean over tokens', centered('one'), "ReduceMean 'mean'"],
		['the token 16 before', farShifted(combined), "Pad 'padded'"],
		['the token 16 before, picked by number', farPicked(combined), "Gather 'before'"],
		['numbers of all tokens in one row', farInOneRow(combined), "Pad 'padded-row'"],
	] as const;

describe('an operator that may mix tokens, however far apart', () => {
	for (const [what, insert, culprit] of mixing('Add')) {
		test(`is refused by name in a feed-forward block: ${what}`, async () => {
			mustRefuse(await changed([activation, insert]), new RegExp(`: ${culprit} was found where a feed-forward block`));
		});
		test(`is refused by name in what the first block reads: ${what}`, async () => {
			mustRefuse(await changed([start, insert]), new RegExp(`: ${culprit} was found where an embedding of single tokens and positions`));
		});
	}
	for (const [what, insert, culprit] of mixing('Sub').slice(1)) {
		test(`is refused by name on the way to the logits: ${what}`, async () => {
			mustRefuse(
				await changed([normed, insert]),
				new RegExp(`: ${culprit.replace("Gather 'before'", "Sub '.*'")} was found where the final norm`),
			);
		});
	}

	for (const [declare, what, insert] of [
		[quickTest, 'a shift', shifted('two')],
		[slowTest, 'a mean', centered('two')],
	] as const) {
		declare(`is trusted along the state's own numbers: ${what}`, async (t) => {
			const verdict = await verdictOn(t, await changed([activation, insert]));
			assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
			assert.ok(verdict.deviations.tokens < 1e-5);
		});
	}

	test('is refused by name in the values of attention, whose probabilities would say it of another token', async () => {
		for (const [insert, culprit] of [
			[shifted('two'), "Slice 'first'"],
			[centered('two'), "ReduceMean 'mean'"],
		] as const) {
			mustRefuse(
				await changed([values, insert]),
				new RegExp(`: ${culprit} was found where the values of attention, each of one token and at its place,`),
			);
		}
	});

	slowTest('values may be mixed over heads: each still is of its token', async (t) => {
		const verdict = await verdictOn(t, await changed([values, centered('one')]));
		assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
	});

	test('a number for each place, which no token gave, is named and not called mixing', async () => {
		const places: Insertion = (input, output) => [
			node('Shape', [input], 'sizes'),
			node('Slice', ['sizes', 'one', 'two', 'zero'], 'count'),
			node('Squeeze', ['count'], 'number'),
			node('Range', ['scalar-zero', 'number', 'scalar-one'], 'places'),
			node('Cast', ['places'], 'numbers', { to: dataTypes.float }),
			node('Unsqueeze', ['numbers', 'one'], 'column'),
			node('Add', [input, 'column'], output),
		];
		const found = await changed([activation, places]);
		mustRefuse(
			found,
			/: Add '.*' was found where a feed-forward block, which treats every token for itself, wherever it stands, was expected/,
		);
		assert.ok(recognizeGraph((await changed([start, places])).files), 'an embedding may know places');
	});
});

describe('the self-check finds what structure did not show', () => {
	for (const [declare, what, insert] of [
		[quickTest, 'a token shift', shifted('one')],
		[slowTest, 'a mean over tokens', centered('one')],
	] as const) {
		declare(`in a feed-forward block: ${what}`, async (t) => {
			const made = await changed([activation, insert]);
			const verdict = await verdictOn(t, made, asBefore(made));
			assert.ok(!verdict.trusted && verdict.deviations !== undefined);
			assert.match(verdict.reason, /^a feed-forward block mixes tokens \(by [^;]*$/);
			assert.ok(verdict.deviations.tokens > 0.05, `${verdict.deviations.tokens}`);
		});
	}

	slowTest('in the tail: a mean over all rows, which is another over some of them', async (t) => {
		const made = await changed([normed, centered('one')]);
		const was = asBefore(made);
		const { head } = was.structure;
		const mean = made.written.graph.nodes.filter(({ outputs }) =>
			outputs.some((name) => [before(normed(made.recognized)), 'mean', normed(made.recognized)].includes(name)),
		);
		const tail = made.written.graph.nodes.filter(
			(one) => mean.includes(one) || head.tail.some(({ outputs }) => outputs[0] === one.outputs[0]),
		);
		const verdict = await verdictOn(t, made, { ...was, structure: { ...was.structure, head: { ...head, tail } } });
		assert.ok(!verdict.trusted);
		assert.match(verdict.reason, /^the attributed output is not the model's \(by [^;]*$/);
	});

	slowTest('attention that sees later tokens', async (t) => {
		// Rows still add up to one: each is that of the last token, which sees all.
		const made = await changed([
			probabilities,
			(input, output) => [
				node('Gather', [input, 'last'], 'last-row', { axis: 2 }),
				node('Shape', [input], 'sizes'),
				node('Expand', ['last-row', 'sizes'], output),
			],
		]);
		const verdict = await verdictOn(t, made, asBefore(made));
		assert.ok(!verdict.trusted);
		assert.match(verdict.reason, /^attention sees later tokens \(by [^;]*$/);
	});
});

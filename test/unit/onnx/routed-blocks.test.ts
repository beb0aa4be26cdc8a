import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dataTypes } from '../../../src/onnx/onnx-model.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { changed, mustRefuse, node, verdictOn, type Insertion } from './changed-fixture.ts';
import { attributed, errorsOf } from '../lm/attribution/fixture-attribution.ts';
import { cpu } from '../../support/fixture-folder.ts';
import { slowTest } from '../../support/slow-test.ts';

/** What the activation of the first feed-forward block reads, `[1, tokens, 96]`. */
const activation = ({ model }: RecognizedDecoder): string => model.graph.nodes.find(({ type }) => type === 'Sigmoid')!.inputs[0]!;

/** Each token given twice over, one behind the other, and the mean of both taken: of a token's own two, or of places half a text apart. */
const twice =
	(sizes: 'pairs' | 'halves', axis: 'one' | 'two'): Insertion =>
	(input, output) => [
		node('Unsqueeze', [input, 'two'], 'single'),
		node('Expand', ['single', 'twice'], 'double'),
		node('Reshape', ['double', 'rows'], 'in-a-row'),
		node('Reshape', ['in-a-row', sizes], 'apart'),
		node('ReduceMean', ['apart', axis], output, { keepdims: 0 }),
	];

/** Rows whose first number is positive are picked, and put back doubled: where they were, or in reverse order. */
const picked =
	(back: 'as they were' | 'reversed'): Insertion =>
	(input, output) => [
		node('Reshape', [input, 'rows'], 'flat'),
		node('Slice', ['flat', 'zero', 'one', 'one'], 'column'),
		node('Squeeze', ['column', 'one'], 'firsts'),
		node('Relu', ['firsts'], 'positive'),
		node('NonZero', ['positive'], 'found'),
		node('Transpose', ['found'], 'places'),
		node('GatherND', ['flat', 'places'], 'experts-rows'),
		...(back === 'reversed'
			? [node('Slice', ['experts-rows', 'last', 'none', 'zero', 'minus-one'], 'results')]
			: [node('Add', ['experts-rows', 'experts-rows'], 'results')]),
		node('ScatterND', ['flat', 'places', 'results'], 'together'),
		node('Shape', [input], 'sizes'),
		node('Reshape', ['together', 'sizes'], output),
	];

const steps = ({ structure: { blocks } }: RecognizedDecoder) => blocks.flatMap((block) => (block.kind === 'ffn' ? block.steps : []));

describe('experts in a feed-forward block', () => {
	test('tokens given several times over are followed by their number of places', async () => {
		const made = await changed([activation, twice('pairs', 'two')]);
		assert.ok(steps(recognizeGraph(made.files)).every((step) => step.kind === 'sum' && !step.routed));
		const { sum, ...errors } = errorsOf(await attributed(made, cpu, 'whole'), made);
		assert.ok(sum < 1e-6);
		for (const [part, error] of Object.entries(errors)) assert.ok(error <= made.tolerance, `${part} differ by ${error}`);
	});

	test('the same taken apart so that tokens meet is refused by name', async () => {
		mustRefuse(await changed([activation, twice('halves', 'one')]), /: Reshape 'apart' was found where a feed-forward block/);
	});

	test('the whole text given twice over is refused by name', async () => {
		mustRefuse(
			await changed([activation, (input, output) => [node('Tile', [input, 'text-twice'], output)]]),
			/: Tile '.*' was found where a feed-forward block/,
		);
	});

	slowTest('tokens picked by what they hold are left to numbers, which find them at their places', async (t) => {
		const made = await changed([activation, picked('as they were')]);
		assert.ok(steps(recognizeGraph(made.files)).some((step) => step.kind === 'sum' && step.routed));
		const verdict = await verdictOn(t, made);
		assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
		assert.ok(verdict.deviations.tokens < 1e-4);
	});

	test("the same put back to others' places is not trusted", async (t) => {
		const verdict = await verdictOn(t, await changed([activation, picked('reversed')]));
		assert.ok(!verdict.trusted);
		assert.match(verdict.reason, /^a feed-forward block mixes tokens \(by [^;]*$/);
	});

	test('a shift beside picked tokens is refused by its name', async () => {
		mustRefuse(
			await changed([
				activation,
				(input, output) => [
					node('Pad', [input, 'sixteen-before'], 'padded'),
					node('Shape', [input], 'own'),
					node('Slice', ['own', 'one', 'two', 'zero'], 'count'),
					node('Slice', ['padded', 'zero', 'count', 'one'], 'earlier'),
					node('Add', [input, 'earlier'], 'shifted'),
					...picked('as they were')('shifted', output),
				],
			]),
			/: Pad 'padded' was found where a feed-forward block/,
		);
	});

	slowTest('numbers that a layer looks up for a token anew belong to that token', async (t) => {
		const branch = ({ structure }: RecognizedDecoder) => {
			const block = structure.blocks.find(({ kind }) => kind === 'ffn');
			assert.ok(block?.kind === 'ffn' && block.steps[0]?.kind === 'sum');
			return block.steps[0].branches[0]!.tensor;
		};
		const made = await changed([
			branch,
			(input, output) => [
				node('Cast', ['input_ids'], 'numbers', { to: dataTypes.float }),
				node('Unsqueeze', ['numbers', 'two'], 'column'),
				node('Sin', ['column'], 'own'),
				node('Gather', ['own', 'scalar-zero'], 'first', { axis: 2 }),
				node('Unsqueeze', ['first', 'two'], 'again'),
				node('Mul', [input, 'again'], output),
			],
		]);
		const verdict = await verdictOn(t, made);
		assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
		assert.ok(verdict.deviations.tokens < 1e-5);
	});
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OnnxGraph } from '../../../../src/onnx/onnx-graph.ts';
import { dataTypes, type OnnxNode } from '../../../../src/onnx/onnx-model.ts';
import type { Size } from '../../../../src/onnx/recognize/token-layout.ts';
import { TokenSizes } from '../../../../src/onnx/recognize/token-sizes.ts';
import type { RecognizedDecoder } from '../../../../src/onnx/spad-graph.ts';
import { changed, constants, mustRefuse, node, verdictOn, type Insertion } from '../changed-fixture.ts';

/** What is told of the last of `nodes`, where `x` is `[1, tokens, 96]`. */
function sizesOf(...nodes: readonly OnnxNode[]): readonly Size[] | undefined {
	const graph = new OnnxGraph({
		irVersion: 8,
		opsets: new Map([['', 18]]),
		functions: new Set(),
		graph: { nodes, initializers: new Map(constants.map((one) => [one.name, one])), inputs: [], outputs: [] },
	});
	return new TokenSizes(graph, (tensor) => (tensor === 'x' ? [1, 'tokens', 96] : undefined)).of(nodes.at(-1)?.outputs[0] ?? '');
}

const sizes = node('Shape', ['x'], 'sizes');
const ones = (count: string): OnnxNode => ({
	...node('ConstantOfShape', [count], 'ones'),
	attributes: new Map([['value', { value: constants.find(({ name }) => name === 'one')!, bytes: new Uint8Array() }]]),
});

describe('sizes that are computed in a graph', () => {
	const cases: Readonly<Record<string, readonly [readonly OnnxNode[], readonly Size[] | undefined]>> = {
		'an expand(1, -1, 96)': [
			[
				node('Shape', ['any-tokens'], 'count'),
				ones('count'),
				node('Mul', ['ones', 'minus-one'], 'open'),
				node('Equal', ['any-tokens', 'open'], 'which'),
				node('Where', ['which', 'ones', 'any-tokens'], 'told'),
			],
			[1, 1, 96],
		],
		'the same with a constant condition': [[node('Where', ['true-at-second', 'ones-thrice', 'any-tokens'], 'told')], [1, 1, 96]],
		'as many as there are tokens is not -1': [
			[sizes, node('Equal', ['sizes', 'minus-one'], 'which'), node('Where', ['which', 'ones-thrice', 'sizes'], 'told')],
			[1, 'tokens', 96],
		],
		'a size that may be chosen or not': [
			[sizes, node('Equal', ['sizes', 'fifteen'], 'which'), node('Where', ['which', 'ones-thrice', 'sizes'], 'told')],
			[1, undefined, 96],
		],
		'a condition of which nothing is known': [
			[sizes, node('Greater', ['sizes', 'minus-one'], 'which'), node('Where', ['which', 'ones-thrice', 'sizes'], 'told')],
			undefined,
		],
		'a row of repeats by OneHot, laid out as a list': [
			[node('OneHot', ['one', 'two', 'one-and-two'], 'row'), node('Reshape', ['row', 'minus-one'], 'told')],
			[1, 2],
		],
		'a part of a row, cut along another axis than its own': [
			[sizes, node('Unsqueeze', ['sizes', 'zero'], 'row'), node('Slice', ['row', 'zero', 'one', 'zero'], 'told')],
			undefined,
		],
		'a slice by steps that are computed': [
			[sizes, node('Max', ['two', 'one'], 'step'), node('Slice', ['sizes', 'zero', 'all', 'zero', 'step'], 'told')],
			undefined,
		],
		'one number of them, given an axis': [
			[sizes, node('Gather', ['sizes', 'scalar-one'], 'number'), node('Unsqueeze', ['number', 'zero'], 'told')],
			['tokens'],
		],
		'one number that is not known, given an axis': [
			[node('Shape', ['y'], 'other'), node('Gather', ['other', 'scalar-one'], 'number'), node('Reshape', ['number', 'minus-one'], 'told')],
			[undefined],
		],
		'told true from false': [[sizes, node('Cast', ['sizes'], 'told', { to: dataTypes.bool })], undefined],
	};
	for (const [what, [nodes, expected]] of Object.entries(cases)) {
		test(what, () => {
			assert.deepEqual(sizesOf(...nodes), expected);
		});
	}
});

/** What the activation of the first feed-forward block reads, `[1, tokens, 96]`. */
const activation = ({ model }: RecognizedDecoder): string => model.graph.nodes.find(({ type }) => type === 'Sigmoid')!.inputs[0]!;

/** Makes `shape` of the sizes of the input, which are in `sizes`. */
type ShapeOf = readonly OnnxNode[];

const places: readonly OnnxNode[] = [
	node('Slice', ['sizes', 'one', 'two', 'zero'], 'count'),
	node('Squeeze', ['count'], 'number'),
	node('Range', ['scalar-zero', 'number', 'scalar-one'], 'places'),
];

/** Laid out by `shape`, plus along axis 1 what stands 16 before, from 16 on: the self-check, whose text is shorter, sees every token added to itself, and would trust it. */
const picked =
	(shape: ShapeOf): Insertion =>
	(input, output) => [
		node('Shape', [input], 'sizes'),
		...places,
		...shape,
		node('Reshape', [input, 'shape'], 'laid'),
		node('Sub', ['places', 'fifteen'], 'behind'),
		node('Max', ['behind', 'zero'], 'positive'),
		node('Min', ['positive', 'one'], 'far'),
		node('Mul', ['far', 'sixteen'], 'step'),
		node('Sub', ['places', 'step'], 'from'),
		node('Gather', ['laid', 'from'], 'before', { axis: 1 }),
		node('Add', ['laid', 'before'], 'sum'),
		node('Reshape', ['sum', 'sizes'], output),
	];
/** The same, plus the sum along axis 1 of what stands behind 16: nothing in the self-check's text. */
const summed =
	(shape: ShapeOf): Insertion =>
	(input, output) => [
		node('Shape', [input], 'sizes'),
		...places,
		...shape,
		node('Reshape', [input, 'shape'], 'laid'),
		node('Sub', ['places', 'sixteen'], 'behind'),
		node('Max', ['behind', 'zero'], 'far'),
		node('Cast', ['far'], 'factors', { to: dataTypes.float }),
		node('Unsqueeze', ['factors', 'one'], 'column'),
		node('Mul', ['laid', 'column'], 'late'),
		node('ReduceSum', ['late', 'one'], 'late-sum', { keepdims: 1 }),
		node('Add', ['laid', 'late-sum'], 'sum'),
		node('Reshape', ['sum', 'sizes'], output),
	];

/** The sizes of texts and tokens, by an operator of which nothing is known. */
const two = [node('Slice', ['sizes', 'zero', 'two', 'zero'], 'two-sizes'), node('Max', ['two-sizes', 'zero'], 'untold')];
/** Axes of texts and tokens the other way round, and then not. */
const chosen = (...condition: OnnxNode[]): ShapeOf => [
	node('Gather', ['sizes', 'swapped'], 'other'),
	...condition,
	node('Where', [condition[0]?.outputs[0] ?? 'true-thrice', 'sizes', 'other'], 'shape'),
];

describe('a shape of which less is seen than it has', () => {
	const shapes: Readonly<Record<string, readonly OnnxNode[]>> = {
		'two sizes that a Reshape to [-1] leaves two': [
			...two,
			node('Reshape', ['untold', 'minus-one'], 'sizes-before'),
			node('Concat', ['sizes-before', 'ninety-six'], 'shape', { axis: 0 }),
		],
		'two sizes in one row, joined along it': [
			...two,
			node('Unsqueeze', ['untold', 'zero'], 'row'),
			node('Unsqueeze', ['ninety-six', 'zero'], 'width'),
			node('Concat', ['row', 'width'], 'both', { axis: 1 }),
			node('Squeeze', ['both', 'zero'], 'shape'),
		],
	};
	for (const [what, shape] of Object.entries(shapes)) {
		test(`${what}: the axis that would be taken for a token's own is that of tokens`, async () => {
			mustRefuse(await changed([activation, picked(shape)]), /: Reshape 'laid' was found where a feed-forward block/);
		});
	}

	const choices: Readonly<Record<string, readonly OnnxNode[]>> = {
		'equal to itself': [node('Equal', ['other', 'other'], 'which')],
		'greater than -1': [node('Greater', ['other', 'minus-one'], 'which')],
		'a constant that is true': [],
	};
	test('the same Where picking what is seen is understood', async (t) => {
		const right = [
			node('Gather', ['sizes', 'swapped'], 'other'),
			node('Equal', ['sizes', 'minus-one'], 'which'),
			node('Where', ['which', 'other', 'sizes'], 'shape'),
		];
		const own: Insertion = (input, output) => [node('Shape', [input], 'sizes'), ...right, node('Reshape', [input, 'shape'], output)];
		const verdict = await verdictOn(t, await changed([activation, own]));
		assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
	});

	for (const [what, condition] of Object.entries(choices)) {
		test(`a Where that picks the other shape: ${what}`, async () => {
			mustRefuse(await changed([activation, summed(chosen(...condition))]), /was found where a feed-forward block/);
		});
	}
});

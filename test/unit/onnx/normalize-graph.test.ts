import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madePlain } from '../../../src/onnx/normalize-graph.ts';
import { dataTypes, type OnnxNode, type OnnxTensor } from '../../../src/onnx/onnx-model.ts';
import { valueInfo } from '../../../src/onnx/onnx-writer.ts';
import { node } from './changed-fixture.ts';

/** Floats without numbers where a dimension is 0. */
const zeros = (name: string, ...dims: number[]): OnnxTensor => ({
	name,
	dataType: dataTypes.float,
	dims,
	data: { kind: 'inline', bytes: new Uint8Array(4 * dims.reduce((product, size) => product * size, 1)) },
});
const constants = [zeros('past', 1, 2, 0, 4), zeros('nothing', 0), zeros('narrow', 1, 2, 3, 0), zeros('one-row', 1, 2, 1, 4)];

/** What becomes of nodes of a graph whose input `values` is `[1, 2, tokens, 4]`. */
function plain(...nodes: readonly OnnxNode[]): readonly OnnxNode[] {
	const { model } = madePlain({
		irVersion: 8,
		opsets: new Map([['', 18]]),
		functions: new Set(),
		graph: {
			nodes,
			initializers: new Map(constants.map((one) => [one.name, one])),
			inputs: [valueInfo('values', dataTypes.float, [1, 2, 'tokens', 4])],
			outputs: [],
		},
	});
	return model.graph.nodes;
}

describe('values that are put behind nothing stand alone in a plain graph', () => {
	const behind = (inputs: string[], axis = 2): OnnxNode => node('Concat', inputs, 'all', { axis });
	for (const [what, found] of [
		['an empty constant in place of the past', plain(behind(['past', 'values']))],
		['its axis counted from the end', plain(behind(['past', 'values'], -2))],
		['an empty tensor of one axis, as PyTorch makes it', plain(behind(['nothing', 'values']))],
		['they alone, where the exporter left out what is empty', plain(behind(['values']))],
		[
			'an empty constant in another type at first',
			plain({ ...node('Cast', ['past'], 'cast', { to: dataTypes.float }) }, behind(['cast', 'values'])).slice(1),
		],
	] as const) {
		test(what, () => assert.deepEqual(found, [{ ...node('Identity', ['values'], 'all') }]));
	}

	test('others stay together', () => {
		const three = plain(behind(['past', 'values', 'one-row']));
		assert.deepEqual(
			three.map(({ type, inputs }) => [type, inputs]),
			[['Concat', ['values', 'one-row']]],
		);
		for (const inputs of [
			['one-row', 'values'],
			['values', 'values'],
			['past', 'nothing'],
		])
			assert.deepEqual(plain(behind(inputs)), [behind(inputs)]);
		assert.deepEqual(plain(behind(['narrow', 'values'])), [behind(['narrow', 'values'])], 'empty along another axis');
	});
});

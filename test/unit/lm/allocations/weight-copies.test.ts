import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { takenAsTheyLie } from '../../../../src/lm/allocations/placed-decoder.ts';
import { placementWithin } from '../../../../src/lm/allocations/weight-copies.ts';
import { dataTypes, type OnnxModel, type OnnxNode, type OnnxTensor } from '../../../../src/onnx/onnx-model.ts';

const node = (type: string, inputs: readonly string[], output: string): OnnxNode => ({
	name: output,
	type,
	domain: '',
	inputs,
	outputs: [output],
	attributes: new Map(),
});
/** A weight of 1,000 × 100 in a file of its own. */
const weight = (name: string, dataType: number = dataTypes.float): OnnxTensor => ({
	name,
	dataType,
	dims: [1000, 100],
	data: { kind: 'file', location: 'weights', offset: 0, length: undefined },
});
const modelOf = (nodes: readonly OnnxNode[], ...weights: readonly OnnxTensor[]): OnnxModel => ({
	irVersion: 10,
	opsets: new Map([['', 21]]),
	functions: new Set(),
	graph: { nodes, initializers: new Map(weights.map((one) => [one.name, one])), inputs: [], outputs: [] },
});
/** What becomes of `w` as it goes into an operator; it takes 400,000 bytes in float32. */
function placement(operator: string, limit: number, stored: OnnxTensor = weight('w')): string {
	try {
		return placementWithin(modelOf([node(operator, ['x', 'w'], 'y')], stored), limit, 'model.onnx');
	} catch (error) {
		if (error instanceof UserError) return error.code;
		throw error;
	}
}

describe('placementWithin', () => {
	it('leaves weights below the limit to the runtime', () => {
		for (const operator of ['MatMul', 'Gather', 'Conv']) assert.equal(placement(operator, 400_001), 'packed');
	});

	it('maps what is used as it lies, and refuses what is made anew', () => {
		assert.equal(placement('MatMul', 400_000), 'mapped');
		assert.equal(placement('Gather', 1), 'packed', 'rows are taken out of it where it lies');
		assert.equal(placement('Conv', 400_000), 'RA415');
		assert.equal(
			placement('DequantizeLinear', 400_000, weight('w', dataTypes.int8)),
			'RA415',
			'it takes four times the bytes at every run',
		);
	});

	it('counts half precision as the float32 that the CPU makes of it', () => {
		assert.equal(placement('MatMul', 400_000, weight('w', dataTypes.float16)), 'RA415');
		assert.equal(placement('MatMul', 400_001, weight('w', dataTypes.float16)), 'packed');
	});

	it('a weight in the model file itself is read into memory, unless it is mapped', () => {
		const inside: OnnxTensor = { ...weight('w'), data: { kind: 'file', location: undefined, offset: 0, length: undefined } };
		assert.equal(placement('Gather', 400_000, inside), 'mapped');
	});
});

describe('takenAsTheyLie', () => {
	it('a product with a large transposed matrix takes the matrix itself', () => {
		const model = modelOf([node('Transpose', ['w'], 't'), node('MatMul', ['x', 't'], 'logits')], weight('w'));
		assert.equal(takenAsTheyLie(model, 400_001), model, 'a small one is left alone');
		const [product, ...others] = takenAsTheyLie(model, 400_000).graph.nodes;
		assert.deepEqual(
			[product?.type, product?.domain, product?.inputs, product?.attributes.get('transB')?.value],
			['FusedMatMul', 'com.microsoft', ['x', 'w'], 1],
		);
		assert.deepEqual(others, []);
	});
});

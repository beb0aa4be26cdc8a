import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readOnnxOutline } from '../../../src/onnx/onnx-reader.ts';
import { MalformedProtobuf, memorySource } from '../../../src/onnx/protobuf-reader.ts';
import {
	attributeParts,
	bytes,
	entry,
	externalParts,
	field,
	graphParts,
	inlineParts,
	integer,
	model,
	nodeParts,
	sparseParts,
	tensorParts,
	varint,
} from '../../support/protobuf-writer.ts';

const outline = (file: Uint8Array) => readOnnxOutline(memorySource(file));
const locations = (file: Uint8Array) => outline(file).externalTensors.map((tensor) => tensor.location);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../fixtures/graphs/${name}/model.onnx`, import.meta.url)));
const refusal = (file: Uint8Array): MalformedProtobuf => {
	try {
		outline(file);
	} catch (error) {
		if (error instanceof MalformedProtobuf) return error;
		throw error;
	}
	return assert.fail('it was accepted');
};

describe('the outline of an ONNX file', () => {
	it('is right for real exports', () => {
		// Expected values: Python's onnx 1.23, onnx.load(…, load_external_data=False).
		const builder = outline(fixture('qwen2-genai-int4-shared'));
		assert.equal(builder.producer, 'onnxruntime-genai');
		assert.equal(builder.irVersion, 10);
		assert.deepEqual(
			[...builder.opsets],
			[
				['', 22],
				['com.microsoft', 1],
			],
		);
		assert.equal(builder.externalTensors.length, 31);
		assert.deepEqual(new Set(builder.externalTensors.map((tensor) => tensor.location)), new Set(['model.onnx.data']));
		assert.ok(builder.inputs.includes('input_ids'));
		assert.ok(builder.outputs.includes('logits'));
		assert.ok(builder.operators.has('com.microsoft:GroupQueryAttention'));
		for (const tensor of builder.externalTensors) assert.equal(Number(tensor.length), tensor.bytes, tensor.tensor);

		const optimum = outline(fixture('llama-optimum-int8'));
		assert.equal(optimum.externalTensors.length, 0);
		assert.equal(optimum.tensors, 82);
		assert.ok(optimum.operators.has(':MatMulInteger'));
	});

	it('finds external tensors wherever a tensor can stand', () => {
		const t = (location: string) => externalParts('t', location);
		const sub = (location: string) => graphParts(field(5, t(location)));
		const file = model(
			graphParts(
				field(5, t('initializer')),
				field(15, sparseParts(t('sparse-values'), t('sparse-indices'))),
				field(1, nodeParts('c', 'Constant', attributeParts('value', field(5, t('attribute'))))),
				field(1, nodeParts('c', 'Constant', attributeParts('values', field(10, t('attribute-list'))))),
				field(
					1,
					nodeParts(
						'c',
						'Constant',
						attributeParts('sparse_value', field(22, sparseParts(t('attribute-sparse-values'), t('attribute-sparse-indices')))),
					),
				),
				field(
					1,
					nodeParts(
						'c',
						'Constant',
						attributeParts('sparse_values', field(23, sparseParts(t('attribute-sparse-list-values'), inlineParts('i')))),
					),
				),
				field(
					1,
					nodeParts(
						'i',
						'If',
						attributeParts('then_branch', field(6, sub('then'))),
						attributeParts(
							'else_branch',
							field(6, graphParts(field(1, nodeParts('l', 'Loop', attributeParts('body', field(6, sub('else-loop-body'))))))),
						),
					),
				),
				field(1, nodeParts('x', 'Any', attributeParts('graphs', field(11, sub('graph-list'))))),
			),
			field(20, field(1, sub('training-initialization')), field(2, sub('training-algorithm'))),
			field(
				25,
				field(1, 'f'),
				field(7, nodeParts('n', 'Constant', attributeParts('value', field(5, t('function-node'))))),
				field(11, attributeParts('default', field(5, t('function-attribute')))),
			),
		);
		assert.deepEqual(locations(file), [
			'initializer',
			'sparse-values',
			'sparse-indices',
			'attribute',
			'attribute-list',
			'attribute-sparse-values',
			'attribute-sparse-indices',
			'attribute-sparse-list-values',
			'then',
			'else-loop-body',
			'graph-list',
			'training-initialization',
			'training-algorithm',
			'function-node',
			'function-attribute',
		]);
	});

	it('counts a location although the tensor is not marked as external', () => {
		assert.deepEqual(locations(model(graphParts(field(5, tensorParts('t', 1, entry('location', 'x')))))), ['x']);
	});

	it('says where a nameless tensor stands', () => {
		const file = model(graphParts(field(1, nodeParts('n1', 'Constant', attributeParts('value', field(5, externalParts('', 'x')))))));
		assert.equal(outline(file).externalTensors[0]!.tensor, 'attribute value of node n1');
	});

	it('knows the bytes of a tensor by its type and shape, packed dimensions or not', () => {
		const one = (...parts: Uint8Array[]) =>
			outline(model(graphParts(field(5, bytes(...parts, entry('location', 'x')))))).externalTensors[0]!.bytes;
		assert.equal(one(integer(1, 3), integer(1, 5), integer(2, 1)), 60);
		assert.equal(one(field(1, varint(3), varint(5)), integer(2, 10)), 30);
		assert.equal(one(integer(1, 3), integer(2, 22)), 2, 'three 4-bit integers');
		assert.equal(one(integer(2, 7)), 8, 'a scalar');
		assert.equal(one(integer(1, 3), integer(2, 8)), undefined, 'texts');
	});

	it('refuses what says one thing twice, or not at all', () => {
		const graph = graphParts(field(5, inlineParts('t')));
		const tensor = (...more: Uint8Array[]) => model(graphParts(field(5, externalParts('t', 'a', 4, ...more))));
		assert.equal(refusal(bytes(model(graph), field(7, graph))).kind, 'malformed');
		assert.match(refusal(tensor(entry('location', 'b'))).message, /location is given twice/);
		assert.match(refusal(model(graphParts(field(5, tensorParts('t', 4, integer(14, 1)))))).message, /does not say in which/);
		assert.match(
			refusal(model(graphParts(field(5, tensorParts('t', 4, field(9, new Uint8Array(12))))))).message,
			/should take 16 bytes and has 12/,
		);
		assert.match(refusal(model(graphParts(field(5, bytes(integer(1, -1), integer(2, 1)))))).message, /negative/);
		assert.match(refusal(model(graphParts(field(5, bytes(integer(1, 2n ** 40n), integer(1, 2n ** 40n), integer(2, 1)))))).message, /2\^53/);
		assert.match(refusal(bytes(integer(1, 10), field(7, graph))).message, /no operator set/);
		assert.match(refusal(integer(1, 10)).message, /no graph/);
		assert.match(refusal(field(7, graph)).message, /no IR version/);
	});

	it('refuses endless nesting without running out of stack', () => {
		let graph = graphParts();
		for (let i = 0; i < 200; i++) graph = graphParts(field(1, nodeParts('n', 'If', attributeParts('b', field(6, graph)))));
		assert.match(refusal(model(graph)).message, /nested/);
	});

	it('refuses pages, pointers and other formats', () => {
		for (const text of ['<!DOCTYPE html><html></html>', '{"error":"x"}', 'PK\u0003\u0004…', '\u0000\u0000\u0000\u0000ORTM']) {
			assert.equal(refusal(new TextEncoder().encode(text)).name, 'MalformedProtobuf', text);
		}
	});

	it('tells a file that was cut off, wherever', () => {
		// What stands behind `wholeAt` is a further operator set, and a part that no graph needs: a file that ends there is whole.
		for (const [name, wholeAt] of [
			['qwen2-genai-int4-shared', 19_456],
			['llama-optimum-int8', 222_993],
		] as const) {
			const whole = fixture(name);
			fc.assert(
				fc.property(
					fc.integer({ min: 30, max: whole.length - 1 }).filter((length) => length !== wholeAt),
					(length) => {
						const { kind, message } = refusal(whole.subarray(0, length));
						// Between two parts of the file there is nothing to tell a cut by, but that a part is missing.
						assert.ok(kind === 'truncated' || /it has no/.test(message), `${length}: ${message}`);
					},
				),
				{ numRuns: 200 },
			);
		}
	});

	it('answers or refuses whatever bytes it is given, and never more than that', () => {
		const whole = fixture('qwen2-genai-int4-shared');
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), (changes) => {
				const file = whole.slice();
				for (const [at, value] of changes) file[at] = value;
				try {
					outline(file);
				} catch (error) {
					assert.ok(error instanceof MalformedProtobuf, String(error));
				}
			}),
			{ numRuns: 200 },
		);
	});
});

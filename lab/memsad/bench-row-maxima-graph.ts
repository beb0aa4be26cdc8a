import { attribute, valueInfo, writeOnnxModel } from '../../src/onnx/onnx-writer.ts';
import { dataTypes, type OnnxNode } from '../../src/onnx/onnx-model.ts';

const opset = 21;

function node(
	type: string,
	inputs: readonly string[],
	outputs: readonly string[],
	attributes: OnnxNode['attributes'] = new Map(),
): OnnxNode {
	return { name: outputs[0]!, type, domain: '', inputs, outputs: [...outputs], attributes };
}

/**
 * The graph of MEMSAD's scores: `entries` `[n, d]` times `directions` `[d, m]`, of which each row's `maximum` `[n, 1]` and its column `at` `[n, 1]` are kept, and
 * `entries` times `mean` `[d, 1]`.
 */
export function rowMaximaGraph(): Uint8Array {
	const { float, int64 } = dataTypes;
	return writeOnnxModel(
		{
			irVersion: 10,
			opsets: new Map([['', opset]]),
			functions: new Set(),
			graph: {
				nodes: [
					node('MatMul', ['entries', 'directions'], ['products']),
					node('TopK', ['products', 'one'], ['maximum', 'at'], new Map([attribute('sorted', 0)])),
					node('MatMul', ['entries', 'mean'], ['means']),
				],
				initializers: new Map([
					[
						'one',
						{ name: 'one', dataType: int64, dims: [1], data: { kind: 'inline', bytes: new Uint8Array(BigInt64Array.of(1n).buffer) } },
					],
				]),
				inputs: [valueInfo('entries', float, ['n', 'd']), valueInfo('directions', float, ['d', 'm']), valueInfo('mean', float, ['d', 1])],
				outputs: [valueInfo('maximum', float, ['n', 1]), valueInfo('at', int64, ['n', 1]), valueInfo('means', float, ['n', 1])],
			},
		},
		() => '',
	);
}

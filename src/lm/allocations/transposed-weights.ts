import type { OnnxModel, OnnxNode } from '../../onnx/onnx-model.ts';
import { attribute } from '../../onnx/onnx-writer.ts';
import { dataTypes } from '../../onnx/onnx-model.ts';
import { tensorBytes } from '../../onnx/tensor-size.ts';
import type { AllocationLimit } from './allocation-limit.ts';

/**
 * The same graph, where products with a large constant matrix that is transposed first (an unembedding that is the embedding) take it as
 * it lies: the runtime would keep the transposed one in memory. Float32 alone.
 * @param limit bytes from which on a matrix is large.
 */
export function takenAsTheyLie(model: OnnxModel, limit: AllocationLimit): OnnxModel {
	const { nodes, initializers } = model.graph;
	const transposed = new Map(
		nodes.flatMap((node): [string, string][] => {
			const [matrix = ''] = node.inputs;
			const stored = initializers.get(matrix);
			const [output = ''] = node.outputs;
			if (node.type !== 'Transpose' || stored?.dataType !== dataTypes.float || stored.dims.length !== 2 || !swaps(node)) return [];
			return (tensorBytes(stored.dataType, stored.dims.map(BigInt)) ?? 0) < limit ? [] : [[output, matrix]];
		}),
	);
	if (transposed.size === 0) return model;
	const rewritten = nodes.map((node): OnnxNode => {
		const [rows = '', factor = ''] = node.inputs;
		const matrix = transposed.get(factor);
		return node.type !== 'MatMul' || matrix === undefined
			? node
			: { ...node, type: 'FusedMatMul', domain: 'com.microsoft', inputs: [rows, matrix], attributes: new Map([attribute('transB', 1)]) };
	});
	// What else takes the transposed one still needs it.
	const used = new Set([...rewritten.flatMap(({ inputs }) => inputs), ...model.graph.outputs.map(({ name }) => name)]);
	return {
		...model,
		graph: { ...model.graph, nodes: rewritten.filter(({ outputs }) => !outputs.some((name) => transposed.has(name) && !used.has(name))) },
	};
}

function swaps(node: OnnxNode): boolean {
	const order = node.attributes.get('perm')?.value;
	return order === undefined || (Array.isArray(order) && order.join() === '1,0');
}

import type { GraphFiles } from '../../onnx/graph-files.ts';
import { cutBeforeHead, type SplitDecoder } from '../../onnx/split-at-unembedding.ts';
import { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { readModelFile } from '../../onnx/onnx-model-reader.ts';
import { dataTypes, type OnnxModel, type OnnxNode } from '../../onnx/onnx-model.ts';
import { attribute } from '../../onnx/onnx-writer.ts';
import { partOfGraph, type PartOfGraph } from '../../onnx/part-of-graph.ts';
import { tensorBytes } from '../../onnx/tensor-size.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { AllocationLimit } from './allocation-limit.ts';
import { placementWithin } from './weight-copies.ts';

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

/** A decoder that is opened in place of its file, so that what the runtime allocates stays below the limit of this process. */
export interface PlacedDecoder {
	/** With how weights are placed. */
	readonly provider: ExecutionProviderChoice;
	/** In two parts, or anew as a whole; absent: the file as it is. */
	readonly parts: SplitDecoder | PartOfGraph | undefined;
}

/**
 * How a checked model is opened on a device, within the limit of allocations where there is one.
 * @throws {UserError} RA415 for a weight that cannot be kept below it.
 */
export function placedDecoder(files: GraphFiles, provider: ExecutionProviderChoice): PlacedDecoder {
	const { allocationLimit: limit } = provider;
	// Other devices have memory of their own.
	if (limit === undefined || provider.device !== 'cpu') return { provider, parts: cutBeforeHead(files) };
	const read = readModelFile(files.graph.realPath);
	const model = takenAsTheyLie(read, limit);
	const placement = placementWithin(model, limit, files.graph.path);
	if (model === read && placement === 'packed') return { provider, parts: cutBeforeHead(files) };
	const mapped = { ...provider, mapsWeights: true };
	const cut = cutBeforeHead(files);
	// A file with functions of its own cannot be written anew.
	if (cut !== undefined || read.functions.size > 0) return { provider: mapped, parts: cut };
	const graph = new OnnxGraph(model);
	return {
		provider: mapped,
		parts: partOfGraph(files, { model, graph }, { nodes: [], initializers: new Map(), inputs: [], outputs: model.graph.outputs }),
	};
}

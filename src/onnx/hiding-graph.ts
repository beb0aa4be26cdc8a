import type { GraphFiles } from './graph-files.ts';
import { OnnxGraph } from './onnx-graph.ts';
import type { OnnxModel, OnnxNode } from './onnx-model.ts';
import { valueInfo } from './onnx-writer.ts';
import { partOfGraph, type PartOfGraph } from './part-of-graph.ts';
import { hiddenBias } from './text-inputs.ts';
import { withWholeCache } from './windowed-cache.ts';

/** Input of a GroupQueryAttention that is added to the scores of each row and column, `[texts or 1, heads or 1, rows, columns]`. */
const biasInput = 10;

/**
 * Writes a decoder anew whose attention is GroupQueryAttention throughout, with an input more: `hiddenBias`, `[texts, 1, rows, columns]`,
 * which all layers add to their scores. That operator reads only the sum of an attention mask, so that the mask hides nothing; and it
 * counts positions by that sum, so that columns cannot be left out of its cache either. A cache that keeps only a window becomes one of all
 * tokens. No weight is read or copied.
 * @returns `undefined` for a graph with other attention, or whose attention has such an input.
 * @throws {UserError} RA432 when its files lie in several folders.
 */
export function hidingGraph(files: GraphFiles, model: OnnxModel): PartOfGraph | undefined {
	const graph = new OnnxGraph(model);
	const attention = model.graph.nodes.filter(({ type }) => type === 'GroupQueryAttention');
	const [first] = attention;
	const type = first && graph.dataType(first.inputs[3] ?? '');
	if (type === undefined || attention.some(({ inputs }) => (inputs[biasInput] ?? '') !== '')) return undefined;
	if (model.graph.nodes.some((node) => node.type === 'Softmax' || node.type.endsWith('MultiHeadAttention'))) return undefined;
	const nodes = model.graph.nodes.map((node) => (attention.includes(node) ? withBias(node) : node));
	return partOfGraph(
		files,
		{ model: { ...model, graph: { ...model.graph, nodes } }, graph },
		{
			nodes: [],
			initializers: new Map(),
			inputs: [valueInfo(hiddenBias, type, ['texts', 1, 'rows', 'columns'])],
			outputs: model.graph.outputs,
		},
	);
}

function withBias(node: OnnxNode): OnnxNode {
	const inputs = Array.from({ length: Math.max(biasInput + 1, node.inputs.length) }, (_, i) =>
		i === biasInput ? hiddenBias : (node.inputs[i] ?? ''),
	);
	return { ...withWholeCache(node), inputs };
}

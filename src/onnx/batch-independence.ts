import { subgraphsOf, type OnnxModel, type OnnxSubgraph } from './onnx-model.ts';

/**
 * Operators whose arithmetic for one text follows what stands in another of its batch: experts that gather their tokens from all texts,
 * quantizing by the range of a whole tensor, and sizes or ways through the graph that numbers decide.
 */
const mixing: ReadonlySet<string> = new Set([
	'MoE',
	'QMoE',
	'DynamicQuantizeLinear',
	'DynamicQuantizeMatMul',
	'DynamicQuantizeLSTM',
	'NonZero',
	'Compress',
	'Unique',
	'If',
	'Loop',
	'Scan',
]);

/** Whether no operator of a graph is known to mix the texts of a batch; functions of the file's own are not looked into, and count as if they did. */
export function keepsTextsApart({ graph, functions }: Pick<OnnxModel, 'graph' | 'functions'>): boolean {
	return functions.size === 0 && apart(graph);
}

function apart({ nodes }: OnnxSubgraph): boolean {
	return nodes.every((node) => !mixing.has(node.type) && subgraphsOf(node).every(apart));
}

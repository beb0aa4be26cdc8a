import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';

/** Where a graph mixes tokens: a fused attention operator, or the product of attention probabilities and values. */
export type AttentionCore =
	| { readonly kind: 'fused'; readonly node: OnnxNode; readonly output: string }
	/** `probabilities` `[.., heads, T, S]` is the left factor; what lies between it and its Softmax is in `between`. */
	| {
			readonly kind: 'plain';
			readonly node: OnnxNode;
			readonly output: string;
			readonly probabilities: string;
			readonly between: readonly OnnxNode[];
			readonly softmax: OnnxNode;
	  };

const fused = new Set([
	'GroupQueryAttention',
	'MultiHeadAttention',
	'Attention',
	'DecoderMaskedMultiHeadAttention',
	'DecoderMaskedSelfAttention',
	'DecoderAttention',
	'PackedAttention',
	'PackedMultiHeadAttention',
	'SparseAttention',
	'PagedAttention',
	'QAttention',
	'LongformerAttention',
	'MultiScaleDeformableAttention',
	'RelativePositionBias',
	'GatedRelativePositionBias',
]);
/** What may stand between a Softmax and the product with the values, understood or not. */
const behindSoftmax = new Set([
	'Cast',
	'Identity',
	'Dropout',
	'Where',
	'Reshape',
	'Squeeze',
	'Unsqueeze',
	'Flatten',
	'Slice',
	'Split',
	'Mul',
	'Div',
	'Add',
	'Sub',
	'Transpose',
	'Concat',
	'Expand',
	'Clip',
]);

/** All attention cores of a graph, by node. */
export function attentionCores(graph: OnnxGraph): Map<OnnxNode, AttentionCore> {
	const cores = new Map<OnnxNode, AttentionCore>();
	for (const node of graph.nodes) {
		const [output = ''] = node.outputs;
		if (fused.has(node.type)) {
			cores.set(node, { kind: 'fused', node, output });
			continue;
		}
		if (!['MatMul', 'FusedMatMul', 'Einsum'].includes(node.type) || node.inputs.some((input) => graph.isConstant(input))) continue;
		for (const input of node.inputs) {
			const path = pathToSoftmax(graph, input);
			if (path !== undefined) cores.set(node, { kind: 'plain', node, output, probabilities: input, ...path });
		}
	}
	return cores;
}

/** What enters an attention core as its values, with what else where they are packed into one tensor. */
export function valuesOf(core: AttentionCore): string {
	const [first = '', second = '', third = ''] = core.node.inputs;
	if (core.kind === 'plain') return second;
	return third === '' || (core.node.type === 'Attention' && core.node.domain !== '') ? first : third;
}

/** The Softmax behind `tensor` and the nodes between them, or `undefined` when there is none. */
function pathToSoftmax(graph: OnnxGraph, tensor: string): { readonly between: OnnxNode[]; readonly softmax: OnnxNode } | undefined {
	const between: OnnxNode[] = [];
	let at = tensor;
	for (let node = graph.producer(at); node !== undefined && between.length < 16; node = graph.producer(at)) {
		if (node.type === 'Softmax') return { between, softmax: node };
		if (!behindSoftmax.has(node.type)) return undefined;
		between.push(node);
		// Of a Where, a choice is followed and not the condition.
		const next = (node.type === 'Where' ? node.inputs.slice(1) : node.inputs).find((input) => !graph.isConstant(input));
		if (next === undefined) return undefined;
		at = next;
	}
	return undefined;
}

/**
 * Of a graph without attention of a known form, the node that is in the way: the first product of two factors one of which comes from
 * another such product is attention by all looks, and what its left factor comes from is no Softmax.
 */
export function likeAttention(graph: OnnxGraph): OnnxNode | undefined {
	const products = graph.nodes.filter(
		(node) => ['MatMul', 'FusedMatMul', 'Einsum'].includes(node.type) && node.inputs.every((input) => !graph.isConstant(input)),
	);
	const values = products.find((node) =>
		products.some((scores) => scores !== node && graph.reaches(node.inputs[0] ?? '', scores.outputs[0] ?? '')),
	);
	for (let node = graph.producer(values?.inputs[0] ?? ''); node !== undefined; ) {
		const next = graph.flowInputs(node)[0];
		if (!behindSoftmax.has(node.type) || next === undefined) return node;
		node = graph.producer(next);
	}
	return undefined;
}

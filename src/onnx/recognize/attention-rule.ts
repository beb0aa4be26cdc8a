import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes, type OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import type { AttentionCore } from './attention-core.ts';
import { sinkBehind } from './attention-sink.ts';

/** A tensor that holds heads: `rows` `[1, T, heads * size]`, `heads` `[1, heads, T, size]`, `pair` `[2, 1, heads, T, size]` (keys, then values). */
export interface HeadTensor {
	readonly tensor: string;
	readonly layout: 'rows' | 'heads' | 'pair';
}

/** How attention probabilities are found. */
export type AttentionRule =
	/**
	 * The graph has them: `[.., heads, T, S]`, the left factor of the product `[.., heads, T, size]`; `softmax` made them, with `sink` over
	 * one column more, the last, which is an attention sink's.
	 */
	| { readonly kind: 'given'; readonly probabilities: string; readonly product: string; readonly softmax: OnnxNode; readonly sink: boolean }
	/** They are hidden in a fused operator, and computed anew from what enters it and its cache outputs. */
	| FusedRule;

export interface FusedRule {
	readonly kind: 'fused';
	readonly node: OnnxNode;
	readonly heads: number;
	readonly keyHeads: number;
	/** With queries first in `[1, T, ..]`, where keys and values follow in the same tensor. */
	readonly query: HeadTensor & {
		readonly packed: boolean;
		readonly projection?: { readonly weight: string; readonly bias: string | undefined } | undefined;
		readonly bias?: string | undefined;
	};
	readonly keys: HeadTensor;
	readonly values: HeadTensor;
	readonly rotary: { readonly cos: string; readonly sin: string; readonly interleaved: boolean } | undefined;
	/** 0 is `1 / sqrt(size)`. */
	readonly scale: number;
	/** 0 is none. */
	readonly softcap: number;
	/** Keys that a row sees, its own included; 0 is all. */
	readonly window: number;
	readonly causal: boolean;
	/** Added to the scores, `[.., T, S]`; when `boolean`, `false` hides. */
	readonly mask: { readonly tensor: string; readonly boolean: boolean } | undefined;
	/** One score more for each row, whose value is zero: an attention sink's, a number for each head, or 0 for all of them. */
	readonly sink: { readonly tensor: string } | 'zero' | undefined;
}

/** How the probabilities of an attention core are found. @throws {UserError} RA431 for operators and options that are not understood. */
export function attentionRule(graph: OnnxGraph, core: AttentionCore): AttentionRule {
	if (core.kind === 'plain') return givenRule(graph, core);
	switch (core.node.type) {
		case 'GroupQueryAttention':
			return groupQuery(graph, core.node);
		case 'MultiHeadAttention':
			return multiHead(graph, core.node);
		case 'Attention':
			return core.node.domain === '' ? standard(graph, core.node) : packedWeights(graph, core.node);
		default:
			throw notUnderstood(core.node, 'GroupQueryAttention, MultiHeadAttention, Attention or a Softmax');
	}
}

function givenRule(graph: OnnxGraph, core: Extract<AttentionCore, { kind: 'plain' }>): AttentionRule {
	const { node, probabilities, softmax } = core;
	if (node.type === 'Einsum' || node.inputs[0] !== probabilities)
		throw notUnderstood(node, 'a product of attention probabilities (left) and values');
	if (['transA', 'transBatchA', 'transB'].some((name) => graph.number(node, name, 0) !== 0) || graph.number(node, 'alpha', 1) !== 1)
		throw notUnderstood(node, 'a product of attention probabilities and values as they are');
	const sink = sinkBehind(graph, core);
	const odd = core.between.find(
		(one) =>
			one !== sink &&
			!['Cast', 'Identity', 'Dropout', 'Reshape', 'Squeeze', 'Unsqueeze', 'Flatten'].includes(one.type) &&
			!(one.type === 'Where' && one.inputs.slice(1).some((input) => graph.isConstant(input))),
	);
	if (odd !== undefined)
		throw notUnderstood(
			odd,
			"a Softmax whose probabilities go unchanged to the values, but for the last, where that is an attention sink's,",
		);
	return { kind: 'given', probabilities, product: core.output, softmax, sink: sink !== undefined };
}

const given = (node: OnnxNode, index: number): string | undefined => (node.inputs[index] === '' ? undefined : node.inputs[index]);

function mustNotHave(node: OnnxNode, inputs: Readonly<Record<number, string>>): void {
	for (const [index, name] of Object.entries(inputs))
		if (given(node, Number(index)) !== undefined) throw notUnderstood(node, `an attention operator without ${name}`);
}

/** `com.microsoft.GroupQueryAttention`: keys and values after rotation are outputs 1 and 2. */
function groupQuery(graph: OnnxGraph, node: OnnxNode): FusedRule {
	mustNotHave(node, { 12: 'quantized keys', 13: 'quantized values', 14: 'norms of its own', 15: 'norms of its own', 16: 'padded rows' });
	const sink = given(node, 11);
	if ((graph.attribute(node, 'k_quant_type') ?? 'NONE') !== 'NONE')
		throw notUnderstood(node, 'attention with a cache that is not quantized');
	const [query = '', key = '', , , , , , cos = '', sin = ''] = node.inputs;
	return {
		kind: 'fused',
		node,
		heads: graph.number(node, 'num_heads', 0),
		keyHeads: graph.number(node, 'kv_num_heads', 0),
		query: { tensor: query, layout: 'rows', packed: key === '' },
		keys: { tensor: graph.nameOutput(node, 1), layout: 'heads' },
		values: { tensor: graph.nameOutput(node, 2), layout: 'heads' },
		rotary:
			graph.number(node, 'do_rotary', 0) === 1 ? { cos, sin, interleaved: graph.number(node, 'rotary_interleaved', 0) === 1 } : undefined,
		scale: graph.number(node, 'scale', 0),
		softcap: graph.number(node, 'softcap', 0),
		window: Math.max(0, graph.number(node, 'local_window_size', -1)),
		causal: true,
		mask: maskOf(graph, given(node, 10)),
		sink: sink !== undefined ? { tensor: sink } : graph.number(node, 'smooth_softmax', 0) === 1 ? 'zero' : undefined,
	};
}

/** `com.microsoft.MultiHeadAttention`. */
function multiHead(graph: OnnxGraph, node: OnnxNode): FusedRule {
	const [query = '', key = '', value = ''] = node.inputs;
	if (key === '' || value === '') throw notUnderstood(node, 'attention with queries, keys and values apart');
	mustNotHave(node, { 8: 'a cache shared between steps', 9: 'beam search' });
	const heads = graph.number(node, 'num_heads', 0);
	const cached = given(node, 6) !== undefined || (node.outputs[1] ?? '') !== '';
	const bias = given(node, 3);
	if (bias !== undefined && !cached) throw notUnderstood(node, 'attention whose biases were added before, or with a cache');
	return {
		kind: 'fused',
		node,
		heads,
		keyHeads: heads,
		query: { tensor: query, layout: 'rows', packed: false, bias },
		keys: cached ? { tensor: graph.nameOutput(node, 1), layout: 'heads' } : { tensor: key, layout: 'rows' },
		values: cached ? { tensor: graph.nameOutput(node, 2), layout: 'heads' } : { tensor: value, layout: 'rows' },
		rotary: undefined,
		scale: graph.number(node, 'scale', 0),
		softcap: 0,
		window: 0,
		causal: graph.number(node, 'unidirectional', 0) === 1,
		mask: maskOf(graph, given(node, 5)),
		sink: undefined,
	};
}

/** `com.microsoft.Attention`: the projection of queries, keys and values is part of the operator. */
function packedWeights(graph: OnnxGraph, node: OnnxNode): FusedRule {
	const [input = '', weight = '', bias] = node.inputs;
	if (graph.number(node, 'do_rotary', 0) === 1 || graph.attribute(node, 'qkv_hidden_sizes') !== undefined)
		throw notUnderstood(node, 'attention without rotation and of one width');
	const heads = graph.number(node, 'num_heads', 0);
	const pair: HeadTensor = { tensor: graph.nameOutput(node, 1), layout: 'pair' };
	return {
		kind: 'fused',
		node,
		heads,
		keyHeads: heads,
		query: { tensor: input, layout: 'rows', packed: false, projection: { weight, bias: bias === '' ? undefined : bias } },
		keys: pair,
		values: pair,
		rotary: undefined,
		scale: graph.number(node, 'scale', 0),
		softcap: 0,
		window: 0,
		causal: graph.number(node, 'unidirectional', 0) === 1,
		mask: maskOf(graph, given(node, 5)),
		sink: undefined,
	};
}

/** ONNX's own `Attention` (operator set 23 and newer), with heads apart (4-D) or in rows (3-D). */
function standard(graph: OnnxGraph, node: OnnxNode): FusedRule {
	const [query = '', key = '', value = ''] = node.inputs;
	mustNotHave(node, { 6: 'padded keys' });
	const [heads, keyHeads] = [graph.number(node, 'q_num_heads', 0), graph.number(node, 'kv_num_heads', 0)];
	const layout = heads > 0 ? 'rows' : 'heads';
	const cached = given(node, 4) !== undefined;
	const held = (index: number, tensor: string): HeadTensor =>
		cached ? { tensor: graph.nameOutput(node, index), layout: 'heads' } : { tensor, layout };
	return {
		kind: 'fused',
		node,
		heads,
		keyHeads,
		query: { tensor: query, layout, packed: false },
		keys: held(1, key),
		values: held(2, value),
		rotary: undefined,
		scale: graph.number(node, 'scale', 0),
		softcap: graph.number(node, 'softcap', 0),
		window: 0,
		causal: graph.number(node, 'is_causal', 0) === 1,
		mask: maskOf(graph, given(node, 3)),
		sink: undefined,
	};
}

function maskOf(graph: OnnxGraph, tensor: string | undefined): FusedRule['mask'] {
	return tensor === undefined ? undefined : { tensor, boolean: graph.dataType(tensor) === dataTypes.bool };
}

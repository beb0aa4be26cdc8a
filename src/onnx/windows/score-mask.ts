import type { Emitter } from '../emit/emitter.ts';
import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes, type OnnxNode } from '../onnx-model.ts';
import type { AttentionRule } from '../recognize/attention-rule.ts';
import { isLessItsLargest, sinkJoin } from '../recognize/attention-sink.ts';

/** What a layer's attention adds to scores that are all zero, for the last row that is fed: `[.., 1, S]`, or `[.., 1, 1]` where it is the same for all keys. */
export type ScoreMask =
	| { readonly kind: 'tensor'; readonly tensor: string }
	/** Nothing stands between scores and Softmax that depends on positions. */
	| { readonly kind: 'none' }
	/** The node that hides what there is. */
	| { readonly kind: 'unknown'; readonly node: OnnxNode };

/** Operators between scores and Softmax that treat every score for itself, so that a zero may stand for all of them. */
const scoreWise = new Set([
	'Add',
	'Sub',
	'Mul',
	'Div',
	'Where',
	'Cast',
	'CastLike',
	'Identity',
	'Tanh',
	'Max',
	'Min',
	'Clip',
	'Neg',
	'Sum',
]);
/** Operators that only arrange scores anew. */
const arranging = new Set(['Reshape', 'Unsqueeze', 'Squeeze', 'Transpose', 'Flatten']);
const products = new Set(['MatMul', 'FusedMatMul', 'Gemm', 'Einsum']);

/**
 * The tensors whose values depend on which tokens are fed, and not only on how many and where: everything else can be computed
 * without a weight.
 */
export function tokenValues(graph: OnnxGraph): ReadonlySet<string> {
	const found = new Set(['input_ids']);
	for (const node of graph.nodes) {
		if (graph.flowInputs(node).some((input) => found.has(input))) for (const output of node.outputs) if (output !== '') found.add(output);
	}
	return found;
}

/** Emits a layer's mask: the way from scores to Softmax with a zero in the scores' place, or the mask that a fused operator is given. */
export function emitScoreMask(e: Emitter, graph: OnnxGraph, rule: AttentionRule, ofTokens: ReadonlySet<string>): ScoreMask {
	if (rule.kind === 'fused') {
		if (rule.mask === undefined) return { kind: 'none' };
		if (ofTokens.has(rule.mask.tensor)) return { kind: 'unknown', node: graph.producer(rule.mask.tensor) ?? rule.node };
		// Where it is false, nothing is seen.
		const mask = rule.mask.boolean ? e.op('Where', [rule.mask.tensor, e.float(0), e.float(-Infinity)]) : rule.mask.tensor;
		return { kind: 'tensor', tensor: lastRow(e, mask) };
	}
	const way = wayFromScores(graph, rule.softmax, ofTokens);
	if ('odd' in way) return { kind: 'unknown', node: way.odd };
	if (way.nodes.length === 0) return { kind: 'none' };
	const zero = e.float(0);
	const type = graph.dataType(way.scores);
	let at = type === undefined || type === dataTypes.float ? zero : e.op('Cast', [zero], { ints: { to: type } });
	let before = way.scores;
	for (const node of way.nodes) {
		at = e.copy(
			node,
			node.inputs.map((input) => (input === before ? at : input)),
		);
		before = node.outputs[0] ?? '';
	}
	return { kind: 'tensor', tensor: lastRow(e, at) };
}

/** The product of queries and keys that a Softmax is over; `undefined` where the way to it is not understood. */
export function scoreProduct(graph: OnnxGraph, softmax: OnnxNode, ofTokens: ReadonlySet<string>): OnnxNode | undefined {
	const way = wayFromScores(graph, softmax, ofTokens);
	return 'odd' in way ? undefined : way.product;
}

function lastRow(e: Emitter, mask: string): string {
	return e.gather(e.op('Cast', [mask], { ints: { to: dataTypes.float } }), e.ints([-1]), -2);
}

/** The nodes from `scores` to a Softmax, in their order, without those before the first that knows positions; or the node that is not understood. */
function wayFromScores(
	graph: OnnxGraph,
	softmax: OnnxNode,
	ofTokens: ReadonlySet<string>,
): { readonly nodes: readonly OnnxNode[]; readonly scores: string; readonly product: OnnxNode } | { readonly odd: OnnxNode } {
	const way: OnnxNode[] = [];
	/** How much of `way`, counted from the Softmax, reaches back to the first node that knows positions. */
	let known = 0;
	let scores = '';
	let arranged: OnnxNode | undefined;
	let at = softmax.inputs[0] ?? '';
	const sink = sinkJoin(graph, softmax);
	for (;;) {
		const node = graph.producer(at);
		if (node === undefined) return { odd: softmax };
		if (products.has(node.type)) return { nodes: way.slice(0, known).toReversed(), scores, product: node };
		// What an attention sink brings along says nothing of positions.
		if (isLessItsLargest(graph, node) || node === sink) {
			at = node.inputs[0] ?? '';
			continue;
		}
		const [next, second] = graph.flowInputs(node).filter((input) => ofTokens.has(input));
		if (next === undefined || second !== undefined || !(scoreWise.has(node.type) || arranging.has(node.type))) return { odd: node };
		if (arranging.has(node.type)) arranged = node;
		else if (graph.flowInputs(node).length > 1) {
			// Behind it, scores lie otherwise than the mask that is added here.
			if (arranged !== undefined && way.includes(arranged)) return { odd: arranged };
			known = way.length + 1;
			scores = next;
		}
		way.push(node);
		at = next;
	}
}

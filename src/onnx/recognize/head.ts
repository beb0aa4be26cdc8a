import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import { linearAt, type Linear } from './linear.ts';
import { addends, scaled } from './residual-chain.ts';

/** The way from the last state of the residual stream to the logits. */
export interface LogitsHead {
	/** The unembedding: `x W_U`, without its bias. */
	readonly linear: Linear;
	/** The last state of the residual stream `h^L`. */
	readonly last: string;
	/** Nodes from `last` to the logits, in order: final norm, unembedding, scaling, soft-capping. */
	readonly tail: readonly OnnxNode[];
	/** A fused norm at the beginning of `tail`, whose sum is `last`. */
	readonly fusedNorm: OnnxNode | undefined;
}

const elementwise = new Set([
	'Mul',
	'Div',
	'Add',
	'Sub',
	'Tanh',
	'Cast',
	'Identity',
	'Clip',
	'Neg',
	'Min',
	'Max',
	'Reshape',
	'Squeeze',
	'Unsqueeze',
	'Flatten',
	'Dropout',
	'Slice',
]);
const norms = new Set([
	'LayerNormalization',
	'SimplifiedLayerNormalization',
	'RMSNormalization',
	'ReduceMean',
	'ReduceSum',
	'ReduceL2',
	'ReduceSumSquare',
	'Pow',
	'Sqrt',
	'Rsqrt',
	'Reciprocal',
	'Gather',
	'GatherND',
	'DynamicQuantizeLinear',
	'QuantizeLinear',
	'DequantizeLinear',
	'LpNormalization',
]);

/**
 * Finds the unembedding, the final norm and `h^L`, walking back from the logits.
 * @param multiplied whether layers end with a product of the stream and constants: the last one's belongs to its layer, and not to the final norm.
 * @throws {UserError} RA431
 */
export function logitsHead(graph: OnnxGraph, logits: string, multiplied: boolean): LogitsHead {
	const linear = unembedding(graph, logits);
	const { last, fusedNorm } = lastState(graph, linear, multiplied);
	return { linear, last, fusedNorm, tail: tailOf(graph, logits, last) };
}

/** Nodes from `last` to `logits`, without those that only say which rows or what shape. */
function tailOf(graph: OnnxGraph, logits: string, last: string): OnnxNode[] {
	const found = new Set<OnnxNode>();
	const end = graph.producer(last);
	const open = [logits];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const node = graph.producer(at);
		if (node === undefined || node === end || at === last || found.has(node)) continue;
		found.add(node);
		open.push(...rowInputs(graph, node));
	}
	return graph.nodes.filter((node) => found.has(node));
}

function unembedding(graph: OnnxGraph, logits: string): Linear {
	let at = logits;
	for (let hop = 0; hop < 24; hop++) {
		const linear = linearAt(graph, at);
		if (linear !== undefined) return linear;
		const node = graph.producer(graph.strip(at));
		const flowing = node === undefined ? [] : graph.flowInputs(node);
		const [next] = flowing;
		if (node === undefined || !elementwise.has(node.type) || flowing.length !== 1 || next === undefined)
			throw notUnderstood(
				node ?? `input '${at}'`,
				'a projection to the vocabulary with constant weights, or scaling and soft-capping after it,',
			);
		at = next;
	}
	throw notUnderstood(`output '${logits}'`, 'logits from a projection to the vocabulary');
}

function lastState(graph: OnnxGraph, linear: Linear, multiplied: boolean): { last: string; fusedNorm: OnnxNode | undefined } {
	const ends = new Set<string>();
	const open = [linear.input];
	const seen = new Set<string>();
	let fusedNorm: OnnxNode | undefined;
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		if (seen.has(at)) continue;
		seen.add(at);
		const node = graph.producer(at);
		if (node === undefined) {
			// How many rows of logits are wanted is an input of some exports.
			if (graph.isInput(at) && /num_logits|logits_to_keep/.test(at)) continue;
			ends.add(at);
		} else if (node.type.startsWith('Skip') && node.outputs[0] === at) {
			fusedNorm = node;
			ends.add(graph.nameOutput(node, 3));
		} else if (addends(graph, at) !== undefined || (multiplied && addends(graph, scaled(graph, at)?.of ?? '') !== undefined))
			ends.add(graph.strip(at));
		else if (elementwise.has(node.type) || norms.has(node.type)) open.push(...rowInputs(graph, node));
		else throw notUnderstood(node, 'the final norm, between the residual stream and the projection to the vocabulary,');
	}
	const [last] = ends;
	if (last === undefined || ends.size !== 1)
		throw notUnderstood(linear.node, `a final norm of one tensor (it depends on ${[...ends].map((end) => `'${end}'`).join(', ')})`);
	return { last, fusedNorm };
}

/** Of an operator that selects rows, the rows and not their numbers. */
export function rowInputs(graph: OnnxGraph, node: OnnxNode): string[] {
	const flowing = graph.flowInputs(node);
	return ['Gather', 'GatherND', 'Slice', 'Reshape', 'Squeeze', 'Unsqueeze'].includes(node.type)
		? flowing.filter((input) => input === node.inputs[0])
		: flowing;
}

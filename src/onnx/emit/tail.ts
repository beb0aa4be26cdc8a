import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes, type OnnxNode } from '../onnx-model.ts';
import type { DecoderStructure } from '../recognize/decoder.ts';
import { rowInputs } from '../recognize/head.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import { type Emitter } from './emitter.ts';
import type { Panel } from './probes.ts';
import { type LoopRows, rowLoop } from './row-loop.ts';
import type { Rows } from './rows.ts';
import type { Weights } from './weights.ts';

/** Columns of the final statistics: natural log-probability, entropy (nats), p1 − p2, l1 − l2, −ln Σ exp(logits). */
export const finalColumns = ['logProbability', 'entropy', 'margin', 'logitMargin', 'energy'] as const;

const layout = new Set(['Identity', 'Dropout', 'Reshape', 'Squeeze', 'Unsqueeze', 'Flatten', 'Gather', 'GatherND']);
const kept = new Set([
	'Mul',
	'Div',
	'Add',
	'Sub',
	'Tanh',
	'Cast',
	'Clip',
	'Neg',
	'Min',
	'Max',
	'Pow',
	'Sqrt',
	'Rsqrt',
	'Reciprocal',
	'ReduceMean',
	'ReduceSum',
	'ReduceL2',
	'ReduceSumSquare',
	'LpNormalization',
	'LayerNormalization',
	'SimplifiedLayerNormalization',
	'RMSNormalization',
	'MatMul',
	'FusedMatMul',
	'MatMulNBits',
	'MatMulInteger',
	'MatMulIntegerToFloat',
	'QuantizeLinear',
	'DequantizeLinear',
]);

/** What the statistics are of. */
export interface FinalInput {
	/** Rows of the last state `[R, d]` float32, where they are made apart from the graph's. */
	readonly last: string | undefined;
	/** Of the unembedding, where its probes take it so: a second copy of it, rearranged by the runtime for speed, would stay in memory. */
	readonly panels: readonly Panel[];
	/** `[R]`. */
	readonly targets: string;
	readonly blocks: Omit<LoopRows, 'total'>;
}

/**
 * Emits the model's real output for the asked rows, block by block: its own final norm, unembedding, scaling and soft-capping
 * are repeated over the rows of `h^L`, so that logits are never wider than a block.
 * @returns `[R, 5]`, see `finalColumns`.
 */
export function finalStatistics(
	e: Emitter,
	graph: OnnxGraph,
	structure: DecoderStructure,
	rows: Rows,
	weights: Weights,
	{ last, panels, targets, blocks }: FinalInput,
): string {
	const { head, hidden } = structure;
	const sources = new Map([[head.last, last ?? rows.raw(e, head.last, hidden)]]);
	// Dynamic quantization takes its range from all rows that were fed: it stays where it is, and its results are taken apart.
	const wholes = head.tail.filter((node) => node.type === 'DynamicQuantizeLinear');
	for (const node of wholes) sources.set(node.outputs[0]!, rows.raw(e, node.outputs[0]!, hidden));
	const tail = wholes.length === 0 ? head.tail : afterWholes(graph, head.tail, wholes);
	const unembed = unembedding(graph, structure, weights, panels);
	const wanted = e.unsqueeze(targets, 1);
	return rowLoop(e, { total: rows.count, ...blocks }, finalColumns.length, (inner, cut) => {
		const made = new Map([...sources].map(([name, taken]) => [name, inner.unsqueeze(cut(taken), 0)]));
		repeatTail(inner, graph, structure, tail, made, unembed);
		return statistics(inner, logitsIn(inner, structure, made), cut(wanted));
	});
}

/** What probabilities by the model's output layers are of. */
export interface OutputInput {
	/** States of the residual stream `[n, d]` float32, of any layer. */
	readonly states: string;
	/** `[n, 1]`. */
	readonly targets: string;
	/** As for the final statistics. */
	readonly panels: readonly Panel[];
	readonly blocks: Omit<LoopRows, 'total'>;
}

/**
 * Emits what the model would answer if its layers ended with a state (the logit lens): the targets' probabilities by its own final norm,
 * unembedding, scaling and soft-capping. An unembedding that quantizes by the range of all rows is taken dequantized.
 * @returns `[n, 1]`.
 */
export function outputProbabilities(
	e: Emitter,
	graph: OnnxGraph,
	structure: DecoderStructure,
	weights: Weights,
	{ states, targets, panels, blocks }: OutputInput,
): string {
	const {
		head: { last, linear, tail },
	} = structure;
	const dynamic = tail.some(({ type }) => type.startsWith('DynamicQuantize'));
	const inside = dynamic ? graph.ancestors(linear.product, linear.input) : new Set<OnnxNode>();
	const [before, after] = [normNodes(structure, graph), new Set(tail)];
	for (const node of [...before, ...inside]) after.delete(node);
	const held = dynamic ? weights.hold(e, linear.weight) : undefined;
	const unembed = unembedding(graph, structure, weights, panels);
	return rowLoop(e, { total: e.size(states, 0), ...blocks }, 1, (inner, cut) => {
		const made = finalNorm(inner, graph, structure, cut(states));
		if (held !== undefined) {
			const product = weights.apply(inner, linear.weight, floatRows(inner, made, linear.input, structure.hidden), held);
			const bias = linear.node.type === 'MatMulIntegerToFloat' ? linear.bias : undefined;
			made.set(linear.product, inner.unsqueeze(bias === undefined ? product : inner.add(product, bias), 0));
		}
		repeatTail(inner, graph, structure, [...after], made, unembed);
		const logs = inner.op('LogSoftmax', [logitsIn(inner, structure, made)], { ints: { axis: -1 } });
		return inner.op('Exp', [inner.op('GatherElements', [logs, cut(targets)], { ints: { axis: 1 } })]);
	});

	function floatRows(inner: Emitter, made: ReadonlyMap<string, string>, tensor: string, width: number): string {
		const found = made.get(tensor);
		if (found === undefined) throw notUnderstood(linear.node, `a final norm of '${last}' that leads to the unembedding`);
		return inner.cast(inner.reshape(found, -1, width), dataTypes.float);
	}
}

/**
 * Emits the final norm of states `[n, d]` float32, which need not be the last.
 * @returns tensors `[1, n, ..]` by the names that they have in the graph, the states among them.
 */
export function finalNorm(e: Emitter, graph: OnnxGraph, structure: DecoderStructure, states: string): Map<string, string> {
	const { last } = structure.head;
	const type = graph.dataType(last) ?? dataTypes.float;
	const made = new Map([[last, e.unsqueeze(type === dataTypes.float ? states : e.cast(states, type), 0)]]);
	repeatTail(e, graph, structure, normNodes(structure, graph), made, undefined);
	return made;
}

/** The nodes of the tail before the unembedding. */
function normNodes({ head: { tail, linear, last } }: DecoderStructure, graph: OnnxGraph): OnnxNode[] {
	const before = graph.ancestors(linear.input, last);
	return tail.filter((node) => before.has(node));
}

/** Emits the unembedding over panels, or over the stored matrix; `undefined` where its node is repeated as it is. */
function unembedding(
	graph: OnnxGraph,
	{ head: { linear } }: DecoderStructure,
	weights: Weights,
	panels: readonly Panel[],
): ((e: Emitter, x: string) => string) | undefined {
	const { weight } = linear;
	const parts = panels.length > 0 ? panels : weight.kind === 'plain' && graph.dataType(weight.tensor) === dataTypes.float ? [weight] : [];
	const { scale = 1 } = weight.kind === 'plain' ? weight : {};
	if (parts.length === 0) return undefined;
	return (e, x) =>
		e.concat(
			parts.map((part) => weights.apply(e, { ...part, scale }, x, part.tensor)),
			1,
		);
}

/** Emits nodes of the tail over the rows in `made`, and adds what they make. */
function repeatTail(
	e: Emitter,
	graph: OnnxGraph,
	structure: DecoderStructure,
	nodes: readonly OnnxNode[],
	made: Map<string, string>,
	unembed: ((e: Emitter, x: string) => string) | undefined,
): void {
	const { fusedNorm, last } = structure.head;
	const normed = fusedNorm?.outputs[0];
	if (fusedNorm !== undefined && normed !== undefined && !made.has(normed)) made.set(normed, norm(e, fusedNorm, made.get(last)!));
	for (const node of nodes) repeat(e, graph, structure, node, made, unembed && ((x) => unembed(e, x)));
}

/** `[n, V]` float32. */
function logitsIn(e: Emitter, { head, vocabulary }: DecoderStructure, made: ReadonlyMap<string, string>): string {
	const logits = made.get('logits');
	if (logits === undefined) throw notUnderstood(head.linear.node, 'a projection whose rows lead to the logits');
	return e.cast(e.reshape(logits, -1, vocabulary), dataTypes.float);
}

function afterWholes(graph: OnnxGraph, tail: readonly OnnxNode[], wholes: readonly OnnxNode[]): OnnxNode[] {
	const from = new Set(wholes.map((node) => node.outputs[0]!));
	return tail.filter((node) => {
		if (wholes.includes(node)) return false;
		const needs = rowInputs(graph, node).some((input) => from.has(input));
		if (needs) for (const output of node.outputs) from.add(output);
		return needs;
	});
}

function repeat(
	e: Emitter,
	graph: OnnxGraph,
	{ head, hidden }: DecoderStructure,
	node: OnnxNode,
	made: Map<string, string>,
	unembed: ((x: string) => string) | undefined,
): void {
	const [output = ''] = node.outputs;
	const set = (tensor: string) => {
		made.set(output, tensor);
	};
	const [first = '', second = '', third] = node.inputs;
	const own = made.get(first);
	if (layout.has(node.type) || (node.type === 'Slice' && !cutsLogits(graph, node))) {
		if (own === undefined) throw notUnderstood(node, 'rows on their way to the logits');
		return set(own);
	}
	if (node === head.linear.node && unembed !== undefined && own !== undefined) {
		const product = e.unsqueeze(unembed(e.reshape(own, -1, hidden)), 0);
		return set(node.type === 'Gemm' && third !== undefined && third !== '' ? e.add(product, third) : product);
	}
	if (node.type === 'Gemm' && own !== undefined)
		return set(e.unsqueeze(e.copy(node, [e.reshape(own, -1, hidden), second, ...(third === undefined ? [] : [third])]), 0));
	if (!kept.has(node.type) && node.type !== 'Slice') throw notUnderstood(node, 'the final norm, scaling or soft-capping of single rows');
	set(
		e.copy(
			node,
			node.inputs.map((input) => made.get(input) ?? input),
		),
	);
}

/** Whether a Slice is over the vocabulary, and not over rows. */
function cutsLogits(graph: OnnxGraph, node: OnnxNode): boolean {
	const axes = graph.ints(node.inputs[3] ?? '');
	return axes?.length === 1 && (axes[0] === -1 || axes[0] === 2);
}

function norm(e: Emitter, node: OnnxNode, sum: string): string {
	const epsilon = node.attributes.get('epsilon')?.value;
	const options = { ints: { axis: -1 }, floats: { epsilon: typeof epsilon === 'number' ? epsilon : 1e-5 } };
	const [, , gamma = '', beta = ''] = node.inputs;
	return node.type === 'SkipSimplifiedLayerNormalization'
		? e.op('SimplifiedLayerNormalization', [sum, gamma], { ...options, ints: { axis: -1, stash_type: 1 } })
		: e.op('LayerNormalization', [sum, gamma, ...(beta === '' ? [] : [beta])], options);
}

function statistics(e: Emitter, logits: string, targets: string): string {
	const logs = e.op('LogSoftmax', [logits], { ints: { axis: -1 } });
	const own = e.op('GatherElements', [logs, targets], { ints: { axis: 1 } });
	// exp(x) · x is -0 for what is masked or vanishes; the clip keeps 0 · -∞ away.
	const entropy = e.op('Neg', [e.sum(e.mul(e.op('Exp', [logs]), e.op('Max', [logs, e.float(-1e30)])), 1, true)]);
	const [top = '', best = ''] = e.many('TopK', [logits, e.ints([2])], { ints: { axis: -1 }, outputs: 2 });
	const topLogs = e.op('GatherElements', [logs, best], { ints: { axis: 1 } });
	const column = (tensor: string, index: number) => e.slice(tensor, 1, index, index + 1);
	const probabilities = e.op('Exp', [topLogs]);
	return e.concat(
		[
			own,
			entropy,
			e.sub(column(probabilities, 0), column(probabilities, 1)),
			e.sub(column(top, 0), column(top, 1)),
			e.sub(column(topLogs, 0), column(top, 0)),
		],
		1,
	);
}

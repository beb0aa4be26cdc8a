import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import type { AttentionCore } from './attention-core.ts';

/**
 * The node that cuts an attention sink off: a Softmax over the scores and, behind them, one that is the same for all texts, and then a
 * Slice that leaves out the last column. `undefined` where there is none, or one that is made otherwise.
 */
export function sinkBehind(graph: OnnxGraph, { between, softmax }: Extract<AttentionCore, { kind: 'plain' }>): OnnxNode | undefined {
	const cut = between.find((node) => node.type === 'Slice' && leavesOutLast(graph, node));
	return cut !== undefined && graph.number(softmax, 'axis', -1) === -1 && sinkJoin(graph, softmax) !== undefined ? cut : undefined;
}

/** The Concat that puts a sink's score behind the others, before a Softmax; between the two the largest score may be subtracted. */
export function sinkJoin(graph: OnnxGraph, softmax: OnnxNode): OnnxNode | undefined {
	let node = graph.producer(graph.strip(softmax.inputs[0] ?? ''));
	if (node !== undefined && isLessItsLargest(graph, node)) node = graph.producer(graph.strip(node.inputs[0] ?? ''));
	const [scores = '', sink = '', ...others] = node?.inputs ?? [];
	if (node?.type !== 'Concat' || others.length > 0 || ![-1, 3].includes(graph.number(node, 'axis', 0))) return undefined;
	return !graph.isConstant(scores) && isOfNoText(graph, sink) ? node : undefined;
}

/** `x - max x` over the last axis, which no Softmax notices. */
export function isLessItsLargest(graph: OnnxGraph, { type, inputs: [from = '', max = ''] }: OnnxNode): boolean {
	const maker = graph.producer(graph.strip(max));
	const [axis, other] = maker === undefined ? [] : (graph.list(maker, 'axes') ?? graph.ints(maker.inputs[1] ?? '') ?? []);
	return (
		type === 'Sub' &&
		maker?.type === 'ReduceMax' &&
		maker.inputs[0] === from &&
		graph.number(maker, 'keepdims', 1) === 1 &&
		(axis === -1 || axis === 3) &&
		other === undefined
	);
}

/** Whether numbers are constants that were at most given several times. */
function isOfNoText(graph: OnnxGraph, tensor: string): boolean {
	let at = tensor;
	for (let node = graph.producer(at); node !== undefined && !graph.isConstant(at); node = graph.producer(at)) {
		if (!['Expand', 'Tile', 'Reshape', 'Unsqueeze', 'Cast', 'Identity'].includes(node.type)) return false;
		at = node.inputs[0] ?? '';
	}
	return graph.isConstant(at);
}

/** All columns but the last. */
function leavesOutLast(graph: OnnxGraph, node: OnnxNode): boolean {
	const [start, end, axes, steps] = [1, 2, 3, 4].map((index) => graph.ints(node.inputs[index] ?? ''));
	const one = [start, end, axes].every((numbers) => numbers?.length === 1);
	return one && start?.[0] === 0 && end?.[0] === -1 && (axes?.[0] === -1 || axes?.[0] === 3) && (steps?.[0] ?? 1) === 1;
}

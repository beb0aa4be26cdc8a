import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import { isProduct } from './operators.ts';

/** Operators that are a short convolution over the tokens before, or a recurrence over all of them. */
const fusedMixers = new Set(['CausalConvWithState', 'LinearAttention', 'GatedDeltaNet']);
/** What weighs tokens against each other as attention does. */
const weighing = new Set(['Softmax', 'LogSoftmax', 'Hardmax', 'ReduceLogSumExp']);

/**
 * The nodes of a graph by which a branch without attention looks at other tokens (docs/methods/hybrid-models.md): fused operators, and
 * short convolutions along the tokens, a kernel for each channel, which LFM2's blocks consist of and every gated delta net and Mamba begins with.
 */
export function tokenMixers(graph: OnnxGraph): ReadonlySet<OnnxNode> {
	return new Set(graph.nodes.filter((node) => fusedMixers.has(node.type) || isShortConvolution(graph, node)));
}

/** `Conv` over `[texts, channels, tokens]` with a constant kernel `[channels, 1, size]`. */
function isShortConvolution(graph: OnnxGraph, node: OnnxNode): boolean {
	const [input = '', kernel = ''] = node.inputs;
	if (node.type !== 'Conv' || graph.isConstant(input) || !graph.isConstant(kernel)) return false;
	const dims = kernelDims(graph, kernel);
	const [channels, one] = dims ?? [];
	const ones = (name: string): boolean => graph.list(node, name)?.every((step) => step === 1) ?? true;
	return dims?.length === 3 && one === 1 && graph.number(node, 'group', 1) === channels && ones('strides') && ones('dilations');
}

/** Exporters keep the kernel as `[channels, size]` and put the axis in between as the graph runs. */
function kernelDims(graph: OnnxGraph, kernel: string): readonly number[] | undefined {
	const dims = graph.dims(kernel);
	const node = graph.producer(kernel);
	if (dims !== undefined || node?.type !== 'Unsqueeze') return dims;
	const before = kernelDims(graph, node.inputs[0] ?? '');
	const axes = graph.list(node, 'axes') ?? graph.ints(node.inputs[1] ?? '');
	return before === undefined || axes?.length !== 1
		? undefined
		: before.toSpliced(axes[0]! < 0 ? axes[0]! + before.length + 1 : axes[0]!, 0, 1);
}

/**
 * Checks that a branch which looks at other tokens is no attention in a form that is not known: what attention gives is split by where
 * it looked, and would be missing there. Attention makes weights of products of tokens with tokens, which add up to one; a recurrence
 * has such products too, and what they are multiplied by comes of a sum along the tokens: how much was forgotten between the two.
 * @param stream the state that the branch reads.
 * @param nodes of the branch.
 * @throws {UserError} RA431 with the node that weighs tokens.
 */
export function mustNotWeighTokens(graph: OnnxGraph, stream: string, nodes: ReadonlySet<OnnxNode>): void {
	const expected = 'a branch without attention (a convolution or a recurrence over the tokens)';
	for (const node of nodes) if (weighing.has(node.type)) throw notUnderstood(node, expected);
	const products = [...nodes].filter(
		(node) => (isProduct(node.type) || node.type === 'Einsum') && node.inputs.slice(0, 2).every((input) => !graph.isConstant(input)),
	);
	const forgets = (node: OnnxNode): boolean => node.type === 'CumSum' && nodes.has(node) && graph.reaches(node.outputs[0] ?? '', stream);
	for (const node of products) {
		const behind = new Set(node.inputs.slice(0, 2).flatMap((input) => [...graph.ancestors(input)]));
		if (products.some((other) => other !== node && behind.has(other)) && ![...behind].some(forgets)) throw notUnderstood(node, expected);
	}
}

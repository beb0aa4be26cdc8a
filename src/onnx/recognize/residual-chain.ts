import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';

/** What one addition to the residual stream adds, and from where to where. */
export interface ResidualStep {
	/** The stream before and after. */
	readonly before: string;
	readonly after: string;
	/** The addition that ends at `after`. */
	readonly node: OnnxNode;
	/** What the stream is multiplied by ahead of the addition, in some models. */
	readonly scale: StreamScale | undefined;
	/** The branches that are added, each a tensor (layout changes stripped), with a constant that the addition itself adds to it; none where the stream is only multiplied. */
	readonly terms: readonly Term[];
}

/** Constant numbers, one or one for each number of the stream, that the stream is multiplied (or divided) by. */
export interface StreamScale {
	readonly by: string;
	readonly divide: boolean;
}

export interface Term {
	readonly tensor: string;
	readonly bias: string | undefined;
}

const fusedSums = new Set(['SkipSimplifiedLayerNormalization', 'SkipLayerNormalization']);

/**
 * The addends of `tensor` when it is a sum of two or more tensors that are not constant: of an Add, a Sum or the fourth
 * output of a fused Skip…Normalization, whose own bias belongs to a branch.
 */
export function addends(graph: OnnxGraph, tensor: string): { node: OnnxNode; parts: Term[] } | undefined {
	const at = graph.strip(tensor);
	const node = graph.producer(at);
	if (node === undefined) return undefined;
	const flowing = (inputs: readonly string[]) => inputs.filter((input) => input !== '' && !graph.isConstant(input));
	if (fusedSums.has(node.type)) {
		if (node.outputs[3] !== at) return undefined;
		const bias = node.type === 'SkipLayerNormalization' ? node.inputs[4] : node.inputs[3];
		const parts = flowing(node.inputs.slice(0, 2)).map((input) => ({ tensor: graph.strip(input), bias: bias === '' ? undefined : bias }));
		return parts.length === 2 ? { node, parts } : undefined;
	}
	if (node.type !== 'Add' && node.type !== 'Sum') return undefined;
	const parts = flowing(node.inputs).map((input) => ({ tensor: graph.strip(input), bias: undefined }));
	return parts.length >= 2 ? { node, parts } : undefined;
}

/** The product that makes `tensor` out of another one and constants. */
export function scaled(graph: OnnxGraph, tensor: string): { node: OnnxNode; of: string; scale: StreamScale } | undefined {
	const node = graph.producer(graph.strip(tensor));
	const [a = '', b = ''] = node?.inputs ?? [];
	if (
		node === undefined ||
		(node.type !== 'Mul' && node.type !== 'Div') ||
		graph.isConstant(a) === graph.isConstant(b) ||
		(node.type === 'Div' && graph.isConstant(a))
	)
		return undefined;
	const [of, by] = graph.isConstant(b) ? [a, b] : [b, a];
	return { node, of: graph.strip(of), scale: { by, divide: node.type === 'Div' } };
}

/**
 * Walks the residual stream back from its last state to the embedding. At each addition the stream is the addend that the
 * others depend on; nested additions are opened until there is one, so that parallel residuals come out whatever the order.
 * @param mixes whether a tensor depends on other tokens: the stream begins where it does not.
 * @returns the steps from the first to the last, and the stream's beginning `h^0`.
 * @throws {UserError} RA431 where the stream cannot be followed.
 */
export function residualChain(
	graph: OnnxGraph,
	last: string,
	mixes: (tensor: string) => boolean,
): { start: string; steps: ResidualStep[] } {
	const steps: ResidualStep[] = [];
	let current = graph.strip(last);
	while (mixes(current)) {
		const step = stepTo(graph, current);
		steps.unshift(step);
		current = step.before;
	}
	return { start: current, steps };
}

function stepTo(graph: OnnxGraph, after: string): ResidualStep {
	const top = addends(graph, after);
	if (top === undefined) {
		const alone = scaled(graph, after);
		if (alone !== undefined) return { before: alone.of, after, node: alone.node, scale: alone.scale, terms: [] };
		const node = graph.producer(after);
		throw notUnderstood(
			node ?? `input '${after}'`,
			'the residual stream, an addition of what came before and a branch (models that normalize the stream itself are not supported)',
		);
	}
	let leaves = top.parts;
	for (;;) {
		const before = streamAmong(graph, leaves);
		if (before !== undefined) {
			const branches = leaves.filter(({ tensor }) => tensor !== before.tensor);
			return { before: before.tensor, after, node: top.node, scale: undefined, terms: branches.flatMap((term) => openBranch(graph, term)) };
		}
		const multiplied = leaves.find((leaf) => leaf.bias === undefined && isStream(graph, scaled(graph, leaf.tensor)?.of, leaf, leaves));
		const product = multiplied === undefined ? undefined : scaled(graph, multiplied.tensor);
		if (product !== undefined)
			return {
				before: product.of,
				after,
				node: top.node,
				scale: product.scale,
				terms: leaves.filter((leaf) => leaf !== multiplied).flatMap((term) => openBranch(graph, term)),
			};
		const opened = leaves.map((leaf) => ({ leaf, sum: addends(graph, leaf.tensor) }));
		// Only an addend that no other depends on may be opened: it is part of this addition.
		const next = opened.find(
			({ leaf, sum }) => sum !== undefined && !leaves.some((other) => other !== leaf && graph.reaches(other.tensor, leaf.tensor)),
		);
		if (next?.sum === undefined)
			throw notUnderstood(
				top.node,
				'an addition of the residual stream and branches that depend on it (neither of its parts depends on the other)',
			);
		const { parts } = next.sum;
		leaves = [...leaves.filter((leaf) => leaf !== next.leaf), ...parts];
		if (leaves.length > 8) throw notUnderstood(top.node, 'an addition of the residual stream and a few branches');
	}
}

/** The leaf that all others depend on. */
function streamAmong(graph: OnnxGraph, leaves: readonly Term[]): Term | undefined {
	return leaves.find((leaf) => isStream(graph, leaf.tensor, leaf, leaves));
}

/** Whether all leaves but one depend on `tensor`, which that one is or is made of. */
function isStream(graph: OnnxGraph, tensor: string | undefined, leaf: Term, leaves: readonly Term[]): boolean {
	return (
		tensor !== undefined && leaves.every((other) => other === leaf || (other.tensor !== tensor && graph.reaches(other.tensor, tensor)))
	);
}

/** A branch that is itself a sum is opened, so that attention and FFN that were added first come apart. */
function openBranch(graph: OnnxGraph, term: Term): Term[] {
	const sum = addends(graph, term.tensor);
	if (sum === undefined) return [term];
	if (term.bias !== undefined) throw notUnderstood(sum.node, 'one branch with a bias (it is unclear to which of the two it belongs)');
	return sum.parts.flatMap((part) => openBranch(graph, part));
}

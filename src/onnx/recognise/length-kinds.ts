import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';

/**
 * What the numbers of a tensor depend on, each kind on those before it too: nothing; how long the text is, the same for all its tokens
 * (a size, a count, the last position); where each token stands; the tokens.
 */
export type LengthKind = 'constant' | 'length' | 'position' | 'token';

const order: readonly LengthKind[] = ['constant', 'length', 'position', 'token'];
const reductions = new Set(['ReduceSum', 'ReduceMax', 'ReduceMin', 'ReduceMean', 'ArgMax', 'ReduceProd', 'ReduceL1']);
/** Operators whose further inputs say how large the result is, or which part of the first input it is, and not what stands in it. */
const sized = new Set(['Reshape', 'Expand', 'Slice', 'Tile', 'Pad', 'Split', 'Squeeze', 'Unsqueeze', 'Trilu']);

/** Inputs whose numbers go into a node's result. */
export function valueInputs(graph: OnnxGraph, node: OnnxNode): string[] {
	if (['Shape', 'Size', 'ConstantOfShape', 'EyeLike'].includes(node.type)) return [];
	return sized.has(node.type) ? node.inputs.slice(0, 1) : graph.everyInput(node);
}

/** Of each tensor that is computed, and of the inputs. Nodes stand in the order in which they run. */
export function lengthKinds(graph: OnnxGraph): (tensor: string) => LengthKind {
	const kinds = new Map<string, LengthKind>();
	for (const { name } of graph.inputs) {
		if (!graph.initializers.has(name))
			kinds.set(
				name,
				name === 'attention_mask' || name === 'position_ids' ? 'position' : name === 'use_cache_branch' ? 'constant' : 'token',
			);
	}
	const kind = (tensor: string): LengthKind => kinds.get(tensor) ?? 'constant';
	for (const node of graph.nodes) {
		const found = kindOf(graph, node, kind);
		for (const output of node.outputs) if (output !== '') kinds.set(output, found);
	}
	return kind;
}

function kindOf(graph: OnnxGraph, node: OnnxNode, kind: (tensor: string) => LengthKind): LengthKind {
	const all = widest(graph.everyInput(node).map(kind));
	if (all === 'constant') return all;
	if (node.type === 'Shape' || node.type === 'Size') return 'length';
	if (node.type === 'Range') return all === 'length' ? 'position' : all;
	const own = widest(valueInputs(graph, node).map(kind));
	// As many numbers as there are tokens, though each is a constant.
	if (own === 'constant') return 'position';
	if (own !== 'position') return own;
	return reductions.has(node.type) || picksOne(graph, node) ? 'length' : own;
}

/** Whether one place along the text is taken, such as the last position; along the first axis lie texts. */
function picksOne(graph: OnnxGraph, node: OnnxNode): boolean {
	return node.type === 'Gather' && graph.number(node, 'axis', 0) !== 0 && graph.isConstant(node.inputs[1] ?? '');
}

function widest(kinds: readonly LengthKind[]): LengthKind {
	return order[kinds.reduce((most, kind) => Math.max(most, order.indexOf(kind)), 0)]!;
}

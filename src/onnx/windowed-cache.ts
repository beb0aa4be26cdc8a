import type { OnnxNode, OnnxSubgraph } from './onnx-model.ts';

/** Inputs of a GroupQueryAttention that are its cache: past keys, past values. */
const cached = [3, 4];

/**
 * Cache inputs that hold no more than a sliding window, and how many tokens that is: the operator then drops what the window has left
 * behind by itself (`sliding_window_cache`, ONNX Runtime 1.30; builders write it by default). Such an input is as long as the window
 * from the first token on. It may be longer on the CPU, and must not be on CUDA.
 */
export function windowedCaches({ nodes }: Pick<OnnxSubgraph, 'nodes'>): ReadonlyMap<string, number> {
	return new Map(
		nodes
			.filter(isWindowed)
			.flatMap((node) => cached.map((i): [string, number] => [node.inputs[i] ?? '', numberOf(node, 'local_window_size')])),
	);
}

/**
 * The same node with a cache of all tokens, whose window is the mask alone: it computes the same, and keeps the keys that attribution
 * needs of rows whose window begins before that of the last one.
 */
export function withWholeCache(node: OnnxNode): OnnxNode {
	return isWindowed(node)
		? { ...node, attributes: new Map([...node.attributes].filter(([name]) => name !== 'sliding_window_cache')) }
		: node;
}

export function isWindowed(node: OnnxNode): boolean {
	return node.type === 'GroupQueryAttention' && numberOf(node, 'sliding_window_cache') === 1;
}

function numberOf({ attributes }: OnnxNode, name: string): number {
	const value = attributes.get(name)?.value;
	return typeof value === 'number' ? value : 0;
}

import type { OnnxGraph } from '../onnx-graph.ts';
import type { FeedForwardStep } from '../recognize/decoder.ts';
import type { Emitter } from './emitter.ts';

/**
 * Emits the branches of a feed-forward step once more, over other tokens than the graph feeds them.
 * @param take gives those tokens of a tensor, along an axis counted from its end.
 * @returns what is made, by the name that it has in the graph.
 */
export function feedForwardAgain(
	e: Emitter,
	graph: OnnxGraph,
	{ branches, input }: Extract<FeedForwardStep, { kind: 'sum' }>,
	take: (tensor: string, axis: -1 | -2) => string,
): ReadonlyMap<string, string> {
	const maker = graph.producer(input);
	const made = new Map<string, string>();
	// A fused norm gives the state and its norm: a block reads either.
	for (const tensor of maker === undefined ? [input] : maker.outputs) if (tensor !== '') made.set(tensor, take(tensor, -2));
	// Numbers of a token's own that its layer looks up anew.
	made.set('input_ids', take('input_ids', -1));
	const nodes = new Set(branches.flatMap(({ tensor }) => [...graph.ancestors(tensor, input)]));
	for (const node of graph.nodes) {
		if (!nodes.has(node)) continue;
		const outputs = e.copies(
			node,
			node.inputs.map((name) => made.get(name) ?? name),
		);
		node.outputs.forEach((name, i) => {
			if (name !== '') made.set(name, outputs[i]!);
		});
	}
	return made;
}

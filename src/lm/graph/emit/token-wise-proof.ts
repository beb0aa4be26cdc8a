import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes } from '../onnx-model.ts';
import type { FeedForwardStep } from '../recognise/decoder.ts';
import type { Emitter } from './emitter.ts';
import { proofOf } from './proof.ts';
import type { Rows } from './rows.ts';

/**
 * Emits how far a feed-forward block is from treating every token for itself: its nodes are repeated over the same states in another
 * order, some of them left out and one of them given often, so that whatever looks at neighbours, at all tokens, or at places gives other numbers.
 * @returns the largest deviation from the block's own output in that order, relative to its largest number; no dimensions.
 */
export function tokenWiseDeviation(e: Emitter, graph: OnnxGraph, rows: Rows, { branches, input }: Extract<FeedForwardStep, { kind: 'sum' }>, hidden: number): string {
	// 0, n - 2, 0, n - 4 ..: the first token at every even place.
	const fed = e.op('Squeeze', [rows.fed, e.ints([0])]);
	const places = e.op('Range', [e.ints(0), fed, e.ints(1)]);
	const order = e.mul(e.op('Mod', [places, e.ints(2)]), e.sub(e.sub(fed, e.ints(1)), places));
	const maker = graph.producer(input);
	const made = new Map<string, string>();
	// A fused norm gives the state and its norm: a block reads either.
	for (const tensor of maker === undefined ? [input] : maker.outputs) if (tensor !== '') made.set(tensor, e.gather(tensor, order, -2));
	// Numbers of a token's own that its layer looks up anew.
	made.set('input_ids', e.gather('input_ids', order, -1));
	const wanted = branches.map(({ tensor }) => tensor);
	const nodes = new Set(wanted.flatMap((tensor) => [...graph.ancestors(tensor, input)]));
	for (const node of graph.nodes) {
		if (!nodes.has(node)) continue;
		const outputs = e.copies(node, node.inputs.map((name) => made.get(name) ?? name));
		node.outputs.forEach((name, i) => {
			if (name !== '') made.set(name, outputs[i]!);
		});
	}
	const deviations = wanted.map((tensor) => {
		const [own, anew] = [tensor, made.get(tensor) ?? tensor].map((one) => e.cast(e.reshape(one, -1, hidden), dataTypes.float));
		return e.reshape(proofOf.difference(e, anew!, e.gather(own!, order, 0)), 1);
	});
	return e.op('ReduceMax', [e.concat(deviations, 0)], { ints: { keepdims: 0 } });
}

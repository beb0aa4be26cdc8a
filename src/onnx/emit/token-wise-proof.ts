import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes } from '../onnx-model.ts';
import type { FeedForwardStep } from '../recognize/decoder.ts';
import type { Emitter } from './emitter.ts';
import { feedForwardAgain } from './recompute-ffn.ts';
import { proofOf } from './proof.ts';
import type { Rows } from './rows.ts';

/**
 * Emits how far a feed-forward block is from treating every token for itself: its nodes are repeated over the same states in another
 * order, some of them left out and one of them given often, so that whatever looks at neighbors, at all tokens, or at places gives other numbers.
 * @returns the largest deviation from the block's own output in that order, relative to its largest number; no dimensions.
 */
export function tokenWiseDeviation(
	e: Emitter,
	graph: OnnxGraph,
	rows: Rows,
	step: Extract<FeedForwardStep, { kind: 'sum' }>,
	hidden: number,
): string {
	// 0, n - 2, 0, n - 4 ..: the first token at every even place.
	const fed = e.op('Squeeze', [rows.fed, e.ints([0])]);
	const places = e.op('Range', [e.ints(0), fed, e.ints(1)]);
	const order = e.mul(e.op('Mod', [places, e.ints(2)]), e.sub(e.sub(fed, e.ints(1)), places));
	const made = feedForwardAgain(e, graph, step, (tensor, axis) => e.gather(tensor, order, axis));
	const deviations = step.branches.map(({ tensor }) => {
		const [own, anew] = [tensor, made.get(tensor) ?? tensor].map((one) => e.cast(e.reshape(one, -1, hidden), dataTypes.float));
		return e.reshape(proofOf.difference(e, anew!, e.gather(own!, order, 0)), 1);
	});
	return e.op('ReduceMax', [e.concat(deviations, 0)], { ints: { keepdims: 0 } });
}

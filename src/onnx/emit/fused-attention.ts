import { dataTypes } from '../onnx-model.ts';
import type { FusedRule, HeadTensor } from '../recognize/attention-rule.ts';
import { withSink, type AttentionRows } from './attention-rows.ts';
import type { Emitter } from './emitter.ts';
import type { Rows } from './rows.ts';
import type { Weights } from './weights.ts';

/** What hides a key: below any score, and still a number. */
const hidden = -1e30;

/** Keys or values as `[keyHeads, S, size]` float32. */
function heads(e: Emitter, { tensor, layout }: HeadTensor, count: string, half: 0 | 1): string {
	if (layout === 'rows') return e.cast(e.transpose(e.reshape(tensor, e.size(tensor, 1), count, -1), 1, 0, 2), dataTypes.float);
	const own = layout === 'pair' ? e.gather(tensor, e.ints(half), 0) : tensor;
	return e.cast(e.reshape(own, count, e.size(own, -2), e.size(own, -1)), dataTypes.float);
}

/**
 * Emits the attention probabilities of a fused operator for the asked rows, from what enters it and its cache outputs.
 * @param width of what enters the output projection: heads times their size.
 */
export function fusedAttention(e: Emitter, rule: FusedRule, rows: Rows, weights: Weights, width: number): AttentionRows {
	// Of operators that take heads apart, the number of heads is what the tensors say.
	const [count, keyCount] =
		rule.heads > 0 ? [e.ints([rule.heads]), e.ints([rule.keyHeads])] : [e.size(rule.query.tensor, 1), e.size(rule.keys.tensor, 1)];
	const query = rotated(e, rule, rows, queries(e, rule, rows, weights, width, count));
	const size = e.size(query, -1);
	const scale = rule.scale > 0 ? e.float(rule.scale) : e.op('Reciprocal', [e.op('Sqrt', [e.cast(size, dataTypes.float)])]);
	const keys = heads(e, rule.keys, keyCount, 0);
	const grouped = e.reshape(e.mul(query, scale), keyCount, -1, size);
	let scores = e.reshape(e.op('MatMul', [grouped, e.transpose(keys, 0, 2, 1)]), count, rows.count, -1);
	if (rule.softcap > 0) scores = e.mul(e.op('Tanh', [e.op('Div', [scores, e.float(rule.softcap)])]), e.float(rule.softcap));
	if (rule.mask !== undefined) {
		const mask = e.gather(rule.mask.tensor, rows.places, -2);
		const added = rule.mask.boolean ? e.op('Where', [mask, e.float(0), e.float(hidden)]) : e.cast(mask, dataTypes.float);
		scores = e.reshape(e.add(scores, added), count, rows.count, -1);
	}
	const bounds = boundsMask(e, rule, rows, scores);
	if (bounds !== undefined) scores = e.add(scores, bounds);
	const own =
		rule.sink === undefined
			? { probabilities: e.op('Softmax', [scores], { ints: { axis: -1 } }) }
			: withSink(
					e,
					e.concat(
						[
							scores,
							e.op('Expand', [
								rule.sink === 'zero' ? e.float(0) : e.reshape(weights.float(e, rule.sink.tensor), -1, 1, 1),
								e.concat([count, rows.count, e.ints([1])], 0),
							]),
						],
						2,
					),
				);
	const { probabilities } = own;
	const valuesOf = (): string => heads(e, rule.values, keyCount, 1);
	return {
		...own,
		values: valuesOf,
		product: () => {
			const values = valuesOf();
			return e.reshape(e.op('MatMul', [e.reshape(probabilities, keyCount, -1, e.size(values, 1)), values]), count, rows.count, -1);
		},
	};
}

/** Queries of the rows, `[H, R, size]`, before rotation. */
function queries(e: Emitter, { query }: FusedRule, rows: Rows, weights: Weights, width: number, count: string): string {
	if (query.layout !== 'rows') return rows.ofHeads(e, query.tensor);
	const last = e.size(query.tensor, -1);
	let own = e.cast(e.gather(e.reshape(query.tensor, -1, last), rows.places, 0), dataTypes.float);
	if (query.packed) own = e.slice(own, 1, 0, width);
	if (query.projection !== undefined) {
		const { weight, bias } = query.projection;
		own = e.op('MatMul', [own, e.slice(weights.float(e, weight), 1, 0, width)]);
		if (bias !== undefined) own = e.add(own, e.slice(weights.float(e, bias), 0, 0, width));
	}
	if (query.bias !== undefined) own = e.add(own, e.slice(weights.float(e, query.bias), 0, 0, e.size(own, 1)));
	return e.transpose(e.reshape(own, rows.count, count, -1), 1, 0, 2);
}

/** Rotary position embedding (RoFormer, eq. 34) at the rows' positions, over the first numbers of each head. */
function rotated(e: Emitter, { rotary }: FusedRule, rows: Rows, query: string): string {
	if (rotary === undefined) return query;
	const [cos, sin] = [rotary.cos, rotary.sin].map((table) => e.cast(e.gather(table, rows.positions, 0), dataTypes.float));
	const half = e.size(cos!, 1);
	const both = e.mul(half, e.ints([2]));
	const turning = e.slice(query, 2, 0, both);
	const rest = e.slice(query, 2, both, 2 ** 31);
	const turn = (a: string, b: string): [string, string] => [e.sub(e.mul(a, cos!), e.mul(b, sin!)), e.add(e.mul(b, cos!), e.mul(a, sin!))];
	if (!rotary.interleaved) return e.concat([...turn(e.slice(turning, 2, 0, half), e.slice(turning, 2, half, both)), rest], 2);
	const pairs = e.reshape(turning, e.size(query, 0), rows.count, half, 2);
	const [first, second] = turn(e.gather(pairs, e.ints(0), 3), e.gather(pairs, e.ints(1), 3));
	return e.concat([e.reshape(e.concat([e.unsqueeze(first, 3), e.unsqueeze(second, 3)], 3), e.size(query, 0), rows.count, both), rest], 2);
}

/** What causality and a sliding window hide: `[R, S]`, added to the scores. */
function boundsMask(e: Emitter, { causal, window }: FusedRule, rows: Rows, scores: string): string | undefined {
	if (!causal) return undefined;
	const keys = e.op('Range', [e.ints(0), e.op('Squeeze', [e.size(scores, 2), e.ints([0])]), e.ints(1)]);
	const own = e.unsqueeze(rows.positions, 1);
	let out = e.op('Greater', [keys, own]);
	if (window > 0) out = e.op('Or', [out, e.op('Not', [e.op('Greater', [keys, e.sub(own, e.ints([window]))])])]);
	return e.op('Where', [out, e.float(hidden), e.float(0)]);
}

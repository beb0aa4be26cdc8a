import { dataTypes } from '../onnx-model.ts';
import { certifiedInterval } from './certified-interval.ts';
import { norm, type Unembedding } from './unembedding.ts';
import type { Emitter } from './emitter.ts';
import type { LoopRows } from './row-loop.ts';

/** Probes of every state and row, and what they rest on. */
export interface Screened {
	/** `[B + 1, R]`. */
	readonly probabilities: string;
	/** Of each row, the sum of the errors of its probes, from above: `[R]`. */
	readonly bound: string;
	/** How many probes took a product in 8 bits, and how many an exact one: `[2]`. */
	readonly products: string;
}

export interface ScreenInput {
	/** `[B + 1, R, d]`. */
	readonly states: string;
	/** Their first size. */
	readonly count: number;
	readonly vocabulary: number;
	readonly hidden: number;
	/** `[R]`. */
	readonly targets: string;
	/** Number of rows, `[1]`. */
	readonly rows: string;
	/** Unembedding rows of the targets `[R, d]`. */
	readonly unembedding: string;
	/** Largest sum of errors of a row's probes. */
	readonly budget: number;
	readonly loop: Omit<LoopRows, 'total'>;
	/** Probability of targets `[k, 1]` at states `[k, d]`, computed over the whole vocabulary: `[k, 1]`. */
	readonly exact: (states: string, targets: string) => string;
}

/**
 * Emits probes `Φ(h, y) = softmax(W h)[y]` of which most are not computed over the whole vocabulary in float32, because a bound says well
 * enough what they are.
 *
 * *Bound of a source.* Each probe that is not computed lies in an interval `[lo, hi]`; the middle is taken for it, wrong by at most
 * `(hi − lo) / 2`. A source is a sum of differences of a row's probes in which each probe occurs at most once: `ffn` is
 * `Σ_l (Φ(h^l) − Φ(h_mid^l))`, `initial` is `Φ(h^0)`, `ln` is `P_final − Φ(h^L)`, and the four of attention are
 * `Σ_l Σ_h (Φ(h_mid^l) − Φ(h^{l−1})) · softmax_h(z) · A_h[S]`, whose factors are at most one. So no source, no context's share and no
 * part of a layer is wrong by more than the sum of its row's half intervals, which is kept below the budget. What is rounded in float32
 * comes on top, as it does without a screen. The sources still add up to `P_final`, which is always computed.
 *
 * *Three stages.* The second and third are given only what the ones before leave.
 * 1. A lower bound of the normalizer from the logits of the tokens that this response is made of, T, and the mean of all others
 *    (Jensen): `Z ≥ Σ_{v∈T} e^{l_v} + n e^{(Σ_{v∉T} l_v) / n}`, n of them, whose sum of logits is `(Σ_v w_v) · h − Σ_{v∈T} l_v`. Then
 *    `0 ≤ Φ ≤ e^{l_y} / Z`. May use up half of the budget.
 * 2. `certifiedInterval`, a product in 8 bits.
 * 3. The probe itself.
 * In each of the first two, of a row's probes those with the narrowest intervals are taken until the budget is used up.
 */
export function screenedProbes(e: Emitter, facts: Unembedding, input: ScreenInput): Screened {
	const { count, rows, hidden, budget, loop } = input;
	const states = e.reshape(input.states, -1, hidden);
	const targets = e.reshape(e.op('Expand', [input.targets, e.concat([e.ints([count]), rows], 0)]), -1, 1);
	// Of a sum of d products in float32 (Higham, Accuracy and Stability of Numerical Algorithms, 3.1), twice over.
	const rounding = e.mul(e.mul(norm(e, states), facts.widest), e.float((hidden + 4) * 2 ** -23));
	const { upper, logits } = amongOwnTokens(e, facts, input, states, rounding);
	const shape = (flat: string): string => e.reshape(flat, count, rows);

	const first = e.mul(shape(upper), e.float(0.5));
	const settled = withinBudget(e, first, e.float(budget / 2), count);
	const open = indices(e, settled);
	const taken = (tensor: string): string => e.gather(tensor, open, 0);
	const interval = certifiedInterval(
		e,
		facts,
		{ states: taken(states), targets: taken(targets), logits: taken(logits), rounding: taken(rounding) },
		loop,
	);
	const lower = put(e, e.mul(upper, e.float(0)), open, e.slice(interval, 1, 0, 1));
	const higher = put(e, upper, open, e.op('Min', [e.slice(interval, 1, 1, 2), taken(upper)]));

	const errors = e.op('Max', [shape(e.mul(e.sub(higher, lower), e.float(0.5))), e.float(0)]);
	const spent = e.sum(e.op('Where', [settled, errors, e.float(0)]), 0, true);
	const known = withinBudget(e, e.op('Where', [settled, e.float(0), errors]), e.sub(e.float(budget), spent), count);
	const left = indices(e, known);
	const probabilities = put(
		e,
		e.mul(e.add(lower, higher), e.float(0.5)),
		left,
		input.exact(e.gather(states, left, 0), e.gather(targets, left, 0)),
	);
	return {
		probabilities: shape(probabilities),
		bound: e.sum(e.op('Where', [known, errors, e.float(0)]), 0, false),
		products: e.cast(e.concat([e.size(open, 0), e.size(left, 0)], 0), dataTypes.float),
	};
}

/** `Φ` from above, by the first stage, and the targets' own logits: both `[n, 1]`. */
function amongOwnTokens(
	e: Emitter,
	{ sum }: Unembedding,
	{ targets, rows, count, vocabulary, unembedding }: ScreenInput,
	states: string,
	rounding: string,
): { upper: string; logits: string } {
	const all = e.op('MatMul', [states, e.transpose(unembedding, 1, 0)]);
	// A token that occurs several times counts once.
	const times = e.sum(e.cast(e.op('Equal', [e.unsqueeze(targets, 1), e.unsqueeze(targets, 0)]), dataTypes.float), 1, false);
	const share = e.op('Reciprocal', [times]);
	const others = e.op('Max', [e.sub(e.float(vocabulary), e.sum(share, 0, true)), e.float(1e-30)]);
	const mean = e.op('Div', [
		e.sub(e.op('MatMul', [states, sum]), e.op('MatMul', [all, e.unsqueeze(share, 1)])),
		e.op('Max', [others, e.float(1)]),
	]);
	const parts = e.concat([e.sub(all, e.op('Log', [times])), e.add(mean, e.op('Log', [others]))], 1);
	const place = e.op('Range', [e.ints(0), e.op('Squeeze', [rows, e.ints([0])]), e.ints(1)]);
	const own = e.reshape(e.op('Expand', [place, e.concat([e.ints([count]), rows], 0)]), -1, 1);
	const of = (tensor: string): string => e.op('GatherElements', [tensor, own], { ints: { axis: 1 } });
	const known = e.mul(of(e.op('Softmax', [parts], { ints: { axis: -1 } })), e.gather(e.unsqueeze(times, 1), e.reshape(own, -1), 0));
	const upper = e.op('Min', [e.mul(known, e.op('Exp', [e.add(e.mul(rounding, e.float(3)), e.float(1e-4))])), e.float(1)]);
	return { upper, logits: of(all) };
}

/** Of each column of errors `[count, R]` the smallest that together are within the budget `[1, R]`: truths `[count, R]`. */
function withinBudget(e: Emitter, errors: string, budget: string, count: number): string {
	const [sorted = '', order = ''] = e.many('TopK', [errors, e.ints([count])], { ints: { axis: 0, largest: 0 }, outputs: 2 });
	const within = e.op('LessOrEqual', [e.op('CumSum', [sorted, e.ints(0)]), budget]);
	return e.cast(
		e.op('ScatterElements', [e.mul(errors, e.float(0)), order, e.cast(within, dataTypes.float)], { ints: { axis: 0 } }),
		dataTypes.bool,
	);
}

/** Places in the flattened tensor of what is not true: `[k]`. */
function indices(e: Emitter, truths: string): string {
	return e.reshape(e.op('NonZero', [e.op('Not', [e.reshape(truths, -1)])]), -1);
}

/** `into` `[n, 1]` with `values` `[k, 1]` at `places` `[k]`. */
function put(e: Emitter, into: string, places: string, values: string): string {
	return e.op('ScatterElements', [into, e.unsqueeze(places, 1), values], { ints: { axis: 0 } });
}

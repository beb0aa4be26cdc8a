import type { Block } from '../recognize/decoder.ts';
import type { AfterStep } from '../recognize/after-projection.ts';
import type { Emitter } from './emitter.ts';
import type { Rows } from './rows.ts';
import type { Weights } from './weights.ts';

type Attention = Extract<Block, { kind: 'attention' }>;

/** What an attention block's heads give to the logit of the targets before any norm. */
export interface HeadLogits {
	/** `z_h = w_y · (W_O^h o_h)` with a residual multiplier and a post-norm's scale, `[R, H]` (docs/methods/spad.md). */
	readonly logits: string;
	/** What biases give, which belongs to no head: `[R]`, or none. */
	readonly rest: string | undefined;
}

/**
 * Emits the head logits. No head's contribution `[R, H, d]` is ever made.
 * @param targets unembedding rows `[R, d]`.
 * @param count number of heads, `[1]`.
 */
export function headLogits(
	e: Emitter,
	attention: Attention,
	rows: Rows,
	weights: Weights,
	targets: string,
	hidden: number,
	count: string,
): HeadLogits {
	const { along, rest } = headDirections(e, attention, rows, weights, targets, hidden);
	const { weight, input } = attention.projection.linear;
	const products = e.mul(rows.of(e, input, weight.inputs), along);
	return { logits: e.sum(e.reshape(products, rows.count, count, -1), 2, false), rest };
}

/**
 * Emits the directions along which the heads' outputs are added to a number of each row: directions `[R, d]` in the residual stream, pulled
 * back through what follows the projection, and through the projection.
 * @returns `along` `[R, H * size]`, and what biases add, as in `HeadLogits`.
 */
export function headDirections(
	e: Emitter,
	{ projection }: Attention,
	rows: Rows,
	weights: Weights,
	targets: string,
	hidden: number,
): { along: string; rest: string | undefined } {
	let g = targets;
	let rest: string | undefined;
	const give = (tensor: string) => {
		rest = rest === undefined ? tensor : e.add(rest, tensor);
	};
	const shifted = (by: string, sign: 1 | -1) => {
		const along = e.sum(e.mul(g, e.reshape(weights.float(e, by), -1)), 1, false);
		give(sign === 1 ? along : e.op('Neg', [along]));
	};
	for (const step of projection.after) {
		if (step.kind === 'shift') shifted(step.by, step.sign);
		else if (step.kind === 'norm' && step.beta !== undefined) shifted(step.beta, 1);
		g = pulledBack(e, step, g, (tensor, width) => rows.of(e, tensor, width), weights, hidden);
	}
	const { weight, bias } = projection.linear;
	if (bias !== undefined) shifted(bias, 1);
	return { along: weights.pullBack(e, weight, g), rest };
}

/**
 * Emits directions `[R, d]` before a step, from those after it.
 * @param rowsOf gives the rows of a tensor of the graph, as float32.
 */
export function pulledBack(
	e: Emitter,
	step: AfterStep,
	g: string,
	rowsOf: (tensor: string, width: number) => string,
	weights: Weights,
	hidden: number,
): string {
	switch (step.kind) {
		case 'shift':
			return g;
		case 'scale':
			return e.op(step.divide ? 'Div' : 'Mul', [g, e.reshape(weights.float(e, step.by), -1)]);
		case 'row-scale':
			return e.op(step.divide ? 'Div' : 'Mul', [g, rowsOf(step.by, 1)]);
		case 'gate':
			return e.mul(g, rowsOf(step.by, hidden));
		case 'centre':
			return centered(e, g, hidden);
		case 'norm': {
			const x = rowsOf(step.input, hidden);
			const own = step.centered ? centered(e, x, hidden) : x;
			const variance = e.mul(e.sum(e.mul(own, own), 1, true), e.float(1 / hidden));
			const scale = e.op('Sqrt', [e.add(variance, e.float(step.epsilon))]);
			const scaled = e.op('Div', [e.mul(g, weights.float(e, step.gamma)), scale]);
			return step.centered ? centered(e, scaled, hidden) : scaled;
		}
	}
}

function centered(e: Emitter, x: string, hidden: number): string {
	return e.sub(x, e.mul(e.sum(x, 1, true), e.float(1 / hidden)));
}

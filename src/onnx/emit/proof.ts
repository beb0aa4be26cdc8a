import { type Emitter } from './emitter.ts';
import type { AttentionSink } from './attention-rows.ts';
import type { Rows } from './rows.ts';

/** What is compared for one attention block. */
export interface BlockProof {
	/** `[H, R, S]`. */
	readonly probabilities: string;
	readonly sink: AttentionSink | undefined;
	/** Attention's output from them, `[H, R, size]`. */
	readonly product: string;
	/** Attention's output in the graph, heads in the order in which they are projected: `[R, H * size]`. */
	readonly output: string;
	/** Head contributions and biases along the targets' unembedding rows, summed `[R]`. */
	readonly headSum: string;
	/** The same of the block's output in the graph, `[R]`. */
	readonly branchLogit: string;
}

/** Largest |a − b|, divided by the largest |b|, as a number without dimensions. */
function difference(e: Emitter, a: string, b: string): string {
	const max = (tensor: string) => e.op('ReduceMax', [e.op('Abs', [tensor])], { ints: { keepdims: 0 } });
	return e.op('Div', [max(e.sub(a, b)), e.op('Max', [max(b), e.float(1e-20)])]);
}

/** `[L, 4]`: rows of attention (with what a sink takes) against one, head outputs against what the graph has, head contributions against the block, and the most that a row gives to a later token. */
function blocks(e: Emitter, rows: Rows, proofs: readonly BlockProof[]): string {
	const future = e.op('Greater', [
		e.unsqueeze(e.op('Range', [e.ints(0), e.op('Squeeze', [rows.all, e.ints([0])]), e.ints(1)]), 0),
		e.unsqueeze(rows.positions, 1),
	]);
	return e.concat(
		proofs.map(({ probabilities, sink, product, output, headSum, branchLogit }) => {
			const left = e.sum(probabilities, 2, true);
			const sums = difference(e, sink === undefined ? left : e.add(left, sink.share), e.float(1));
			const ones = sink === undefined ? sums : e.op('Max', [sums, difference(e, e.mul(sink.byKey, left), probabilities)]);
			const heads = e.reshape(e.transpose(product, 1, 0, 2), rows.count, -1);
			const ahead = e.op('ReduceMax', [e.op('Abs', [e.op('Where', [future, probabilities, e.float(0)])])], { ints: { keepdims: 0 } });
			const parts = [ones, difference(e, heads, output), difference(e, headSum, branchLogit), ahead];
			return e.concat(
				parts.map((part) => e.reshape(part, 1, 1)),
				1,
			);
		}),
		0,
	);
}

/** Emits the deviations by which a graph is trusted or not (prototypes.md A). */
export const proofOf = { difference, blocks };

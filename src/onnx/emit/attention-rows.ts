import type { Emitter } from './emitter.ts';

/** What attention gives of the asked rows. */
export interface AttentionRows {
	/** By key, `[H, R, S]`: what the values are multiplied by. */
	readonly probabilities: string;
	/** Where an attention sink takes a part. */
	readonly sink?: AttentionSink;
	/** Attention's output from the probabilities, `[H, R, size]`. */
	readonly product: () => string;
	/** What the probabilities are multiplied by, `[H or fewer, S, size]`: several heads in a row may share one. */
	readonly values: () => string;
}

/** An attention sink's part, whose value is zero. */
export interface AttentionSink {
	/** Of each row, `[H, R, 1]`. Together with the probabilities it adds up to one. */
	readonly share: string;
	/** What the keys have of what is left, `[H, R, S]`: rows add up to one (docs/methods/attention-sinks.md). */
	readonly byKey: string;
}

/**
 * Probabilities of scores `[H, R, S + 1]` the last of which is a sink's. The keys' parts of what is left are a Softmax of their own and
 * no quotient: where nearly all goes to the sink, that would be one of two numbers that are hardly numbers any more.
 */
export function withSink(e: Emitter, scores: string): { probabilities: string; sink: AttentionSink } {
	const keys = e.sub(e.size(scores, 2), e.ints([1]));
	const all = e.op('Softmax', [scores], { ints: { axis: -1 } });
	return {
		probabilities: e.slice(all, 2, 0, keys),
		sink: { share: e.slice(all, 2, keys, 2 ** 31), byKey: e.op('Softmax', [e.slice(scores, 2, 0, keys)], { ints: { axis: -1 } }) },
	};
}

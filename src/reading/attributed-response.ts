import type { Truncation } from './truncation.ts';

/**
 * A response attributed in one teacher-forced pass with its contexts (SPAD, docs/methods/spad.md), `T` tokens long. Matrices are row-major.
 * Token ranges are UTF-16 offsets into the response text: in order, not overlapping, together covering it.
 */
export interface AttributedResponse {
	readonly tokenIds: Uint32Array;
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	/** `[T, 7]` in the order of `sourceNames`: parts of a probability, which may be negative. A row adds up to `P(y_t)`. */
	readonly sources: Float64Array;
	/** The `K` contexts of the prompt, in its order. */
	readonly contextIds: readonly string[];
	/** `[T, K]`: each context's part of the row's `rag`; a row adds up to it. */
	readonly contextShares: Float64Array;
	/** `[T]`, `ln P(y_t)`, nats. */
	readonly logProbability: Float64Array;
	/** `[T]`, `H(P_t)`, nats. */
	readonly entropy: Float64Array;
	/** `[T]`, probability of the likeliest token less that of the second, in `[0, 1]`. */
	readonly margin: Float64Array;
	/** `[T]`, logit of the likeliest token less that of the second: `ln` of their probabilities' ratio, not below 0. */
	readonly logitMargin: Float64Array;
	/** `[T]`, `−ln Σ_v exp(logit_v)` (Liu et al., NeurIPS 2020, at temperature 1). */
	readonly energy: Float64Array;
}

export interface AttributeResult {
	readonly attributed: AttributedResponse;
	readonly truncation: Truncation | null;
	/** Layers whose attention reads the same state as another branch (the feed-forward block, or one without attention): attention is counted first, and the order matters. */
	readonly parallelLayers: number;
	/** Layers, from 0, in which a branch without attention looks at other tokens: its share counts as the model's own layers'. */
	readonly mixingLayers: readonly number[];
	/** No source, context's share or part of a layer is off by more, besides what float32 rounds; 0: exact. */
	readonly errorBound: number;
	/** Why a screen that was asked for was not used, a clause; `null` where it was, or none was. */
	readonly unscreened: string | null;
}

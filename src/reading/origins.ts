import type { LayerParts } from './layer-parts.ts';

/** The tokens of one context that a model read, and what each gave. */
export interface ContextOrigins {
	readonly id: string;
	/** `[n]`: UTF-16 ranges in the context's text, in order. A token that reaches over the text's ends is cut to it. */
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	/** `[R, n]`: each token's part of the row's `rag`. Over all contexts a row adds up to it. */
	readonly shares: Float64Array;
}

/** Where the asked response tokens' probabilities come from, key position by key position and layer by layer. */
export interface Origins {
	/** `[R]`: the asked response tokens, as they were asked for. */
	readonly rows: Uint32Array;
	/** Contexts of the prompt, in its order. */
	readonly contexts: readonly ContextOrigins[];
	/** `[R, L, ..]`: parts of each layer. With `initial` and `ln` of the row they add up to the token's probability. */
	readonly layers: LayerParts;
	/** As that of an attribution. */
	readonly errorBound: number;
}

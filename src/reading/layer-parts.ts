/**
 * An attribution of `R` response tokens before it is summed over the `L` layers. The probe's probability after a block is `initial` and every part
 * up to it, added up; what then is missing to `P(y_t)` is `ln`.
 */
export interface LayerParts {
	readonly count: number;
	/** `[R, L, 4]`: a layer's attention by query, rag, past and self. */
	readonly attention: Float64Array;
	/** `[R, L]`: a layer's feed-forward block. */
	readonly ffn: Float64Array;
}

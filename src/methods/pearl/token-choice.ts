/** What comes next in a text that all paths write together; `redact`: its last sentence breaks off. */
export type TokenChoice = { readonly kind: 'token'; readonly id: number } | { readonly kind: 'redact' };

/** Chooses the tokens of one text. */
export interface TokenDecoder {
	/**
	 * @param without logits `[V]` of the path without documents.
	 * @param subsets the same of each document or subset; `null`: an empty one.
	 * @throws RangeError for rows that are no distributions.
	 */
	next(without: Float32Array, subsets: readonly (Float32Array | null)[]): TokenChoice;
	/** Tokens that were paid for so far. */
	readonly paid: number;
}

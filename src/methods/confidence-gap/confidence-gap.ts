/** How many of a sentence's highest values speak for copying (docs/methods/confidence-gap.md). */
const topCount = 5;

/**
 * Mean over a sentence's tokens; low mean CG: suspect ungrounded (docs/methods/confidence-gap.md).
 * @throws RangeError for no values: a sentence has a token.
 */
export function sentenceMean(values: Float64Array): number {
	if (values.length === 0) throw new RangeError('a sentence without tokens has no mean');
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Mean of a sentence's `topCount` highest values, of all where there are fewer; high for CG: suspect verbatim copying (docs/methods/confidence-gap.md).
 * @throws RangeError for no values.
 */
export function sentenceTopMean(values: Float64Array): number {
	return sentenceMean(values.toSorted().subarray(-topCount));
}

/**
 * Confidence gap of each response token: `CG_t = H(p_t) − H(p̃_t)` in nats, `p_t` without and `p̃_t` with context
 * (PEARL; docs/methods/confidence-gap.md). Positive where the context sharpened the prediction.
 * Both entropies are `[T]`, in nats; so is the result.
 */
export function confidenceGap(entropyWithoutContext: Float64Array, entropyWithContext: Float64Array): Float64Array {
	if (entropyWithoutContext.length !== entropyWithContext.length) {
		throw new RangeError(`${entropyWithoutContext.length} entropies without context, ${entropyWithContext.length} with`);
	}
	return entropyWithoutContext.map((entropy, t) => entropy - entropyWithContext[t]!);
}

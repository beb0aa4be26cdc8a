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

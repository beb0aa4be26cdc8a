/** How sure a model was of an answer with its books closed: without the contexts, over all of the answer's tokens. */
export interface ClosedBookScore {
	/** The larger of the other two, nats; not negative. Small: sure at every token, and of these very tokens. */
	readonly score: number;
	/** `max_t H(P_para)`, nats; in `[0, ln V]`. */
	readonly entropyMax: number;
	/** `max_t −ln P_para(y_t)`, nats; not negative, and infinite where a token is held impossible. */
	readonly surpriseMax: number;
}

/**
 * Certainty without contexts (docs/methods/closed-book.md). A recited answer is small in both: without the contexts the model is sure at every token, and
 * none of the tokens surprises it. An answer that the contexts gave against a sure memory has small entropies, too, but its value is surprising; one from a
 * short list is neither, as the model does not know which of the list. The largest of a token, and not the mean: of an answer the form is always known,
 * and the few tokens of the value say where it came from. All tokens count, without a window: a largest value does not grow with the length as a sum does.
 * @param entropy `[T]`, `H(P_para)` before each response token, nats
 * @param logProbability `[T]`, `ln P_para(y_t)`
 * @returns `null` for a response without tokens
 */
export function closedBook(entropy: Float64Array, logProbability: Float64Array): ClosedBookScore | null {
	if (entropy.length !== logProbability.length)
		throw new RangeError(`${entropy.length} entropies, ${logProbability.length} log-probabilities`);
	if (entropy.length === 0) return null;
	const entropyMax = entropy.reduce((max, one) => Math.max(max, one), 0);
	const surpriseMax = logProbability.reduce((max, one) => Math.max(max, -one), 0);
	return { score: Math.max(entropyMax, surpriseMax), entropyMax, surpriseMax };
}

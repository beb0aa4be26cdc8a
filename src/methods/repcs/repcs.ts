/** Response tokens that RePCS looks at (`T`; docs/methods/repcs.md). */
export const window = 64;

/** RePCS's scores of one response; all sums run over its first `tokens` tokens. */
export interface RepcsScore {
	/** `Z = Σ_t KL(P_rag ‖ P_para)`, nats; not negative. */
	readonly z: number;
	/** `Z / tokens`, nats. */
	readonly perToken: number;
	/** The paper's formula (2) by the letter, one term a token: `Σ_t P_rag(y_t) ln(P_rag(y_t) / P_para(y_t))`. */
	readonly literal: number;
	/** `min(T, |y|)`. */
	readonly tokens: number;
}

/**
 * Retrieval-path contamination (docs/methods/repcs.md): how far the retrieved text moved the answer's distributions.
 * Small `z`: the answer may have been recited.
 * @param kl `[T]`, `KL(P_rag ‖ P_para)` over the full vocabulary, nats
 * @param logProbabilityWith `[T]`, `ln P_rag(y_t)`
 * @param logProbabilityWithout `[T]`, `ln P_para(y_t)`
 * @returns `null` for a response without tokens
 */
export function repcs(kl: Float64Array, logProbabilityWith: Float64Array, logProbabilityWithout: Float64Array): RepcsScore | null {
	if (kl.length !== logProbabilityWith.length || kl.length !== logProbabilityWithout.length) {
		throw new RangeError(`${kl.length} divergences, ${logProbabilityWith.length} and ${logProbabilityWithout.length} log-probabilities`);
	}
	const tokens = Math.min(window, kl.length);
	if (tokens === 0) return null;
	let z = 0;
	let literal = 0;
	for (let t = 0; t < tokens; t++) {
		z += kl[t]!;
		const probability = Math.exp(logProbabilityWith[t]!);
		// 0 ln 0 is 0.
		if (probability > 0) literal += probability * (logProbabilityWith[t]! - logProbabilityWithout[t]!);
	}
	return { z, perToken: z / tokens, literal, tokens };
}

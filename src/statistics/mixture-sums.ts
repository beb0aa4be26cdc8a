import { logSumExp } from './next-token.ts';
import { renyiDivergence2 } from './renyi-divergence.ts';

/**
 * What of three next-token distributions `P` (with context), `P₀` (without) and `Q` (from the context only) tells how well
 * `P = (1 − η) P₀ + η Q` describes them. Sums of different positions may be added up, divergences too.
 */
export interface MixtureSums {
	/** `Σ_v (P − P₀)(Q − P₀)`. */
	readonly cross: number;
	/** `Σ_v (Q − P₀)²`, in `[0, 2]`. */
	readonly spread: number;
	/** `Σ_v (P − P₀)²`, in `[0, 2]`. */
	readonly moved: number;
	/** `D₂(Q ‖ P₀) = ln(1 + χ²(Q ‖ P₀))`, nats. */
	readonly renyiContextOnly: number;
	/** `D₂(P ‖ P₀) = ln(1 + χ²(P ‖ P₀))`, nats: a bound of `KL(P ‖ P₀)` whatever `Q` is. */
	readonly renyiWithContext: number;
}

/**
 * Reduces three rows of logits `[V]` of one position.
 * @throws RangeError as `logSumExp`, or when the rows differ in length.
 */
export function mixtureSums(withContext: Float32Array, withoutContext: Float32Array, contextOnly: Float32Array): MixtureSums {
	const renyiContextOnly = renyiDivergence2(contextOnly, withoutContext);
	const renyiWithContext = renyiDivergence2(withContext, withoutContext);
	const [a, b, c] = [logSumExp(withContext), logSumExp(withoutContext), logSumExp(contextOnly)];
	let [cross, spread, moved] = [0, 0, 0];
	for (let v = 0; v < withoutContext.length; v++) {
		const base = Math.exp(withoutContext[v]! - b);
		const move = Math.exp(withContext[v]! - a) - base;
		const span = Math.exp(contextOnly[v]! - c) - base;
		cross += move * span;
		spread += span * span;
		moved += move * move;
	}
	return { cross, spread, moved, renyiContextOnly, renyiWithContext };
}

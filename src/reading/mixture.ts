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

/** What RePCS's influence is fitted from; every array has one entry a response token (`MixtureSums` says what). */
export interface MixtureResult {
	readonly cross: Float64Array;
	readonly spread: Float64Array;
	readonly moved: Float64Array;
	readonly renyiContextOnly: Float64Array;
	readonly renyiWithContext: Float64Array;
}

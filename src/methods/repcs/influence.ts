import type { MixtureSums } from '../../model-io/scores.ts';
import { window } from './repcs.ts';

/**
 * The bound of `KL((1 − η) P_para + η Q ‖ P_para)` that holds: `ln(1 + η² χ²(Q ‖ P_para))`, nats (docs/methods/repcs.md; KL never exceeds
 * `ln(1 + χ²)`, and `χ²` of the mixture is `η² χ²` of `Q`). The paper's `η² / (2(1 − η))` (Theorem III.2) needs `χ² <= 1`, which language
 * models do not keep. It says nothing about a `P_rag` that is no such mixture.
 * @param eta `η`, in `[0, 1]`
 * @param renyi `D₂(Q ‖ P_para) = ln(1 + χ²(Q ‖ P_para))`, nats, `>= 0`
 * @throws RangeError outside these ranges.
 */
export function mixtureBound(eta: number, renyi: number): number {
	if (!(eta >= 0 && eta <= 1) || !(renyi >= 0)) throw new RangeError(`a mixture weight of ${eta} with a divergence of ${renyi}`);
	if (eta === 0) return 0;
	// χ² may overflow where η² χ² does not, and from about e⁴⁰ on the 1 is lost beside it.
	const log = 2 * Math.log(eta) + renyi;
	if (log > 40) return log;
	return Math.log1p(renyi > 1 ? Math.exp(log) - eta * eta : eta * eta * Math.expm1(renyi));
}

/** The paper's influence coefficient of one response, fitted; over its first `tokens` tokens. */
export interface Influence {
	/** Mixture weight `η` in `[0, 1]` of `P_rag = (1 − η) P_para + η Q`, one for all tokens; `null` where `Q` is `P_para`, so that every weight fits. */
	readonly eta: number | null;
	/** Share of `Σ (P_rag − P_para)²` that the mixture leaves unexplained, in `[0, 1]`; `null` with `eta`. At 0 the mixture is exact. */
	readonly unexplained: number | null;
	/** `Σ_t ln(1 + η² χ²_t(Q ‖ P_para))`, nats: bounds `Z` as far as the mixture is exact; `null` with `eta`. */
	readonly mixtureBound: number | null;
	/** `Σ_t ln(1 + χ²_t(P_rag ‖ P_para))`, nats: bounds `Z` without any assumption. */
	readonly bound: number;
	readonly tokens: number;
}

/**
 * Fits `η` by least squares over all tokens and outcomes, clamped to `[0, 1]` (docs/methods/repcs.md; the paper's Definition III.1), and bounds `Z`
 * by the measured `χ²`.
 * @param sums one a response token
 * @returns `null` for a response without tokens
 */
export function influence(sums: readonly MixtureSums[]): Influence | null {
	const used = sums.slice(0, window);
	if (used.length === 0) return null;
	const total = (of: (s: MixtureSums) => number): number => used.reduce((sum, s) => sum + of(s), 0);
	const bound = total((s) => s.renyiWithContext);
	const eta = mixtureWeight({ cross: total((s) => s.cross), spread: total((s) => s.spread) });
	if (eta === null) return { eta, unexplained: null, mixtureBound: null, bound, tokens: used.length };
	const moved = total((s) => s.moved);
	const left = total((s) => s.moved - 2 * eta * s.cross + eta * eta * s.spread);
	return {
		eta,
		unexplained: moved === 0 ? 0 : Math.min(1, Math.max(0, left / moved)),
		mixtureBound: total((s) => mixtureBound(eta, s.renyiContextOnly)),
		bound,
		tokens: used.length,
	};
}

/** The weight of one token, or of the sums of several: `η = Σ (P_rag − P_para)(Q − P_para) / Σ (Q − P_para)²` within `[0, 1]`; `null` where `Q` is `P_para`. */
export function mixtureWeight({ cross, spread }: Pick<MixtureSums, 'cross' | 'spread'>): number | null {
	return spread > 0 ? Math.min(1, Math.max(0, cross / spread)) : null;
}

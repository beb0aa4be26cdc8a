import type { MixtureSums } from '../../reading/mixture.ts';
import { mixtureBound } from './mixture-bound.ts';
import { window } from './repcs.ts';

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

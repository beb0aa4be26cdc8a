import { z } from 'zod';
import { float64, type Handed } from './declared.ts';
import { fitting } from './fitting.ts';

/**
 * What of three next-token distributions `P` (with context), `P₀` (without) and `Q` (from the context only) tells how well
 * `P = (1 − η) P₀ + η Q` describes them, for each of `T` response tokens: RePCS's influence is fitted from it. Sums of different
 * positions may be added up, divergences too.
 */
export const mixtureResult = fitting(
	z.object({
		/** `Σ_v (P − P₀)(Q − P₀)`. */
		cross: float64('T'),
		/** `Σ_v (Q − P₀)²`, in `[0, 2]`. */
		spread: float64('T'),
		/** `Σ_v (P − P₀)²`, in `[0, 2]`. */
		moved: float64('T'),
		/** `D₂(Q ‖ P₀) = ln(1 + χ²(Q ‖ P₀))`, nats. */
		renyiContextOnly: float64('T'),
		/** `D₂(P ‖ P₀) = ln(1 + χ²(P ‖ P₀))`, nats: a bound of `KL(P ‖ P₀)` whatever `Q` is. */
		renyiWithContext: float64('T'),
	}),
);
export type MixtureResult = Handed<typeof mixtureResult>;

/** The same of one token. */
export type MixtureSums = { readonly [Name in keyof MixtureResult]: number };

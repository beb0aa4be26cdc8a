import { z } from 'zod';
import { fitting, float64, list, uint32, type Handed } from './schema.ts';

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

/** What was left out so that a trace fits into the context window; counts are tokens. */
export const truncation = z.object({
	contextWindow: z.number(),
	promptTokens: z.number(),
	responseTokens: z.number(),
	/** Contexts cut, last first; `index` in the trace, from 0; `keptTokens` 0 means dropped. `keptLength`: UTF-16 code units of its text, from its start, that were kept. */
	cutContexts: z.array(z.object({ id: z.string(), index: z.number(), tokens: z.number(), keptTokens: z.number(), keptLength: z.number() })),
	/** Response tokens at the end that were not scored. */
	unscoredResponseTokens: z.number(),
	/** One sentence for people. */
	message: z.string(),
});
export type Truncation = Handed<typeof truncation>;

/** A candidate next token. `logProbability` in nats. */
const alternative = z.object({ id: z.number(), text: z.string(), logProbability: z.number() });
export type Alternative = Handed<typeof alternative>;

/** Statistics of the next-token distributions along one path, `T` response tokens long. */
const pathStatistics = z.object({
	/** `ln P(y_t)`, nats. */
	logProbability: float64('T'),
	/** `H(P_t)`, nats. */
	entropy: float64('T'),
	/** Rank of `y_t` by probability, from 1; ties count against the token. */
	rank: uint32('T'),
	/** The top candidates, most probable first. */
	alternatives: list('T', z.array(alternative)),
});
export type PathStatistics = Handed<typeof pathStatistics>;

/**
 * A response of `T` tokens scored teacher-forced on both paths. Token ranges are UTF-16 offsets into the response text:
 * in order, not overlapping, together covering it.
 */
export const scoredResponse = fitting(
	z.object({
		tokenIds: uint32('T'),
		start: uint32('T'),
		end: uint32('T'),
		withContext: pathStatistics,
		withoutContext: pathStatistics,
		/** `KL(P_with ‖ P_without)` over the full vocabulary, nats. */
		kl: float64('T'),
	}),
);
export type ScoredResponse = Handed<typeof scoredResponse>;

export const scoreResult = z.object({ scored: scoredResponse, truncation: truncation.nullable() });
export type ScoreResult = Handed<typeof scoreResult>;

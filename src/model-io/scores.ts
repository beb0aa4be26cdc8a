import * as z from 'zod';
import { fitting, float64, list, uint32, type Handed } from './schema.ts';

/**
 * Sums that tell how well `P = (1 − η) P₀ + η Q` describes three next-token distributions, for each of `T` response tokens.
 * `P` is the distribution with context, `P₀` without, and `Q` with the context only. RePCS's influence is fitted from these sums.
 * The sums of different positions may be added up. So may the divergences.
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
		/** `D₂(P ‖ P₀) = ln(1 + χ²(P ‖ P₀))`, nats. It bounds `KL(P ‖ P₀)` whatever `Q` is. */
		renyiWithContext: float64('T'),
	}),
);
export type MixtureResult = Handed<typeof mixtureResult>;

/** The sums and divergences of one token. */
export type MixtureSums = { readonly [Name in keyof MixtureResult]: number };

/** What was left out so that a trace fits into the context window. Counts are tokens. */
export const truncation = z.object({
	contextWindow: z.number(),
	promptTokens: z.number(),
	responseTokens: z.number(),
	/**
	 * Contexts that were cut, the last first. `index` is the place in the trace, from 0. `keptTokens` is 0 if the context was dropped.
	 * `keptLength` is the number of UTF-16 code units kept from the start of its text.
	 */
	cutContexts: z.array(z.object({ id: z.string(), index: z.number(), tokens: z.number(), keptTokens: z.number(), keptLength: z.number() })),
	/** Number of response tokens at the end that were not scored. */
	unscoredResponseTokens: z.number(),
	/** One sentence for people. */
	message: z.string(),
});
export type Truncation = Handed<typeof truncation>;

/** A candidate for the next token. `logProbability` is in nats. */
const alternative = z.object({ id: z.number(), text: z.string(), logProbability: z.number() });
export type Alternative = Handed<typeof alternative>;

/** Statistics of the next-token distributions along one path of `T` response tokens. */
const pathStatistics = z.object({
	/** `ln P(y_t)`, nats. */
	logProbability: float64('T'),
	/** `H(P_t)`, nats. */
	entropy: float64('T'),
	/** Rank of `y_t` by probability, from 1. Ties count against the token. */
	rank: uint32('T'),
	/** The top candidates, the most probable first. */
	alternatives: list('T', z.array(alternative)),
});
export type PathStatistics = Handed<typeof pathStatistics>;

/**
 * A response of `T` tokens, scored teacher-forced on both paths.
 * Token ranges are UTF-16 offsets into the response text. They are in order, do not overlap, and together cover the text.
 */
const scoredResponse = fitting(
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

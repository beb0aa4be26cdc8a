import { z } from 'zod';
import { float64, list, uint32, type Handed } from './declared.ts';
import { fitting } from './fitting.ts';
import { truncation } from './truncation.ts';

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

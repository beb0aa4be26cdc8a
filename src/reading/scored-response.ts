import type { Truncation } from './truncation.ts';

/** A candidate next token. `logProbability` in nats. */
export interface Alternative {
	readonly id: number;
	readonly text: string;
	readonly logProbability: number;
}

/** Statistics of the next-token distributions along one path; every array has one entry a response token. */
export interface PathStatistics {
	/** `ln P(y_t)`, nats. */
	readonly logProbability: Float64Array;
	/** `H(P_t)`, nats. */
	readonly entropy: Float64Array;
	/** Rank of `y_t` by probability, from 1; ties count against the token. */
	readonly rank: Uint32Array;
	/** The top candidates, most probable first. */
	readonly alternatives: readonly (readonly Alternative[])[];
}

/**
 * A response scored teacher-forced on both paths. Token ranges are UTF-16 offsets into the response text:
 * in order, not overlapping, together covering it.
 */
export interface ScoredResponse {
	readonly tokenIds: Uint32Array;
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	readonly withContext: PathStatistics;
	readonly withoutContext: PathStatistics;
	/** `KL(P_with ‖ P_without)` over the full vocabulary, nats; `[T]`. */
	readonly kl: Float64Array;
}

export interface ScoreResult {
	readonly scored: ScoredResponse;
	readonly truncation: Truncation | null;
}

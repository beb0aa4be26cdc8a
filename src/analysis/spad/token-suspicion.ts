import type { AnalysisSentence } from '../../formats/analysis-record.ts';
import type { ScoredResponse } from '../../reading/scored-response.ts';
import { mostOverlapped } from '../../text/sentences.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/**
 * A token's suspicion `[T]`, 0 to 1: its sentence's, times how much of that the token gave relative to the one that gave most. A token
 * that belongs to no sentence has none. `null` without a classifier of sentences.
 * @param measured the sentences' ranges in the response text; `judged` are the same sentences.
 */
export function suspicionOfTokens(
	weights: Float64Array | null,
	{ start, end }: ScoredResponse,
	measured: readonly TextRange[],
	judged: readonly AnalysisSentence[],
): Float64Array | null {
	if (weights === null) return null;
	const owner = mostOverlapped(measured, start, end);
	return weights.map((weight, t) => weight * (judged[owner[t]!]?.score ?? 0));
}

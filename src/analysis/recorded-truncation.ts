import type { RecordedTruncation } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import type { ScoreResult } from '../reading/scored-response.ts';

/** What the record says of what was cut, with the place in the file where scoring ends. */
export function recordedTruncation(
	{ truncation, scored }: ScoreResult,
	{ contexts, response: { text, map } }: AnsweredTrace,
): RecordedTruncation | null {
	if (truncation === null) return null;
	const { contextWindow, cutContexts, unscoredResponseTokens: tokens, responseTokens: of } = truncation;
	const behind = scored.end.at(-1) ?? 0;
	const start = behind + text.slice(behind).search(/\S|$/u);
	return {
		contextWindow,
		contexts: contexts.length,
		cutContexts: cutContexts.toReversed().map((context) => ({ ...context })),
		unscored: tokens === 0 ? null : { start: map.toDocument(start), end: map.toDocument(text.length), tokens, of },
	};
}

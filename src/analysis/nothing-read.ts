import type { RecordedTruncation, WithoutContexts } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';

/** Why no word of a context was read, so that nothing can be said of whether the contexts support the answer; `undefined` where some were. */
export function nothingRead(
	{ contexts }: Pick<AnsweredTrace, 'contexts'>,
	truncation: RecordedTruncation | null,
): WithoutContexts | undefined {
	if (contexts.length === 0) return 'no-contexts';
	const unread = truncation === null ? 0 : truncation.cutContexts.filter(({ keptTokens }) => keptTokens === 0).length;
	return unread === contexts.length ? 'contexts-not-read' : undefined;
}

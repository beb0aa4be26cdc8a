import type { AnalysisRecord } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';

/** Returns the part of a record with what the trace's own file says of the answer: scores of other tools, and labels. Empty if it says nothing. */
export function recordedJudgments({ scores = [], labels, response }: AnsweredTrace): Pick<AnalysisRecord, 'recorded'> {
	if (scores.length === 0 && labels === undefined) return {};
	const place = (offset: number): number => response.map.toDocument(offset);
	return {
		recorded: {
			scores: [...scores],
			labels:
				labels?.map(({ start, end, type, note }) => ({
					start: place(start),
					end: place(end),
					type,
					...(note === undefined ? {} : { note }),
				})) ?? null,
		},
	};
}

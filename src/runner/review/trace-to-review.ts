import { responseSentences } from '../../analysis/calibration/response-sentences.ts';
import { findingCodes, type AnalysisRecord } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import type { Review } from '../../formats/review.ts';
import type { SentenceReading } from '../../review/marks.ts';
import { traceReview } from '../../review/trace-review.ts';
import type { Recognize } from '../../text/pii/pii-types.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/** A token that a model holds impossible, nats: any larger surprise counts as this. */
const maxSurprise = 50;

/** A review of a trace's answer. `record`: its analysis; `null` where no model has read it. */
export async function reviewOfTrace(
	trace: AnsweredTrace,
	{
		file,
		record,
		...rest
	}: {
		readonly file: string;
		readonly record: AnalysisRecord | null;
		readonly reviewers: number;
		readonly notes: readonly string[];
		readonly random: () => number;
		readonly recognize?: Recognize | undefined;
	},
): Promise<Review> {
	const { text, map } = trace.response;
	const { sentences } = await responseSentences(trace);
	const inDocument = sentences.map(({ start, end }) => ({ start: map.toDocument(start), end: map.toDocument(end) }));
	return traceReview({
		...rest,
		source: { kind: 'trace', file, trace: trace.id, responseSha256: textSha256(text) },
		query: trace.query.text,
		response: text,
		sentences,
		contexts: trace.contexts.map((context) => ({ id: context.id, text: context.text.text })),
		readings: record === null ? [] : readingsOf(record, inDocument),
	});
}

/** What a record says of sentences, by their places in the document. */
function readingsOf(record: AnalysisRecord, sentences: readonly TextRange[]): SentenceReading[] {
	const readUpTo = record.truncation?.unscored?.start ?? Infinity;
	return sentences.map(({ start, end }) => {
		const tokens = record.tokens.filter((token) => token.start < end && token.end > start && token.text.trim() !== '');
		const finding = record.findings.find(
			(one) => one.code === findingCodes.ungrounded && !one.ignored && one.start < end && one.end > start,
		);
		return {
			surprise:
				tokens.length === 0
					? null
					: tokens.reduce((sum, token) => sum + Math.min(-token.logprobWithoutContext, maxSurprise), 0) / tokens.length,
			ungrounded: finding?.message ?? null,
			unread: tokens.length === 0 ? 'all' : end > readUpTo ? 'part' : null,
		};
	});
}

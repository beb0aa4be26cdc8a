import type { AnalysisRecord } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { unreadAnswerSentence } from '../report/truncation-words.ts';

/**
 * UTF-16 units of an answer that are analyzed: some 40 pages, more than a model writes at once. What is longer is mostly no answer, such as a log in
 * the wrong member.
 */
const longestAnswer = 100_000;
/** UTF-16 units that are analyzed however long the contexts are. */
const leastAnswer = 10_000;
/**
 * UTF-16 units of an answer times those of its contexts that are compared: the time for them grows with this product, to some seconds, and with texts of
 * numbers alone to half a minute.
 */
const mostCompared = 5e9;

/** A trace of which the answer is as long as it is analyzed, and what is left out of it. */
interface ReadableTrace {
	readonly trace: AnsweredTrace;
	/** Members of the record. Empty if the whole answer is analyzed. */
	readonly unread: Pick<AnalysisRecord, 'unread'>;
	/** The same in words. */
	readonly notes: readonly string[];
}

/** Returns a trace with the beginning of its answer, if that is very long for its contexts: it ends behind a line or a word. */
export function withReadableAnswer(trace: AnsweredTrace): ReadableTrace {
	const { text, map } = trace.response;
	const given = trace.contexts.reduce((sum, context) => sum + context.text.text.length, 0);
	const most = Math.max(leastAnswer, Math.min(longestAnswer, Math.floor(mostCompared / Math.max(given, 1))));
	if (text.length <= most) return { trace, unread: {}, notes: [] };
	const first = text.slice(0, most);
	const end = lastBreak(first) ?? wholeCharacters(first);
	const unread = { start: map.toDocument(end), end: map.toDocument(text.length), characters: text.length - end, of: text.length };
	return {
		trace: { ...trace, response: { ...trace.response, text: text.slice(0, end) } },
		unread: { unread },
		notes: [unreadAnswerSentence(unread)],
	};
}

/** Returns the end of the last line in the second half of a text, otherwise of the last word there. */
function lastBreak(text: string): number | undefined {
	return [text.lastIndexOf('\n'), text.lastIndexOf(' ')].find((at) => at > text.length / 2);
}

/** Returns the length of a text without half a surrogate pair at its end. */
function wholeCharacters(text: string): number {
	return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

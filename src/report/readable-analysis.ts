import type { AnalysisRecord, RecordedTruncation } from '../formats/analysis-record.ts';
import { isDataSetFile } from '../formats/file-names.ts';
import type { RecordedSupport } from '../formats/support-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { breaksOf, piecewiseMap, type Break } from '../text/piecewise-map.ts';

/** An analysis with its response, whose text the offsets of `record` point into, counted from `start`. */
export interface ReadableAnalysis {
	readonly record: AnalysisRecord;
	readonly response: {
		readonly start: number;
		readonly text: string;
		/** Where the parts of `text` are in the file, if it is not written there as it is. */
		readonly breaks?: readonly Break[] | undefined;
	};
}

/** Returns a response as clients get it: as it stands in its file or, if it is a string of a file of many records, without the string's escapes. */
export function responseIn(
	{ response: { text, map }, record }: AnsweredTrace,
	file: string,
	document: string,
): ReadableAnalysis['response'] {
	const start = map.toDocument(0);
	return record !== undefined || isDataSetFile(file)
		? { start, text, breaks: breaksOf(map) }
		: { start, text: document.slice(start, map.toDocument(map.length)) };
}

/** Returns an analysis for showing it. If the response has escapes in its file, the record's offsets are those in its text. */
export function readableAnalysis({ record, response }: ReadableAnalysis): ReadableAnalysis {
	const { text, breaks } = response;
	if (breaks === undefined) return { record, response };
	const map = piecewiseMap(breaks, text.length);
	const moved = <T extends { readonly start: number; readonly end: number }>(part: T): T => ({
		...part,
		start: map.toText(part.start),
		end: map.toText(part.end),
	});
	return {
		record: {
			...record,
			tokens: record.tokens.map(moved),
			sentences: record.sentences.map(moved),
			findings: record.findings.map(moved),
			...(record.support === undefined ? {} : { support: supportMoved(record.support, moved) }),
			...(record.starter === undefined ? {} : { starter: { ...record.starter, sentences: record.starter.sentences.map(moved) } }),
			...(record.recorded === undefined ? {} : { recorded: { ...record.recorded, labels: record.recorded.labels?.map(moved) ?? null } }),
			truncation: truncationMoved(record.truncation, moved),
		},
		response: { start: 0, text },
	};
}

type Moved = <T extends { readonly start: number; readonly end: number }>(part: T) => T;

function supportMoved({ values, sentences }: RecordedSupport, moved: Moved): RecordedSupport {
	return {
		values: values.map(moved),
		sentences: sentences.map((sentence) => ({
			...moved(sentence),
			missing: sentence.missing === null ? null : sentence.missing.map(moved),
		})),
	};
}

function truncationMoved(truncation: RecordedTruncation | null, moved: Moved): RecordedTruncation | null {
	return truncation === null ? null : { ...truncation, unscored: truncation.unscored === null ? null : moved(truncation.unscored) };
}

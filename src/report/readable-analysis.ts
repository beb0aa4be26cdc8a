import type { AnalysisRecord, RecordedTruncation } from '../formats/analysis-record.ts';
import { isDataSetFile } from '../formats/file-names.ts';
import type { RecordedSupport } from '../formats/support-record.ts';
import { jsonStringText } from '../formats/json-text.ts';

/** An analysis with its response, whose text the offsets of `record` point into, counted from `start`. */
export interface ReadableAnalysis {
	readonly record: AnalysisRecord;
	readonly response: { readonly start: number; readonly text: string };
}

/**
 * For showing it: a response that stands in its file as a JSON string, without the escapes, and the record's offsets with it.
 * Every other one is shown as it stands in its file.
 */
export function readableAnalysis({ record, response }: ReadableAnalysis): ReadableAnalysis {
	if (!isDataSetFile(record.file)) return { record, response };
	const { text, map } = jsonStringText(record.file, `"${response.text}"`, { start: 0, end: response.text.length + 2 });
	const moved = <T extends { readonly start: number; readonly end: number }>(part: T): T => ({
		...part,
		start: map.toText(part.start - response.start + 1),
		end: map.toText(part.end - response.start + 1),
	});
	return {
		record: {
			...record,
			tokens: record.tokens.map(moved),
			sentences: record.sentences.map(moved),
			findings: record.findings.map(moved),
			...(record.support === undefined ? {} : { support: supportMoved(record.support, moved) }),
			...(record.starter === undefined ? {} : { starter: { ...record.starter, sentences: record.starter.sentences.map(moved) } }),
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

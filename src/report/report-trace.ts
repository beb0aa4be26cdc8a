import type { AnalysisRecord } from '../formats/analysis-record.ts';
import type { SectionKind } from '../formats/trace.ts';

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
	/** The response as it stands in the file (JSON escapes aside), from `start`: the offsets of `record` point into it. */
	readonly response: { readonly start: number; readonly text: string };
}

import type { Place } from '../errors.ts';
import type { AnalysisRecord, Finding } from '../formats/analysis-record.ts';
import type { SubjectKey, SubjectKind } from '../formats/subject.ts';
import type { SectionKind } from '../formats/trace.ts';

/** How many findings nobody has ignored. */
export function openFindings({ findings }: { readonly findings: readonly Pick<Finding, 'ignored'>[] }): number {
	return findings.filter(({ ignored }) => !ignored).length;
}

/** A part of the prompt as logical text, in the order of the file; the response is not among them. */
export interface ReportSection {
	readonly kind: Exclude<SectionKind, 'response'>;
	/** A context's id; the section's heading otherwise. */
	readonly name: string;
	readonly text: string;
}

/** One analyzed trace of a report. */
export interface ReportTrace {
	readonly record: AnalysisRecord;
	readonly sections: readonly ReportSection[];
	/** The response as it stands in the file (JSON escapes aside), from `start`: the offsets of `record` point into it. */
	readonly response: { readonly start: number; readonly text: string };
}

/** A judged subject of a report that is no trace; traces have more to show (`ReportTrace`). */
export interface ReportSubject {
	readonly subject: SubjectKey & { readonly kind: Exclude<SubjectKind, 'trace'> };
	readonly text: string;
	/** `null` for what lies in no text file. */
	readonly place: Place | null;
	/** What was found in it as a whole. */
	readonly findings: readonly Omit<Finding, 'subject' | 'start' | 'end'>[];
}

import type { Place } from '../errors.ts';
import type { Finding } from '../formats/analysis-record.ts';
import type { SubjectKey, SubjectKind } from '../formats/subject.ts';

/** A judged subject of a report that is no trace; traces have more to show (`ReportTrace`). */
export interface ReportSubject {
	readonly subject: SubjectKey & { readonly kind: Exclude<SubjectKind, 'trace'> };
	readonly text: string;
	/** `null` for what lies in no text file. */
	readonly place: Place | null;
	/** What was found in it as a whole. */
	readonly findings: readonly Omit<Finding, 'subject' | 'start' | 'end'>[];
}

import type { TextRange } from '../../text/tagged-text.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { ProblemList } from '../problem-list.ts';
import type { RecordedScore, TraceLabel, TraceTurn } from '../trace.ts';
import type { Located } from './located.ts';

/** A document that another tool wrote. */
export interface ForeignDocument {
	readonly source: MappedText;
	readonly form: 'json' | 'csv';
	/** Reads the values of the document anew: JSON values in their order, or the rows of CSV. What is wrong is added to `problems`. */
	readonly values: (problems: ProblemList) => Iterable<Located>;
}

/** One retrieved text, before its ID is made different from the others. */
export interface ForeignContext {
	readonly id?: string | undefined;
	readonly text: MappedText;
	readonly score?: number | undefined;
}

/** What a tool recorded of one answer. Absent is what the record does not say. */
export interface ForeignTrace {
	/** The record, for messages. */
	readonly record: Located;
	readonly id?: string | undefined;
	readonly model?: string | undefined;
	readonly group?: string | undefined;
	readonly system?: MappedText | undefined;
	readonly history?: readonly TraceTurn[] | undefined;
	/** Absent where nobody asked, as for a summary. */
	readonly query?: MappedText | undefined;
	readonly contexts: readonly ForeignContext[];
	readonly response?: MappedText | undefined;
	readonly reference?: MappedText | undefined;
	readonly labels?: readonly TraceLabel[] | undefined;
	readonly undecided?: readonly TextRange[] | undefined;
	readonly scores?: readonly RecordedScore[] | undefined;
}

/** What was read of a document. */
export interface ForeignReading {
	readonly traces: readonly ForeignTrace[];
	/** Sentences about the whole document: what was read as what, where another reading is possible. */
	readonly notes?: readonly string[];
}

/** Part of a trace that is joined from several records. */
export interface TracePart {
	/** The ID that the parts of a trace have in common. */
	readonly trace: string;
	/** Whether the trace begins and ends with it, so that tools write it last. */
	readonly isRoot: boolean;
}

/** A format of another tool. */
export interface ForeignFormat {
	/** As messages call it, such as `RAGAS samples`. */
	readonly name: string;
	/** Whether a trace is joined from several records, which may be lines apart. */
	readonly joins?: true;
	/** Returns the parts of traces in one value of a document. Absent: nobody can tell when a trace is whole. */
	readonly partsIn?: (value: Located) => readonly TracePart[];
	/** Returns whether one of the first records of a document is in this format. `record` is an object. */
	readonly recognizes: (record: Located) => boolean;
	/**
	 * Reads the traces of a document that was recognized. What cannot be read is added to `problems` and costs nothing else.
	 */
	readonly read: (document: ForeignDocument, problems: ProblemList) => ForeignReading;
}

import type { TextRange } from '../text/tagged-text.ts';
import type { MappedText } from '../text/text-map.ts';
import type { ErrorNumber } from '../error-numbers.ts';

/** A document to read. */
export interface TextDocumentInput {
	/** Path or URI. */
	readonly document: string;
	readonly text: string;
}

/** A half-open range of UTF-16 code units in a document. */
export interface DocumentRange {
	readonly start: number;
	readonly end: number;
}

/** One retrieved text of a trace. */
export interface TraceContext {
	readonly id: string;
	readonly text: MappedText;
	/** The retriever's score, if the file has one. */
	readonly score?: number;
}

export type SectionKind = 'system' | 'query' | 'context' | 'response' | 'reference';

/** A section at its place in the document, for outline, folding and completion. */
export interface Section {
	readonly kind: SectionKind;
	/** The ID of a context, or the heading of any other section. */
	readonly name: string;
	readonly document: string;
	readonly heading: DocumentRange;
	/** From the heading to the end of the section's last nonblank line. */
	readonly range: DocumentRange;
}

/** A span of a response that somebody has found wrong. */
export interface TraceLabel {
	/** UTF-16 offsets in the response's text. The range is half-open, and `start` is before `end`. */
	readonly start: number;
	readonly end: number;
	/** Type in the words of the data set, such as `Evident Conflict`. */
	readonly type: string;
	/** What the annotator wrote. */
	readonly note?: string;
	/** Whether the contexts leave the value empty, and the response treats that as an answer. */
	readonly dueToNull?: boolean;
	/** Whether the span is true although no context says it. */
	readonly implicitTrue?: boolean;
}

/** What another tool, or a person who used it, says of a whole answer. */
export interface RecordedScore {
	/** In the tool's words, such as `faithfulness`. */
	readonly name: string;
	/** In the tool's own unit. */
	readonly value: number | boolean | string;
	/** Whether a person said it. Absent: a program did, or the file does not say who. */
	readonly byPerson?: true;
}

/** What was said before the question that a trace is about. */
export interface TraceTurn {
	readonly role: 'user' | 'assistant';
	readonly text: MappedText;
}

/** One retrieval-augmented interaction: the query, the retrieved contexts and the response. */
export interface Trace {
	readonly id: string;
	/** Model that wrote the response, if the file names it. */
	readonly model?: string;
	readonly tags: readonly string[];
	/** Topic of the trace, in the file's words. Traces of one group are not independent draws, even if they are in different files. */
	readonly group?: string;
	readonly system?: MappedText;
	/** Earlier turns of the conversation, in their order. */
	readonly history?: readonly TraceTurn[];
	/** Empty if nobody asked, as for a summary. */
	readonly query: MappedText;
	readonly contexts: readonly TraceContext[];
	readonly response?: MappedText;
	readonly reference?: MappedText;
	/**
	 * Labels in the order of the file. Empty: somebody has looked and found nothing wrong. Absent: nobody has looked, or the labels cannot be
	 * read.
	 */
	readonly labels?: readonly TraceLabel[];
	/** Scores that the file has for the answer. Absent if there are none. */
	readonly scores?: readonly RecordedScore[];
	/**
	 * UTF-16 ranges of the response's text about which the judges have decided nothing. A sentence in such a range counts as neither right
	 * nor wrong.
	 */
	readonly undecided?: readonly TextRange[];
	/** Sections of the document, if it holds only this trace. Empty in a file of many records. */
	readonly sections: readonly Section[];
	/** The record that the trace was read from, in the document of the response, if another tool wrote the file. */
	readonly record?: DocumentRange;
}

/** A change of the document that fixes a problem. */
export interface ProblemFix {
	/** What the user states by choosing this fix. */
	readonly title: string;
	/** Edits in the order of the document. No two of them touch. */
	readonly edits: readonly { readonly range: DocumentRange; readonly newText: string }[];
}

/** Something in a file that could not be read as expected. The other traces of the file are read. */
export interface FormatProblem {
	readonly code: ErrorNumber;
	/**
	 * Severity for a problem where everything was read, but perhaps not as it was meant. `warning`: it probably matters. Absent: an error.
	 */
	readonly severity?: 'hint' | 'warning';
	/** Ways to fix the problem, the likeliest first. */
	readonly fixes?: readonly ProblemFix[];
	readonly message: string;
	readonly hint?: string;
	readonly document: string;
	readonly range: DocumentRange;
	/**
	 * Line of the start of `range`, from 1. It is set if the reader has counted lines, because the file may be too large to read again for
	 * that.
	 */
	readonly line?: number;
}

/** Returns whether the problem means that something could not be read. */
export function isFailure({ severity }: FormatProblem): boolean {
	return severity === undefined;
}

/** What was read from one document or from a prompt/response pair. */
export interface ParsedTraces {
	readonly traces: readonly Trace[];
	/** Sections of the whole file, in order. They are here even if no trace could be made from them. */
	readonly sections: readonly Section[];
	readonly problems: readonly FormatProblem[];
}

import type { TextRange } from '../text/tagged-text.ts';
import type { MappedText } from '../text/text-map.ts';
import type { ErrorNumber } from '../error-numbers.ts';

/** A document to read. */
export interface TextDocumentInput {
	/** Path or URI. */
	readonly document: string;
	readonly text: string;
}

/** Half-open range of UTF-16 code units in a document. */
export interface DocumentRange {
	readonly start: number;
	readonly end: number;
}

/** One retrieved text of a trace. */
export interface TraceContext {
	readonly id: string;
	readonly text: MappedText;
	/** The retriever's score, where the file has one. */
	readonly score?: number;
}

export type SectionKind = 'system' | 'query' | 'context' | 'response' | 'reference';

/** A section as it stands in its document, for outline, folding and completion. */
export interface Section {
	readonly kind: SectionKind;
	/** The context's id; the section's heading otherwise. */
	readonly name: string;
	readonly document: string;
	readonly heading: DocumentRange;
	/** From the heading to the end of the section's last non-blank line. */
	readonly range: DocumentRange;
}

/** A span of a response that somebody has found wrong. */
export interface TraceLabel {
	/** UTF-16 offsets in the response's text, half-open, `start` before `end`. */
	readonly start: number;
	readonly end: number;
	/** In the words of the data set, such as `Evident Conflict`. */
	readonly type: string;
	/** What the annotator wrote. */
	readonly note?: string;
	/** The contexts leave the value empty, and the response takes that for an answer. */
	readonly dueToNull?: boolean;
	/** It is true, but no context says it. */
	readonly implicitTrue?: boolean;
}

/** One retrieval-augmented interaction: what was asked, what was retrieved, what was answered. */
export interface Trace {
	readonly id: string;
	/** Model that wrote the response, where the file names it. */
	readonly model?: string;
	readonly tags: readonly string[];
	/** What it is about, in the file's words: traces of one group are no independent draws, whichever files they lie in. */
	readonly group?: string;
	readonly system?: MappedText;
	readonly query: MappedText;
	readonly contexts: readonly TraceContext[];
	readonly response?: MappedText;
	readonly reference?: MappedText;
	/** In the order of the file. Empty: somebody has looked and found nothing wrong; absent: nobody has, or what was found cannot be read. */
	readonly labels?: readonly TraceLabel[];
	/** UTF-16 ranges of the response's text that whoever judged it has decided nothing about: a sentence of them is neither right nor wrong. */
	readonly undecided?: readonly TextRange[];
	/** Sections of the document that holds this trace alone; empty in a file of many records. */
	readonly sections: readonly Section[];
}

/** A change of the document that mends a problem. */
export interface ProblemFix {
	/** Says what the user states by it. */
	readonly title: string;
	/** In the order of the document; none touches another. */
	readonly edits: readonly { readonly range: DocumentRange; readonly newText: string }[];
}

/** Something in a file that could not be read as expected; the other traces of the file are read. */
export interface FormatProblem {
	readonly code: ErrorNumber;
	/** Everything was read, but perhaps not as it was meant: `warning` if it probably matters; absent: an error. */
	readonly severity?: 'hint' | 'warning';
	/** Ways to mend it, the likeliest first. */
	readonly fixes?: readonly ProblemFix[];
	readonly message: string;
	readonly hint?: string;
	readonly document: string;
	readonly range: DocumentRange;
	/** Of the beginning of `range`, from 1, where whoever read it has counted lines: the file may be too large to be read for that again. */
	readonly line?: number;
}

/** Whether something could not be read. */
export function isFailure({ severity }: FormatProblem): boolean {
	return severity === undefined;
}

/** What was read from one document (or from a prompt/response pair). */
export interface ParsedTraces {
	readonly traces: readonly Trace[];
	/** Of the whole file, in order, also when no trace could be made of them. */
	readonly sections: readonly Section[];
	readonly problems: readonly FormatProblem[];
}

import { TextDocument } from 'vscode-languageserver-textdocument';
import { foreignHeadLength, longestForeignDocument, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { readForeign, recognizeForeign } from '../../formats/foreign/registry.ts';
import type { ParsedTraces } from '../../formats/trace.ts';
import { plural } from '../../wording/phrases.ts';

/** What was read of an open document that another tool wrote. */
interface ForeignReading {
	readonly version: number;
	readonly parsed: ParsedTraces;
	/** Sentences about the whole document. The first names its format. */
	readonly notes: readonly string[];
	/** The document as it was read. */
	readonly copy: TextDocument;
}

/**
 * Whether each open document holds another tool's traces. A document that once did stays one until it is closed: while somebody edits it, it may
 * not be valid for a moment.
 */
const recognized = new WeakMap<TextDocument, { readonly version: number; readonly isForeign: boolean }>();
const readings = new WeakMap<TextDocument, ForeignReading>();

/** Returns whether an open document holds the traces of another tool, by its name, its length and its beginning. */
export function isForeignDocument(document: TextDocument): boolean {
	const known = recognized.get(document);
	if (known !== undefined && (known.isForeign || known.version === document.version)) return known.isForeign;
	const { uri, version } = document;
	const isForeign = mayBeForeign(uri) && holdsTraces(uri, document.getText());
	recognized.set(document, { version, isForeign });
	return isForeign;
}

function holdsTraces(document: string, text: string): boolean {
	return text.length <= longestForeignDocument && recognizeForeign({ document, text: text.slice(0, foreignHeadLength) }) !== null;
}

/** Reads the traces of an open document that another tool wrote. */
export function readForeignDocument(document: TextDocument): ForeignReading {
	const known = readings.get(document);
	if (known?.version === document.version) return known;
	const { uri, languageId, version } = document;
	const copy = TextDocument.create(uri, languageId, version, document.getText());
	const reading = { version, copy, ...readText(uri, copy.getText()) };
	readings.set(document, reading);
	return reading;
}

function readText(document: string, text: string): Pick<ForeignReading, 'parsed' | 'notes'> {
	const read = readForeign({ document, text });
	if (read === null || read.format === null) return { parsed: { traces: [], sections: [], problems: read?.problems ?? [] }, notes: [] };
	return { parsed: read, notes: [`Read as ${read.format}: ${plural(read.traces.length, 'trace')}.`, ...read.notes] };
}

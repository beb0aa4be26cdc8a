import { lstatSync, readSync } from 'node:fs';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { withFileSync } from '../../files/read-file.ts';
import { foreignHeadLength, longestForeignDocument, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { mappingFor, mappingsFileBeside } from '../../formats/foreign/kept-mappings.ts';
import { readForeign, recognizeForeign } from '../../formats/foreign/registry.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import type { ParsedTraces } from '../../formats/trace.ts';
import { plural } from '../../wording/phrases.ts';
import { pathOf } from '../lsp/uris.ts';

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
	return (
		text.length <= longestForeignDocument &&
		recognizeForeign({ document, text: text.slice(0, foreignHeadLength) }, keptMappingOf(document)) !== null
	);
}

/**
 * Returns the mapping that is kept beside a document. It reads the file at once, because editors ask which documents hold traces without waiting.
 * A link is not followed. A list that is not as expected counts as none: the editor marks what is wrong in the list itself, by its schema.
 */
function keptMappingOf(uri: string): RowMapping | undefined {
	const path = pathOf(uri);
	if (path === undefined) return undefined;
	const beside = mappingsFileBeside(path);
	try {
		if (lstatSync(beside, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
		const text = withFileSync(beside, fileKinds.mappings, (descriptor, size) => {
			const bytes = Buffer.alloc(size);
			return bytes.toString('utf8', 0, readSync(descriptor, bytes));
		});
		return mappingFor(path, text);
	} catch (error) {
		if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) return undefined;
		throw error;
	}
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
	const read = readForeign({ document, text }, keptMappingOf(document));
	if (read === null || read.format === null) return { parsed: { traces: [], sections: [], problems: read?.problems ?? [] }, notes: [] };
	return { parsed: read, notes: [`Read as ${read.format}: ${plural(read.traces.length, 'trace')}.`, ...read.notes] };
}

import { TextDocument } from 'vscode-languageserver-textdocument';
import { fileKind, pairFiles, sidecarFile, traceName } from '../../formats/file-names.ts';
import { readRagMarkdown } from '../../formats/rag-md.ts';
import { readTraces } from '../../formats/read-traces.ts';
import type { ParsedTraces } from '../../formats/trace.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { shownTrace } from '../../formats/readable-uri.ts';
import { canonicalUri, pathOf } from '../lsp/uris.ts';
import { isForeignDocument, readForeignDocument } from './foreign-documents.ts';

/** One unit of analysis: a `*.rag.md`, or both halves of a pair. */
export interface TraceFile {
	/** Its name among trace files: the URI of the document that holds the response. */
	readonly key: string;
	/** Its documents' URIs; the last one holds the response. */
	readonly uris: readonly string[];
	/** Whether another tool wrote it. Then it may hold many traces. */
	readonly isForeign?: true;
}

/** Language of `*.rag.md`; a document without a name (`untitled:`) is known by it. */
const traceLanguage = 'rag-trace';

/** Returns the trace file that `uri` belongs to, by its name, or by the language of an open document with another name. */
export function traceFileOf(uri: string, open: OpenDocuments): TraceFile | undefined {
	switch (fileKind(uri)) {
		case null:
			return ofOpenDocument(uri, open.get(uri));
		case 'rag-md':
			return { key: uri, uris: [uri] };
		// Thousands of traces are nothing to analyze because somebody opened their file; the command line reads data sets.
		case 'ragtruth-responses':
		case 'ragtruth-sources':
			return undefined;
		case 'prompt':
		case 'response': {
			const { prompt, response } = pairFiles(uri);
			return { key: response, uris: [prompt, response] };
		}
	}
}

/** Returns a document that no name says to be a trace: it has the language of traces, or another tool's traces are in it. */
function ofOpenDocument(uri: string, document: TextDocument | undefined): TraceFile | undefined {
	if (document === undefined) return undefined;
	if (document.languageId === traceLanguage) return { key: uri, uris: [uri] };
	return isForeignDocument(document) ? { key: uri, uris: [uri], isForeign: true } : undefined;
}

/** Returns whether the results of `file` depend on the document at `uri`: either half of a pair, or the sidecar. */
export function dependsOn({ uris, key }: TraceFile, uri: string): boolean {
	return [...uris, sidecarFile(fileBehind(key))].some((mine) => canonicalUri(mine) === canonicalUri(uri));
}

/** The file of the disk that a document shows: its own, or that of the trace which a readable document shows. */
function fileBehind(uri: string): string {
	return shownTrace(uri)?.file ?? uri;
}

/** Returns the path of the file with the ignored findings and labels of a document; `undefined` for one that shows no file of the disk. */
export function sidecarPath(uri: string): string | undefined {
	return pathOf(sidecarFile(fileBehind(uri)));
}

/** A trace file as it was read at one moment. */
export interface ReadTraceFile extends TraceFile {
	readonly parsed: ParsedTraces;
	/** Documents by URI, immutable copies: positions in them stay what they are. */
	readonly documents: ReadonlyMap<string, TextDocument>;
	/** Sentences about the whole file, if another tool wrote it. The first names its format. */
	readonly notes?: readonly string[];
}

/** Reads the file's documents, open ones as they are in the editor; `undefined` for half of a pair and for a file that is gone. */
export async function readTraceFile(file: TraceFile, open: OpenDocuments): Promise<ReadTraceFile | undefined> {
	if (file.isForeign === true) return foreignFile(file, open.get(file.key));
	const documents = new Map<string, TextDocument>();
	const read = async (uri: string): Promise<string | undefined> => {
		const found = await open.read(uri);
		if (found === undefined) return undefined;
		documents.set(uri, TextDocument.create(uri, 'markdown', found.version, found.text));
		return found.text;
	};
	const text = await read(file.key);
	if (text === undefined) return undefined;
	const parsed =
		fileKind(file.key) === null ? readRagMarkdown(file.key, text, traceName(file.key)) : await readTraces(file.key, text, read);
	return parsed === null ? undefined : { ...file, parsed, documents };
}

/** Another tool's file, as it is in the editor. It is read once for each version, because editors ask for parts of it all the time. */
function foreignFile(file: TraceFile, document: TextDocument | undefined): ReadTraceFile | undefined {
	if (document === undefined) return undefined;
	const { parsed, notes, copy } = readForeignDocument(document);
	return { ...file, parsed, notes, documents: new Map([[file.key, copy]]) };
}

/** Returns whether the editor still has the texts that were read. It compares texts, not versions. */
export function isCurrent({ documents }: Pick<ReadTraceFile, 'documents'>, open: OpenDocuments): boolean {
	return [...documents.values()].every((read) => {
		const now = open.get(read.uri);
		return now === undefined || now.getText() === read.getText();
	});
}

/** Resolves to whether the documents of a file, open or on the disk, still have the texts that were read. Rejects as `readTraceFile` does. */
export async function isAsRead(read: ReadTraceFile, open: OpenDocuments): Promise<boolean> {
	const now = await readTraceFile(read, open);
	return [...read.documents].every(([uri, document]) => now?.documents.get(uri)?.getText() === document.getText());
}

/** Returns the document of a trace file at a URI, also if the URI is escaped in another way. */
export function documentOf(read: ReadTraceFile, uri: string) {
	const here = canonicalUri(uri);
	return [...read.documents.values()].find((document) => canonicalUri(document.uri) === here);
}

/** Order of jobs by what a person looks at: visible documents in their order, then everything else. */
export class VisibleFirst {
	readonly #open: OpenDocuments;
	#keys: readonly string[] = [];

	constructor(open: OpenDocuments) {
		this.#open = open;
	}

	/** `uris`: visible documents, the active one first; either half of a pair stands for both. */
	set(uris: readonly string[]): void {
		this.#keys = uris.map((uri) => canonicalUri(traceFileOf(uri, this.#open)?.key ?? uri));
	}

	/** 0 for the active document's trace file; the same for all that are not visible. */
	rank(owner: string): number {
		const at = this.#keys.indexOf(canonicalUri(owner));
		return at === -1 ? this.#keys.length : at;
	}
}

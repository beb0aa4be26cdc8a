import { fileKind, pairFiles } from '../../formats/file-names.ts';
import { readTraces } from '../../formats/read-traces.ts';
import type { ParsedTraces } from '../../formats/trace.ts';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { OpenDocuments } from './open-documents.ts';

/** One unit of analysis: a `*.rag.md`, or both halves of a pair. */
export interface TraceFile {
	/** Its name among trace files: the URI of the document that holds the response. */
	readonly key: string;
	/** Its documents' URIs; the last one holds the response. */
	readonly uris: readonly string[];
}

/** What `uri` belongs to, by its name alone. */
export function traceFileOf(uri: string): TraceFile | undefined {
	switch (fileKind(uri)) {
		case null: return undefined;
		case 'rag-md': return { key: uri, uris: [uri] };
		case 'prompt':
		case 'response': {
			const { prompt, response } = pairFiles(uri);
			return { key: response, uris: [prompt, response] };
		}
	}
}

/** A trace file as it was read at one moment. */
export interface ReadTraceFile extends TraceFile {
	readonly parsed: ParsedTraces;
	/** Documents by URI, immutable copies: positions in them stay what they are. */
	readonly documents: ReadonlyMap<string, TextDocument>;
	/** The editor's versions of the documents that were open. */
	readonly versions: ReadonlyMap<string, number>;
}

/** Reads the file's documents, open ones as they are in the editor; `undefined` for half of a pair and for a file that is gone. */
export async function readTraceFile(file: TraceFile, open: OpenDocuments): Promise<ReadTraceFile | undefined> {
	const documents = new Map<string, TextDocument>();
	const versions = new Map<string, number>();
	const read = async (uri: string): Promise<string | undefined> => {
		const found = await open.read(uri);
		if (found === undefined) return undefined;
		documents.set(uri, TextDocument.create(uri, 'markdown', found.version ?? 0, found.text));
		if (found.version !== null) versions.set(uri, found.version);
		return found.text;
	};
	const text = await read(file.key);
	if (text === undefined) return undefined;
	const parsed = await readTraces(file.key, text, read);
	return parsed === null ? undefined : { ...file, parsed, documents, versions };
}

/** Whether the editor still holds what was read. */
export function isCurrent(read: Pick<ReadTraceFile, 'uris' | 'versions'>, open: OpenDocuments): boolean {
	return read.uris.every((uri) => open.get(uri)?.version === read.versions.get(uri));
}

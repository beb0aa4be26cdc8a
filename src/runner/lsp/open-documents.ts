import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Connection } from 'vscode-languageserver/node';
import { fileKinds } from '../../files/file-kind.ts';
import { tooLarge, unreadable } from '../../files/unreadable.ts';
import { readText } from '../../files/read-file.ts';
import { fileKind, isDataSetFile } from '../../formats/file-names.ts';
import { mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import type { Log } from './log.ts';
import { canonicalUri, pathOf } from './uris.ts';

/** A document as it was at one moment. `version` is the editor's version, or 0 for a document that was read from disk. */
export interface DocumentText {
	/** URI of the document. If it is open, it is spelled as the editor spells it. */
	readonly uri: string;
	readonly version: number;
	readonly text: string;
}

/** The texts that the editor has open. They come before the texts on disk. */
export class OpenDocuments {
	readonly #open = new Map<string, TextDocument>();

	/** Adds an open document, or replaces it. */
	set(document: TextDocument): void {
		this.#open.set(canonicalUri(document.uri), document);
	}

	/** Removes a document that was closed. */
	delete(uri: string): void {
		this.#open.delete(canonicalUri(uri));
	}

	/** Returns an open document, or `undefined` if it is not open. */
	get(uri: string): TextDocument | undefined {
		return this.#open.get(canonicalUri(uri));
	}

	/** Returns all open documents. */
	all(): TextDocument[] {
		return [...this.#open.values()];
	}

	/**
	 * Reads the text at `uri` without its byte order mark, as editors do. Resolves to `undefined` if there is none. Rejects with RA506 or
	 * RA513 if there is a text that cannot be read.
	 */
	async read(uri: string): Promise<DocumentText | undefined> {
		const open = this.get(uri);
		const path = pathOf(uri);
		if (open !== undefined) return opened(open, path);
		if (path === undefined) return undefined;
		const text = await readTraceText(path);
		return text === undefined ? undefined : { uri, version: 0, text: text.replace(/^\uFEFF/, '') };
	}
}

/**
 * Returns an open document as a text.
 * @throws {UserError} RA506 for a text that is longer than the largest file that is read.
 */
function opened(document: TextDocument, path: string | undefined): DocumentText {
	const text = document.getText();
	const kind = mayBeForeign(document.uri) ? fileKinds.dataSet : fileKinds.trace;
	if (text.length > kind.max) throw unreadable(path ?? document.uri, kind, new Error(tooLarge(text.length, kind.max)));
	return { uri: document.uri, version: document.version, text };
}

export interface DocumentEvents {
	readonly opened: (uri: string) => void;
	readonly edited: (uri: string) => void;
	readonly saved: (uri: string) => void;
	readonly closed: (uri: string) => void;
}

/**
 * Keeps the open documents as the editor has them.
 * Messages out of order (a change of a document that is not open, or of an older version) are logged and dropped. Applied to another text,
 * they would create a text that nobody has.
 */
export function syncDocuments(connection: Connection, open: OpenDocuments, log: Log, events: DocumentEvents): void {
	connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
		if (open.get(uri) !== undefined) log.warn(`opened twice: ${uri}`);
		open.set(TextDocument.create(uri, languageId, version, text));
		events.opened(uri);
	});
	connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
		const document = open.get(uri);
		if (document === undefined || version < document.version) {
			log.warn(document === undefined ? `changed but not open: ${uri}` : `changed to version ${version} after ${document.version}: ${uri}`);
			return;
		}
		const before = document.getText();
		TextDocument.update(document, contentChanges, version);
		if (document.getText() !== before) events.edited(document.uri);
	});
	connection.onDidSaveTextDocument(({ textDocument: { uri } }) => events.saved(uri));
	connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
		const document = open.get(uri);
		if (document === undefined) return log.warn(`closed but not open: ${uri}`);
		events.closed(document.uri);
	});
}

/**
 * Reads the text of a trace file, of half of a pair, of a data set or of another tool's file, with its byte order mark. So offsets are those of the file on disk.
 * Resolves to `undefined` if there is none. Rejects with RA506 or RA513.
 */
export function readTraceText(path: string): Promise<string | undefined> {
	return readText(path, isDataSetFile(path) || fileKind(path) === null ? fileKinds.dataSet : fileKinds.trace);
}

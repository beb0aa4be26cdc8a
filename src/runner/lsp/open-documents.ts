import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Connection } from 'vscode-languageserver/node';
import { fileKinds } from '../../files/file-kind.ts';
import { tooLarge, unreadable } from '../../files/unreadable.ts';
import { readText } from '../../files/read-file.ts';
import { isDataSetFile } from '../../formats/file-names.ts';
import type { Log } from './log.ts';
import { canonicalUri, pathOf } from './uris.ts';

/** A document as it was at one moment: `version` is the editor's, or 0 for one read from the disk. */
export interface DocumentText {
	/** As the editor writes it where it is open. */
	readonly uri: string;
	readonly version: number;
	readonly text: string;
}

/** The texts that the editor has open, before those of the disk. */
export class OpenDocuments {
	readonly #open = new Map<string, TextDocument>();

	set(document: TextDocument): void {
		this.#open.set(canonicalUri(document.uri), document);
	}

	delete(uri: string): void {
		this.#open.delete(canonicalUri(uri));
	}

	get(uri: string): TextDocument | undefined {
		return this.#open.get(canonicalUri(uri));
	}

	all(): TextDocument[] {
		return [...this.#open.values()];
	}

	/** The text at `uri`, byte order mark aside as editors do; `undefined` when there is none. Rejects with RA506 or RA513 when there is one that cannot be read. */
	async read(uri: string): Promise<DocumentText | undefined> {
		const open = this.get(uri);
		const path = pathOf(uri);
		if (open !== undefined) return opened(open, path);
		if (path === undefined) return undefined;
		const text = await readTraceText(path);
		return text === undefined ? undefined : { uri, version: 0, text: text.replace(/^\uFEFF/, '') };
	}
}

/** @throws {UserError} RA506 for a text that is longer than a file that would be read. */
function opened(document: TextDocument, path: string | undefined): DocumentText {
	const text = document.getText();
	const { max } = fileKinds.trace;
	if (text.length > max) throw unreadable(path ?? document.uri, fileKinds.trace, new Error(tooLarge(text.length, max)));
	return { uri: document.uri, version: document.version, text };
}

export interface DocumentEvents {
	readonly opened: (uri: string) => void;
	readonly edited: (uri: string) => void;
	readonly saved: (uri: string) => void;
	readonly closed: (uri: string) => void;
}

/**
 * Keeps the open documents as the editor has them. Messages out of order (a change of what is not open, or of an older
 * version) are logged and dropped: applied to another text they would make one that nobody has.
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
 * The text of a trace file, of half of a pair or of a data set, with its byte order mark: offsets are those of the file as it is on
 * disk; `undefined` when there is none. Rejects with RA506 or RA513.
 */
export function readTraceText(path: string): Promise<string | undefined> {
	return readText(path, isDataSetFile(path) ? fileKinds.dataSet : fileKinds.trace);
}

import type { Connection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Log } from '../log.ts';
import type { OpenDocuments } from './open-documents.ts';

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

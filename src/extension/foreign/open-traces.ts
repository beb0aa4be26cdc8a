import * as vscode from 'vscode';
import { longestForeignDocument, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { bytesInWords } from '../../wording/numbers.ts';
import { activeTrace } from '../commands/command.ts';
import type { Session } from '../session.ts';
import { mayBeOurs } from '../vscode/documents.ts';
import { showInformationMessage } from '../vscode/messages.ts';
import { isForeign } from './foreign-documents.ts';

/** The trace in the active editor, also if its document has only now become one; undefined after saying what to do. */
export async function traceInEditor(session: Session): Promise<vscode.TextEditor | undefined> {
	const { editor } = session.active;
	if (editor === undefined || mayBeOurs(editor.document) || !mayBeForeign(editor.document.uri.path)) return activeTrace(session);
	return (await serveTraces(session, editor.document)) ? editor : undefined;
}

/** Opens a file that somebody wants analyzed, and has the runner serve it; undefined after saying why it holds no traces. */
export async function openTraces(session: Session, uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
	// A file that VS Code shows as text only in part is read by the command line alone.
	const { size } = await vscode.workspace.fs.stat(uri);
	if (mayBeForeign(uri.path) && size > 4 * longestForeignDocument) {
		await showInformationMessage(tooLong(uri, size));
		return undefined;
	}
	const document = await vscode.workspace.openTextDocument(uri);
	await vscode.window.showTextDocument(document, { preview: false });
	if (mayBeOurs(document) || (await serveTraces(session, document))) return document;
	return undefined;
}

/** Has the runner serve a document, if it holds the traces of another tool; otherwise it says why not. */
async function serveTraces({ runner, served }: Session, document: vscode.TextDocument): Promise<boolean> {
	const { length } = document.getText();
	if (await isForeign(document, true)) {
		await runner.start();
		served.serve(document);
		return true;
	}
	await showInformationMessage(
		length > longestForeignDocument
			? tooLong(document.uri, length)
			: 'This file holds no traces that RAG Assay knows: a question, contexts and an answer, as a tool or a data set writes them.',
	);
	return false;
}

function tooLong({ path }: vscode.Uri, size: number): string {
	return `This file has ${bytesInWords(size)}, which is too long for the editor (${bytesInWords(longestForeignDocument)}). Run rag-assay analyze ${path.slice(path.lastIndexOf('/') + 1)} on the command line.`;
}

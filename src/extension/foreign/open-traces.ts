import * as vscode from 'vscode';
import { foreignHeadLength, longestForeignDocument, mappingsFileName, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { activeTrace } from '../commands/command.ts';
import type { Session } from '../session.ts';
import { mayBeOurs } from '../vscode/documents.ts';
import { showInformationMessage } from '../vscode/messages.ts';
import { isForeign, mappingsText, mappingsUri } from './foreign-documents.ts';
import { openLargeFile } from './large-file.ts';

/** The trace in the active editor, also if its document has only now become one; undefined after saying what to do. */
export async function traceInEditor(session: Session): Promise<vscode.TextEditor | undefined> {
	const { editor } = session.active;
	if (editor === undefined || mayBeOurs(editor.document) || !mayBeForeign(editor.document.uri.path)) return activeTrace(session);
	return (await serveTraces(session, editor.document)) ? editor : undefined;
}

/** Opens a file that somebody wants analyzed, and has the runner serve it; undefined after saying why it holds no traces. */
export async function openTraces(session: Session, uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
	// A text that long takes at least so many bytes. Of files over 50 MB, VS Code gives extensions no text.
	const { size } = await vscode.workspace.fs.stat(uri);
	if (mayBeForeign(uri.path) && size > 3 * longestForeignDocument) {
		await openLargeFile(session, uri);
		return undefined;
	}
	const document = await vscode.workspace.openTextDocument(uri);
	await vscode.window.showTextDocument(document, { preview: false });
	if (mayBeOurs(document) || (await serveTraces(session, document))) return document;
	return undefined;
}

/** Has the runner serve a document, if it holds the traces of another tool; otherwise it says why not. */
async function serveTraces(session: Session, document: vscode.TextDocument): Promise<boolean> {
	const { runner, served } = session;
	const { length } = document.getText();
	if (await isForeign(document, true)) {
		await runner.start();
		served.serve(document);
		return true;
	}
	if (length > longestForeignDocument) await openLargeFile(session, document.uri);
	else if (await proposeMapping(document)) return serveTraces(session, document);
	return false;
}

/**
 * Says that a document is in no known format, and offers to read it by what the names of its members say.
 * @returns whether a mapping for it is kept now
 * @throws {UserError} RA166 if the list of mappings is not as expected.
 */
async function proposeMapping(document: vscode.TextDocument): Promise<boolean> {
	const { path } = document.uri;
	const [{ readForeign }, { mappingFor, withMapping }, text] = await Promise.all([
		import('../../formats/foreign/registry.ts'),
		import('../../formats/foreign/kept-mappings.ts'),
		mappingsText(document),
	]);
	const kept = mappingFor(path, text);
	const content = readForeign({ document: path, text: document.getText().slice(0, foreignHeadLength) });
	if (content === null || content.format !== null || content.proposal === null || kept !== undefined) {
		await showInformationMessage(
			kept === undefined
				? 'RAG Assay found no traces in this file. It looked for a question, contexts and an answer, as tools and data sets write them.'
				: `No record of this file has \`${kept.answer}\`, which ${mappingsFileName} names as the answer.`,
		);
		return false;
	}
	const { question, contexts, answer } = content.proposal;
	const use = 'Use It';
	const change = 'Change It';
	const chosen = await showInformationMessage(
		`RAG Assay does not know the format of this file. Probably \`${question}\` is the question, \`${contexts}\` the contexts, and \`${answer}\` the answer. RAG Assay saves this mapping in ${mappingsFileName} beside the file.`,
		use,
		change,
	);
	if (chosen === undefined) return false;
	const uri = mappingsUri(document);
	await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(withMapping(path, content.proposal, await mappingsText(document))));
	if (chosen === change) await vscode.window.showTextDocument(uri);
	return chosen === use;
}

import * as vscode from 'vscode';
import { mayBeOurs } from '../vscode/documents.ts';
import type { Session } from '../session.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** What a command does; it may reject, and the failure is shown to the user. */
export type Command = (session: Session, ...args: readonly unknown[]) => Promise<unknown>;

/** The trace in the active editor, or undefined after saying what to do. */
export function activeTrace({ active: { editor } }: Session): vscode.TextEditor | undefined {
	if (editor !== undefined && mayBeOurs(editor.document)) return editor;
	void showInformationMessage('Open a trace first: a *.rag.md file, or the .prompt.md or .response.md of a pair.');
	return undefined;
}

/** An editor on a document: one that is visible, or a new one. */
export async function editorOn(uri: vscode.Uri): Promise<vscode.TextEditor> {
	const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
	return visible ?? vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

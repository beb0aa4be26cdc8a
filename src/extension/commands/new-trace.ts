import * as vscode from 'vscode';
import { languageId } from '../vscode/workspace-text.ts';
import type { Command } from './command.ts';

/** Opens an empty trace with its sections, and goes from blank to blank with Tab. */
export const newTrace: Command = async () => {
	const document = await vscode.workspace.openTextDocument({ language: languageId });
	await vscode.window.showTextDocument(document);
	await vscode.commands.executeCommand('editor.action.insertSnippet', { langId: languageId, name: 'New trace' });
};

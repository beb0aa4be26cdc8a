import * as vscode from 'vscode';
import { resolveSettings, type Settings } from './settings.ts';

/** The section of all our settings. */
export const section = 'ragAssay';

export function currentSettings(): Settings {
	const configuration = vscode.workspace.getConfiguration(section);
	return resolveSettings((key) => configuration.get(key), vscode.workspace.isTrusted, firstFolder());
}

/** Path of the workspace's first folder; `undefined` where none is open. */
export function firstFolder(): string | undefined {
	return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
}

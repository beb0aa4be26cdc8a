import * as vscode from 'vscode';
import { firstFolder, section } from '../configuration.ts';
import { profileFileOf, profileSettingOf } from '../profile-path.ts';

const key = 'private.corpus';

/** The folder that budgets belong to. */
export interface Corpus {
	readonly path: string;
	readonly label: string;
	/** No setting names it: it is the workspace's. */
	readonly byDefault: boolean;
}

/** The corpus that the settings name, or the workspace's folder; `null` where neither is. */
export function corpusFolder(): Corpus | null {
	const named = vscode.workspace.getConfiguration(section).get<string>(key, '').trim();
	const folder = firstFolder();
	if (named === '') return folder === undefined ? null : { path: folder, label: labelOf(folder), byDefault: true };
	const path = profileFileOf(named, folder);
	return { path, label: labelOf(path), byDefault: false };
}

/** Asks for the corpus's folder, and names it in the settings of the workspace; `false` when nobody chose one. */
export async function pickCorpusFolder(): Promise<boolean> {
	const present = corpusFolder();
	const [chosen] =
		(await vscode.window.showOpenDialog({
			title: 'The corpus’s folder: its budget is kept in it',
			openLabel: 'Choose',
			canSelectFiles: false,
			canSelectFolders: true,
			...(present === null ? {} : { defaultUri: vscode.Uri.file(present.path) }),
		})) ?? [];
	if (chosen === undefined) return false;
	const folder = firstFolder();
	const setting = chosen.fsPath === folder ? undefined : profileSettingOf(chosen.fsPath, folder);
	await vscode.workspace.getConfiguration(section).update(key, setting, vscode.ConfigurationTarget.Workspace);
	return true;
}

function labelOf(path: string): string {
	const uri = vscode.Uri.file(path);
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	return folder?.uri.fsPath === path ? folder.name : vscode.workspace.asRelativePath(uri);
}

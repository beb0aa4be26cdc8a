import * as vscode from 'vscode';
import { asProfileFile, profileFileName } from '../../formats/profile-name.ts';

/** Asks where a profile goes, beside what the workspace has, and before it takes the place of another file. Undefined: nowhere. */
export async function askForProfileFile(name: string): Promise<vscode.Uri | undefined> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const chosen = await vscode.window.showSaveDialog({
		title: 'Save the Profile',
		saveLabel: 'Save',
		filters: { 'Calibration profile': ['json'] },
		...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, profileFileName(name)) }),
	});
	if (chosen === undefined) return undefined;
	const target = chosen.with({ path: asProfileFile(chosen.path) });
	// The dialog has asked about the file that it was given, not about this one.
	if (target.path === chosen.path || !(await exists(target))) return target;
	const replace: vscode.MessageItem = { title: 'Replace' };
	const answer = await vscode.window.showWarningMessage(
		`Replace ${vscode.workspace.asRelativePath(target)}?`,
		{ modal: true, detail: 'A profile is there already.' },
		replace,
	);
	return answer === replace ? target : undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		() => true,
		() => false,
	);
}

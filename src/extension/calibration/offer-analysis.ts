import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ProfileList } from '../explorer/profile-list.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Offers to analyze the workspace again after another profile was chosen. Open traces are analyzed anyway. Without a folder there is nothing to offer. */
export async function offerAnalysis(profiles: Pick<ProfileList, 'all'>, chosen: vscode.Uri): Promise<void> {
	if (vscode.workspace.workspaceFolders === undefined) return;
	const listed = (await profiles.all()).find(({ uri }) => uri.fsPath === chosen.fsPath);
	const name = listed?.label ?? path.basename(chosen.fsPath);
	const again = 'Analyze Workspace';
	const answer = await showInformationMessage(
		`Findings now come from ${name}. Analyze the workspace to see what it finds in traces that are not open.`,
		again,
	);
	if (answer === again) await vscode.commands.executeCommand('ragAssay.analyzeWorkspace');
}

import * as vscode from 'vscode';
import { showInformationMessage } from '../vscode/messages.ts';

/** Offers to analyze the workspace again after another profile was chosen. Open traces are analyzed anyway. Without a folder there is nothing to offer. */
export async function offerAnalysis(): Promise<void> {
	if (vscode.workspace.workspaceFolders === undefined) return;
	const again = 'Analyze Workspace';
	const answer = await showInformationMessage(
		'Findings come from this profile now. Analyze the workspace to see what it finds in traces that are not open.',
		again,
	);
	if (answer === again) await vscode.commands.executeCommand('ragAssay.analyzeWorkspace');
}

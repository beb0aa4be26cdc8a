import * as vscode from 'vscode';
import type { Release } from '../../formats/release.ts';
import { asReleaseFile, releaseFileName } from './release-name.ts';

/** Asks where a release goes, and writes it there. Whoever closes the dialog has it as an unsaved document: it has been paid for. */
export async function saveRelease(release: Release, folder: string | undefined): Promise<vscode.Uri | undefined> {
	const content = `${JSON.stringify(release, null, '\t')}\n`;
	const beside = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(folder);
	const chosen = await vscode.window.showSaveDialog({
		title: 'Save the Private Answer',
		saveLabel: 'Save',
		filters: { 'Private answer': ['json'] },
		...(beside === undefined ? {} : { defaultUri: vscode.Uri.joinPath(beside, releaseFileName(release.query)) }),
	});
	if (chosen === undefined) {
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'json', content }));
		return undefined;
	}
	const target = chosen.with({ path: asReleaseFile(chosen.path) });
	await vscode.workspace.fs.writeFile(target, Buffer.from(content, 'utf8'));
	return target;
}

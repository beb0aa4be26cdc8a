import * as vscode from 'vscode';
import { languageId } from '../vscode/workspace-text.ts';
import type { Command } from './command.ts';

const folderName = 'rag-assay-examples';

/** Opens a copy of the examples, so that the extension's own stay as they are. A `parent` folder's URI may come as argument. */
export const openSampleWorkspace: Command = async ({ context }, parent) => {
	const target = typeof parent === 'string' ? vscode.Uri.joinPath(vscode.Uri.parse(parent), folderName) : await chooseFolder(context);
	if (target === undefined) return;
	await copyMissing(vscode.Uri.joinPath(context.extensionUri, 'examples'), target);
	await vscode.commands.executeCommand('setContext', 'ragAssay.sampleWorkspaceOpened', true);
	await vscode.commands.executeCommand('vscode.openFolder', target, { forceNewWindow: vscode.workspace.workspaceFolders !== undefined });
};

async function chooseFolder(context: vscode.ExtensionContext): Promise<vscode.Uri | undefined> {
	const own = vscode.Uri.joinPath(context.globalStorageUri, folderName);
	const picked = await vscode.window.showQuickPick(
		[
			{ label: 'Open a copy now', elsewhere: false, detail: "The copy is in the extension's data folder. Change it as you like." },
			{ label: 'Choose a folder…', elsewhere: true, detail: `The traces are copied into a new folder "${folderName}" there.` },
		],
		{ title: 'Sample workspace', placeHolder: 'Where should the sample traces go?' },
	);
	if (picked === undefined) return undefined;
	if (!picked.elsewhere) return own;
	const [folder] =
		(await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, openLabel: 'Copy the samples here' })) ?? [];
	return folder === undefined ? undefined : vscode.Uri.joinPath(folder, folderName);
}

/** The samples are Markdown. What else lies among them was made by a run, such as `report.html`, or by a person. */
function isSample(name: string): boolean {
	return name.endsWith('.md');
}

/** Copies what is not there yet: what the user has changed in an earlier copy stays. */
async function copyMissing(from: vscode.Uri, to: vscode.Uri): Promise<void> {
	await vscode.workspace.fs.createDirectory(to);
	const present = new Set((await vscode.workspace.fs.readDirectory(to)).map(([name]) => name));
	for (const [name, type] of await vscode.workspace.fs.readDirectory(from)) {
		const [source, target] = [vscode.Uri.joinPath(from, name), vscode.Uri.joinPath(to, name)];
		if (type === vscode.FileType.Directory) await copyMissing(source, target);
		else if (isSample(name) && !present.has(name)) await vscode.workspace.fs.copy(source, target);
	}
}

/** Opens an empty trace with its sections, and goes from blank to blank with Tab. */
export const newTrace: Command = async () => {
	const document = await vscode.workspace.openTextDocument({ language: languageId });
	await vscode.window.showTextDocument(document);
	await vscode.commands.executeCommand('editor.action.insertSnippet', { langId: languageId, name: 'New trace' });
};

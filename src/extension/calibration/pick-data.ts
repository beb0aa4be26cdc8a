import * as vscode from 'vscode';
import { isDataSetFile } from '../../formats/file-names.ts';

export type DataPlace = 'folders' | 'files' | 'workspace' | 'examples';

/** Data that a person picks; none when they close the dialog. `extension` is the product's folder, which holds examples. */
export async function pickData(from: DataPlace, extension: vscode.Uri): Promise<readonly vscode.Uri[]> {
	const workspace = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
	const beside = workspace[0] === undefined ? {} : { defaultUri: workspace[0] };
	switch (from) {
		case 'workspace':
			return workspace;
		case 'folders':
			return (
				(await vscode.window.showOpenDialog({
					...beside,
					title: 'Folders of data sets and traces',
					openLabel: 'Calibrate with These',
					canSelectFiles: false,
					canSelectFolders: true,
					canSelectMany: true,
				})) ?? []
			);
		case 'files':
			return (
				(await vscode.window.showOpenDialog({
					...beside,
					title: 'Trace files and data sets',
					openLabel: 'Calibrate with These',
					canSelectMany: true,
					filters: { 'Traces and data sets': ['md', 'jsonl'] },
				})) ?? []
			);
		case 'examples':
			return pickExamples(vscode.Uri.joinPath(extension, 'examples/datasets'));
	}
}

/** A profile that a person picks to compare with; `undefined` when they close the dialog. */
export async function pickProfile(): Promise<vscode.Uri | undefined> {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	const picked = await vscode.window.showOpenDialog({
		...(folder === undefined ? {} : { defaultUri: folder.uri }),
		title: 'Compare with a Profile',
		openLabel: 'Compare',
		filters: { Profiles: ['json'] },
	});
	return picked?.[0];
}

/** A data set is its folder, whichever of its files was named. */
export function dataPath(uri: vscode.Uri): string {
	return (isDataSetFile(uri.path) ? vscode.Uri.joinPath(uri, '..') : uri).fsPath;
}

const what: Readonly<Record<string, string>> = {
	'demo-world': 'Labeled answers of every kind, to fit detectors of unsupported sentences',
	'demo-world-clean': 'Answers from contexts that the model has not learned, for the thresholds of closed book and RePCS',
	'demo-world-memorised': 'Answers that the model knows by heart, which closed book and RePCS should find',
};

async function pickExamples(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
	const sets = (await vscode.workspace.fs.readDirectory(folder))
		.filter(([, type]) => type === vscode.FileType.Directory)
		.map(([name]) => name)
		.toSorted();
	const picked = await vscode.window.showQuickPick(
		sets.map((label) => ({
			label,
			uri: vscode.Uri.joinPath(folder, label),
			picked: true,
			...(what[label] === undefined ? {} : { detail: what[label] }),
		})),
		{
			canPickMany: true,
			title: 'Data sets of the demo model',
			placeHolder: 'The bundled model wrote them, so they fit only that model',
		},
	);
	return (picked ?? []).map(({ uri }) => uri);
}

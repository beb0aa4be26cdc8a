import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Params } from '../../protocol/rpc.ts';
import type { GetBudget } from '../../protocol/private.ts';
import { firstFolder, section } from '../configuration.ts';
import { profileSettingOf } from '../profile-path.ts';
import { readPlaces, type NamedPlaces } from './known-corpora.ts';

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
	const { corpus } = namedPlaces();
	if (corpus !== undefined) return { path: corpus, label: labelOf(corpus), byDefault: false };
	const folder = firstFolder();
	return folder === undefined ? null : { path: folder, label: labelOf(folder), byDefault: true };
}

/** The ledger's file that a setting names, in place of the corpus' own; `null` where none does. */
export function sharedLedger(): string | null {
	return namedPlaces().ledger ?? null;
}

/** Whose ledger a request means: that of a corpus, or the file that a setting names in its place; `null` where there is neither. */
export function ledgerChoice(corpus = corpusFolder()?.path): Params<typeof GetBudget> | null {
	const ledger = sharedLedger();
	if (ledger !== null) return { corpus: corpus ?? dirname(ledger), ledger };
	return corpus === undefined ? null : { corpus };
}

function namedPlaces(): NamedPlaces {
	const configuration = vscode.workspace.getConfiguration(section);
	return readPlaces((name) => configuration.get(name), firstFolder());
}

/** Asks for the corpus's folder, and names it in the settings of the workspace; `false` when nobody chose one. */
export async function pickCorpusFolder(): Promise<boolean> {
	const present = corpusFolder();
	const [chosen] =
		(await vscode.window.showOpenDialog({
			title: 'Folder of documents that the budget belongs to',
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

/** A corpus that no setting has to name. */
export function corpusAt(path: string): Corpus {
	return { path, label: labelOf(path), byDefault: false };
}

function labelOf(path: string): string {
	const uri = vscode.Uri.file(path);
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	return folder?.uri.fsPath === path ? folder.name : vscode.workspace.asRelativePath(uri);
}

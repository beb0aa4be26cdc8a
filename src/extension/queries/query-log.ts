import * as vscode from 'vscode';
import { labeledTextsKind } from '../../formats/labeled-texts.ts';

/** Whether a document may be a log that is screened when it is opened: the settings name a store, and it is a log by its name or by theirs. */
export function isQueryLog({ uri }: vscode.TextDocument): boolean {
	const settings = vscode.workspace.getConfiguration('ragAssay');
	const [store, logs] = [settings.get<unknown>('queryStore'), settings.get<unknown>('queryLogs')];
	if (uri.scheme !== 'file' || !vscode.workspace.isTrusted || typeof store !== 'string' || store.trim() === '') return false;
	// The runner compares whole paths.
	const isNamed = (log: unknown): boolean => typeof log === 'string' && nameOf(log) === nameOf(uri.path);
	return labeledTextsKind(uri.path) === 'query' || (Array.isArray(logs) && logs.some(isNamed));
}

function nameOf(path: string): string | undefined {
	return path.trim().split(/[\\/]/).at(-1);
}

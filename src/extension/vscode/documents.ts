import * as vscode from 'vscode';
import { readableScheme } from '../../formats/readable-uri.ts';
import { isKnownForeign } from '../foreign/foreign-documents.ts';
import { languageId, traceFileAt } from './workspace-text.ts';

/** Whether a document may be ours by its name or language; half of a pair may lack the other half. */
export function mayBeOurs(document: vscode.TextDocument): boolean {
	if (document.uri.scheme === 'untitled') return document.languageId === languageId;
	if (document.uri.scheme === readableScheme) return true;
	if (document.uri.scheme !== 'file') return false;
	return traceFileAt(document.uri.path) !== undefined || isKnownForeign(document);
}

/** The other half of a pair, whether it exists or not. */
export function siblingOf(uri: vscode.Uri): vscode.Uri | undefined {
	const file = traceFileAt(uri.path);
	return file === undefined || file.kind === 'trace' ? undefined : uri.with({ path: file.sibling });
}

/** Whether a document is ours: a trace, or half of a pair whose other half exists. */
export async function isOurs(document: vscode.TextDocument): Promise<boolean> {
	if (!mayBeOurs(document)) return false;
	const sibling = siblingOf(document.uri);
	if (sibling === undefined) return true;
	return vscode.workspace.fs.stat(sibling).then(
		() => true,
		() => false,
	);
}

/** Visible editors of traces, the active one first, each document once. */
export function visibleTraces(): vscode.Uri[] {
	const { activeTextEditor, visibleTextEditors } = vscode.window;
	const editors =
		activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor, ...visibleTextEditors.filter((e) => e !== activeTextEditor)];
	const uris = new Map(editors.filter((e) => mayBeOurs(e.document)).map((e) => [e.document.uri.toString(), e.document.uri]));
	return [...uris.values()];
}

/** Files of traces whose last tab is among those that were closed. */
export function closedTraces(closed: readonly vscode.Tab[]): vscode.Uri[] {
	const uris = (tabs: readonly vscode.Tab[]): vscode.Uri[] =>
		tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
	const left = new Set(uris(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)).map((uri) => uri.toString()));
	return uris(closed).filter((uri) => uri.scheme === 'file' && traceFileAt(uri.path) !== undefined && !left.has(uri.toString()));
}

/** The document that holds the response of the trace that `uri` belongs to. */
export function responseDocument(uri: vscode.Uri): vscode.Uri {
	return traceFileAt(uri.path)?.kind === 'prompt' ? (siblingOf(uri) ?? uri) : uri;
}

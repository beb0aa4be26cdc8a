import type * as vscode from 'vscode';
import { traceFileAt } from './documents.ts';
import { siblingOf } from './editors.ts';

/** The document that holds the response of the trace that `uri` belongs to. */
export function responseDocument(uri: vscode.Uri): vscode.Uri {
	return traceFileAt(uri.path)?.kind === 'prompt' ? (siblingOf(uri) ?? uri) : uri;
}

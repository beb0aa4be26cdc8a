import type * as vscode from 'vscode';
import { foreignHeadLength, longestForeignDocument, mayBeForeign } from '../../formats/foreign/foreign-names.ts';

/** Documents that hold the traces of another tool. The others were looked at, and are not. */
const known = new WeakMap<vscode.TextDocument, boolean>();

/** Whether a document is known to hold the traces of another tool. It looks at no text: others ask at every key that somebody presses. */
export function isKnownForeign(document: vscode.TextDocument): boolean {
	return known.get(document) === true;
}

/**
 * Finds out whether a document holds the traces of another tool: by its name, its length and its beginning. Only a document whose name and length
 * fit is looked at, once.
 * @param anew whether the text may have changed since it was looked at
 */
export async function isForeign(document: vscode.TextDocument, anew = false): Promise<boolean> {
	const before = known.get(document);
	if (before === true || (before === false && !anew)) return before;
	if (document.uri.scheme !== 'file' || !mayBeForeign(document.uri.path)) return false;
	const text = document.getText();
	if (text.length > longestForeignDocument) return false;
	// The readers of formats are loaded with the first document that may need them.
	const { recognizeForeign } = await import('../../formats/foreign/registry.ts');
	const found = recognizeForeign({ document: document.uri.path, text: text.slice(0, foreignHeadLength) }) !== null;
	known.set(document, found);
	return found;
}

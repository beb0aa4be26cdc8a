import { posix } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../errors.ts';
import {
	foreignHeadLength,
	isLargeForeign,
	longestForeignDocument,
	mappingsFileName,
	mayBeForeign,
} from '../../formats/foreign/foreign-names.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Documents that hold the traces of another tool. The others were looked at, and are not. */
const known = new WeakMap<vscode.TextDocument, boolean>();

/** Whether a document is known to hold the traces of another tool. It looks at no text: others ask at every key that somebody presses. */
export function isKnownForeign(document: vscode.TextDocument): boolean {
	return known.get(document) === true;
}

/** Forgets what a document was found to hold. Somebody has changed how it is read. */
export function forgetForeign(document: vscode.TextDocument): void {
	known.delete(document);
}

/** Returns the place of the list of mappings for a document. */
export function mappingsUri({ uri }: vscode.TextDocument): vscode.Uri {
	return vscode.Uri.joinPath(uri, '..', mappingsFileName);
}

/** Returns the open documents beside a list of mappings, if a document is one. */
export function readByMappings({ uri }: vscode.TextDocument): vscode.TextDocument[] {
	if (!uri.path.endsWith(`/${mappingsFileName}`)) return [];
	return vscode.workspace.textDocuments.filter((document) => mappingsUri(document).toString() === uri.toString());
}

/** Resolves to the text of the list of mappings for a document; `undefined` if there is none. Rejects as the file system does. */
export async function mappingsText(document: vscode.TextDocument): Promise<string | undefined> {
	try {
		return new TextDecoder().decode(await vscode.workspace.fs.readFile(mappingsUri(document)));
	} catch (error) {
		if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
		throw error;
	}
}

/** Resolves to the mapping that is kept for a document. A list that is not as expected has none: its schema marks what is wrong in it. */
async function keptMappingOf(document: vscode.TextDocument): Promise<RowMapping | undefined> {
	const text = await mappingsText(document);
	if (text === undefined) return undefined;
	const { mappingFor } = await import('../../formats/foreign/kept-mappings.ts');
	try {
		return mappingFor(document.uri.path, text);
	} catch (error) {
		if (error instanceof UserError) return undefined;
		throw error;
	}
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
	if (isLarge(document)) return false;
	// The readers of formats are loaded with the first document that may need them.
	const { recognizeForeign } = await import('../../formats/foreign/registry.ts');
	const found = recognizeForeign(headOf(document), await keptMappingOf(document)) !== null;
	known.set(document, found);
	return found;
}

/** Large files that were offered. Nobody wants to be asked twice about a file. */
const offered = new Set<string>();

/** Offers to open the traces of a document one by one, if it is too large to be colored. Does nothing for any other document. */
export async function offerLargeFile(document: vscode.TextDocument): Promise<void> {
	const { uri } = document;
	if (uri.scheme !== 'file' || !mayBeForeign(uri.path) || !isLarge(document) || offered.has(uri.toString())) return;
	offered.add(uri.toString());
	const { wholeLineFormatOf } = await import('../../formats/foreign/registry.ts');
	const format = wholeLineFormatOf(headOf(document), await keptMappingOf(document));
	if (format === null || 'members' in format) return;
	const open = 'Open Its Traces';
	const chosen = await showInformationMessage(
		`${posix.basename(uri.path)} is too large to be analyzed as a whole in the editor. You can open its traces one by one.`,
		open,
	);
	if (chosen === open) await vscode.commands.executeCommand('ragAssay.openLargeFile', uri.toString());
}

/** Resolves to whether a file is too large to be analyzed as a whole. One that is gone is not. */
export async function isLargeFile(uri: vscode.Uri): Promise<boolean> {
	try {
		return isLargeForeign((await vscode.workspace.fs.stat(uri)).size);
	} catch (error) {
		if (error instanceof vscode.FileSystemError) return false;
		throw error;
	}
}

function isLarge(document: vscode.TextDocument): boolean {
	return document.getText().length > longestForeignDocument;
}

function headOf(document: vscode.TextDocument): { document: string; text: string } {
	return { document: document.uri.path, text: document.getText().slice(0, foreignHeadLength) };
}

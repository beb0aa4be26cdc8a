import * as vscode from 'vscode';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { QueryScreenRecord, RetrievedDocument } from '../../formats/query-screen-record.ts';
import type { TextDocuments } from '../vscode/text-documents.ts';
import { placeOfText, type TextPlace } from './place-of-text.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** Larger files VS Code gives no extension, bytes. */
const largest = 40 * 1024 * 1024;

/** Opens a document of a store where it stands in its file; one that stands in no text file, as a text of its own. */
export async function openRetrieved(
	store: string,
	{ id, text }: RetrievedDocument,
	texts: TextDocuments,
	panel: vscode.ViewColumn | undefined,
): Promise<void> {
	if (!isStoreAddress(store)) {
		const uri = vscode.Uri.file(store);
		const { type, size } = await vscode.workspace.fs.stat(uri);
		if ((type & vscode.FileType.File) !== 0 && size <= largest) {
			const document = await vscode.workspace.openTextDocument(uri);
			const place = placeOfText(document.getText(), text, { beside: id });
			if (place !== null) return reveal(document, place, panel);
		}
	}
	await texts.show(`${id.replaceAll(/[\\/\s]+/g, '_')}.txt`, `${text}\n`);
}

/** Goes to a query in its log. Rejects with RA831 where it is no longer there. */
export async function goToQuery(
	{ id, query, place }: QueryScreenRecord,
	texts: TextDocuments,
	panel: vscode.ViewColumn | undefined,
): Promise<void> {
	if (place === null) return texts.show(`${id.replaceAll(/[\\/\s]+/g, '_')}.txt`, `${query}\n`);
	const document = await vscode.workspace.openTextDocument(vscode.Uri.file(place.file));
	const found = placeOfText(document.getText(), query, { at: place, beside: id });
	if (found === null)
		throw new UserError(errorNumbers.queryMoved, `The query '${id}' is no longer in its log.`, {
			place: { file: place.file },
			hint: 'Screen the log again.',
		});
	await reveal(document, found, panel);
}

/** Beside the panel, which stays in view. */
async function reveal(document: vscode.TextDocument, { start, end }: TextPlace, panel: vscode.ViewColumn | undefined): Promise<void> {
	const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
	const editor = await vscode.window.showTextDocument(document, { selection: range, preview: true, viewColumn: besidePanel(panel) });
	editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A group that is there already, and not the panel's; else a new one. The panel need not be the active one by now. */
function besidePanel(panel: vscode.ViewColumn | undefined): vscode.ViewColumn {
	return vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn !== panel)?.viewColumn ?? vscode.ViewColumn.Beside;
}

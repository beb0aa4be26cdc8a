import * as vscode from 'vscode';
import type { Place } from '../origins/origin-jumps.ts';
import { placeOf } from '../origins/origin-highlights.ts';
import { listOf, originText, type OriginsAnswer } from '../origins/origin-text.ts';
import { activeTrace, type Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';
import { openSettings } from '../vscode/open-settings.ts';

const nothing =
	"RAG Assay does not know where this came from. The trace has not been analyzed, it has no contexts, or the model cannot read it without a context (the trace's notes say why).";

/** Goes to where the word at the cursor came from, and from there to the next place. Without a word, it goes to the contexts that most words came from. */
export const goToOrigin: Command = async (session) => {
	const editor = activeTrace(session);
	if (editor === undefined) return;
	const { origins } = session;
	if (!session.settings.origins) {
		await tellOff();
		return;
	}
	const shown = await origins.lookNow(editor);
	if (shown === undefined) {
		await showInformationMessage(nothing);
		return;
	}
	if (shown.subject?.words === 0) {
		await showInformationMessage(originText(shown).tooltip);
		return;
	}
	const places = shown.lit.length > 0 ? shown.lit : shown.contexts.filter(({ words }) => words > 0);
	const jump = origins.jumps.next(
		placeOf(editor),
		places.map(({ uri, range }) => ({ uri: vscode.Uri.parse(uri).toString(), range })),
	);
	if (jump === undefined) {
		await showInformationMessage(nothingGiven(shown));
		return;
	}
	await reveal(jump.place, 'start');
	vscode.window.setStatusBarMessage(`Origin ${jump.at + 1} of ${jump.count}`, 4000);
};

/** Says that no context gave the words. It does not say that the words are not there. */
function nothingGiven({ wordForWord }: OriginsAnswer): string {
	const elsewhere = wordForWord.length === 0 ? '' : ` The same words are in ${listOf(wordForWord)}, but the model did not need them there.`;
	return `No single context is the source: if any one of them is hidden, this stays likely.${elsewhere}`;
}

/** Back to the response token that the last jumps began at. */
export const goBackFromOrigin: Command = async ({ origins }) => {
	const place = origins.jumps.back();
	if (place === undefined) {
		await showInformationMessage('There is no place to go back to. Run "RAG Assay: Go to Origin" first.');
		return;
	}
	await reveal(place, 'all');
};

async function tellOff(): Promise<void> {
	const open = { title: 'Open Settings' };
	const answer = await showInformationMessage('The setting ragAssay.origins.enabled turns origins off.', open);
	if (answer === open) await openSettings('ragAssay.origins.enabled', 'window');
}

/** In the editor that shows the document; else beside the present one, so that the response stays in sight. `select`: the start of the place, or all of it. */
async function reveal({ uri, range: [startLine, startCharacter, endLine, endCharacter] }: Place, select: 'start' | 'all'): Promise<void> {
	const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
	const place = new vscode.Range(startLine, startCharacter, endLine, endCharacter);
	const document = visible?.document ?? (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
	const editor = await vscode.window.showTextDocument(document, {
		viewColumn: visible?.viewColumn ?? vscode.ViewColumn.Beside,
		preview: false,
		selection: select === 'all' ? place : new vscode.Range(place.start, place.start),
	});
	editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

import * as vscode from 'vscode';
import * as z from 'zod';
import { longestForeignDocument, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { readableScheme } from '../../formats/readable-uri.ts';
import { ReadableTrace, ReadableTraceAt } from '../../protocol/readable.ts';
import type { Result } from '../../protocol/rpc.ts';
import { openLargeFile as listLargeFile } from '../foreign/large-file.ts';
import { rangeOf } from '../heatmap/painting.ts';
import { traceFileAt } from '../vscode/workspace-text.ts';
import type { Session } from '../session.ts';
import { showInformationMessage } from '../vscode/messages.ts';
import { editorOn, type Command } from './command.ts';

type Readable = NonNullable<Result<typeof ReadableTrace>>;

const uriText = z.string().startsWith(`${readableScheme}:`);
const quad = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);

const noTrace = 'There is no trace at the cursor. Open a JSON, JSON Lines or CSV file with answers first, and put the cursor into one.';

/** Opens a trace of a file that holds many as a document of its own: the one that a lens or a list names, or the one at the cursor. */
export const openReadable: Command = async (session, named, place) => {
	const uri = uriText.safeParse(named);
	const found = uri.success ? undefined : await traceAtCursor(session, true);
	if (!uri.success && found === undefined) return;
	const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.data ?? found!.uri));
	const range = quad.safeParse(place).data ?? found?.range;
	await vscode.window.showTextDocument(document, {
		preview: true,
		...(range === undefined ? {} : { selection: rangeOf(range) }),
	});
};

/** Lists the traces of a file that is too large for an editor: the one that a lens names, the active one, or one that the person picks. */
export const openLargeFile: Command = async (session, named) => {
	const file = z.string().startsWith('file:').safeParse(named);
	const active = session.active.editor?.document.uri;
	const uri = file.success
		? vscode.Uri.parse(file.data)
		: active?.scheme === 'file' && mayBeForeign(active.path)
			? active
			: (
					await vscode.window.showOpenDialog({
						title: 'Open Traces of a Large File',
						filters: { 'JSON Lines': ['jsonl', 'ndjson', 'json'] },
					})
				)?.[0];
	if (uri !== undefined) await listLargeFile(session, uri);
};

/** Goes from a readable document to where its trace is in its file. */
export const openTraceSource: Command = async ({ runner, active }, named) => {
	const uri = uriText.safeParse(named ?? active.uri?.toString());
	const found = uri.success ? await runner.ask(ReadableTrace, { uri: uri.data }) : null;
	if (found === null) {
		await showInformationMessage('This document shows no trace of another file.');
		return;
	}
	const file = vscode.Uri.parse(found.source.uri);
	const { start } = rangeOf(found.source.range);
	if ((await vscode.workspace.fs.stat(file)).size > longestForeignDocument) {
		// Extensions get no text of a file over 50 MB. VS Code itself shows it.
		await vscode.commands.executeCommand('vscode.open', file, { selection: new vscode.Range(start, start) });
		return;
	}
	const editor = await editorOn(file);
	const shown = await vscode.window.showTextDocument(editor.document, { selection: new vscode.Range(start, start) });
	shown.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
};

/** Puts the trace in the active editor onto the clipboard, as Markdown. */
export const copyTrace: Command = async (session) => {
	const { document } = session.active.editor ?? {};
	const own = document !== undefined && traceFileAt(document.uri.path)?.kind === 'trace' ? document.getText() : undefined;
	const text = own ?? (await traceAtCursor(session, false))?.text;
	if (text === undefined) return;
	await vscode.env.clipboard.writeText(text);
	vscode.window.setStatusBarMessage('The trace is on the clipboard as Markdown.', 4000);
};

/** The trace at the cursor of the active editor; undefined after saying that there is none. */
async function traceAtCursor({ runner, active: { editor } }: Session, isToOpen: boolean): Promise<Readable | undefined> {
	if (editor !== undefined && !(isToOpen && editor.document.uri.scheme === readableScheme)) {
		const { line, character } = editor.selection.active;
		const found = await runner.ask(ReadableTraceAt, { uri: editor.document.uri.toString(), position: { line, character } });
		if (found !== null) return found;
	}
	await showInformationMessage(noTrace);
	return undefined;
}

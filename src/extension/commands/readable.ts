import * as vscode from 'vscode';
import * as z from 'zod';
import { mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { readableScheme } from '../../formats/readable-uri.ts';
import { NeighborTraces, ReadableTrace, ReadableTraceAt } from '../../protocol/readable.ts';
import type { Result } from '../../protocol/rpc.ts';
import { isLargeFile } from '../foreign/foreign-documents.ts';
import { openLargeFile as listLargeFile } from '../foreign/large-file.ts';
import { openTraces } from '../foreign/open-traces.ts';
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

/** Lists the traces of a file that is too large for an editor: the one that a lens or a list names, the active one, or one that the person picks. */
export const openLargeFile: Command = async (session, named) => {
	const uri = fileNamed(named) ?? activeFile() ?? (await pickedFile());
	if (uri === undefined) return;
	if (!mayBeForeign(uri.path))
		await showInformationMessage('RAG Assay cannot read this file. Select a JSON Lines file: .jsonl, .ndjson or .json.');
	else if (await isLargeFile(uri)) await listLargeFile(session, uri);
	else await openTraces(session, uri);
};

function fileNamed(named: unknown): vscode.Uri | undefined {
	const file = z.string().startsWith('file:').safeParse(named);
	return file.success ? vscode.Uri.parse(file.data) : undefined;
}

/** VS Code gives extensions no editor of a file over 50 MB, but its tab. */
function activeFile(): vscode.Uri | undefined {
	const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
	const uri = input instanceof vscode.TabInputText ? input.uri : undefined;
	return uri?.scheme === 'file' && mayBeForeign(uri.path) ? uri : undefined;
}

async function pickedFile(): Promise<vscode.Uri | undefined> {
	const filters = { 'JSON Lines': ['jsonl', 'ndjson', 'json'] };
	return (await vscode.window.showOpenDialog({ title: 'Open Traces of a Large File', filters }))?.[0];
}

export const nextTrace: Command = (session) => openNeighbor(session, 'after');
export const previousTrace: Command = (session) => openNeighbor(session, 'before');

async function openNeighbor({ runner, active }: Session, which: 'before' | 'after'): Promise<void> {
	const uri = active.uri?.toString();
	const found = uri === undefined ? undefined : (await runner.ask(NeighborTraces, { uri }))[which];
	if (found !== undefined) await vscode.commands.executeCommand('ragAssay.openReadable', found);
	else
		await showInformationMessage(
			`There is no ${which === 'after' ? 'next' : 'previous'} trace near this one. To see all lines, run RAG Assay: Open Traces of a Large File.`,
		);
}

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
	if (await isLargeFile(file)) {
		// Extensions get no text of the largest files. VS Code itself shows them.
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

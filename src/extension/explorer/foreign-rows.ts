import { posix } from 'node:path';
import * as vscode from 'vscode';
import { foreignGlob, mayBeForeign } from '../../formats/foreign/foreign-names.ts';
import { passedOverGlob } from '../../formats/memory/memory-file-names.ts';
import { ForeignFiles, TracesOfFile } from '../../protocol/readable.ts';
import { isKnownForeign, isLargeFile } from '../foreign/foreign-documents.ts';
import type { RunnerClient } from '../runner/client.ts';
import { Row } from '../vscode/list-view.ts';

/** Files of a workspace whose beginnings are looked at. */
const most = 300;
/** Traces that are listed below an open file. */
const mostTraces = 100;

/** Resolves to the URIs of the workspace's files of other tools, and of the open ones, in order. */
export async function foreignFiles(
	runner: RunnerClient,
): Promise<{ readonly uris: readonly string[]; readonly open: ReadonlySet<string> }> {
	const open = new Set(vscode.workspace.textDocuments.filter(isKnownForeign).map(({ uri }) => uri.toString()));
	const found = (await vscode.workspace.findFiles(foreignGlob, passedOverGlob, most)).filter(({ path }) => mayBeForeign(path));
	const others = found.map((uri) => uri.toString()).filter((uri) => !open.has(uri));
	const uris = [...open, ...(others.length === 0 ? [] : await runner.ask(ForeignFiles, { uris: others }))];
	return { uris: uris.toSorted(), open };
}

/** Files of other tools in the workspace, each open one with its traces. `rowOf` makes the row of a file. */
export async function foreignRows(runner: RunnerClient, rowOf: (uri: vscode.Uri, traces: readonly Row[]) => Row): Promise<readonly Row[]> {
	const { uris, open } = await foreignFiles(runner);
	return Promise.all(
		uris.map(async (uri) => {
			const file = vscode.Uri.parse(uri);
			if (open.has(uri)) return rowOf(file, await traceRows(runner, uri));
			return (await isLargeFile(file)) ? largeFileRow(file) : rowOf(file, []);
		}),
	);
}

/** A file whose traces the editor cannot hold. */
function largeFileRow(uri: vscode.Uri): Row {
	const row = new Row(posix.basename(uri.path), uri);
	row.description = 'large file: opens trace by trace';
	row.tooltip = 'This file is too large to be analyzed as a whole. Select it to list its traces.';
	row.iconPath = new vscode.ThemeIcon('list-ordered');
	row.accessibilityInformation = { label: `${posix.basename(uri.path)}, ${row.description}` };
	row.command = { command: 'ragAssay.openLargeFile', title: 'Open Its Traces', arguments: [uri.toString()] };
	return row;
}

async function traceRows(runner: RunnerClient, uri: string): Promise<Row[]> {
	const listed = await runner.ask(TracesOfFile, { uri });
	if (listed === null) return [];
	const rows = listed.traces.slice(0, mostTraces).map(({ id, uri: readable, line, question }) => {
		const row = new Row(id, vscode.Uri.parse(readable));
		row.description = question;
		row.tooltip = `Line ${line}. Opens as a readable trace.`;
		row.iconPath = new vscode.ThemeIcon('open-preview');
		row.command = { command: 'ragAssay.openReadable', title: 'Open as Readable Trace', arguments: [readable] };
		return row;
	});
	const more = listed.count - rows.length;
	if (more <= 0) return rows;
	const last = new Row(`${more.toLocaleString('en')} more`);
	last.description = 'Open one from its line in the file';
	return [...rows, last];
}

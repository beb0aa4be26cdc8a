import * as vscode from 'vscode';
import { beforeWord } from '../explorer/trace-rows.ts';
import { traceOrders, orderTitles } from '../explorer/trace-order.ts';
import { findingBeside } from '../finding-order.ts';
import { traceFindings } from '../listed-problems.ts';
import { mayBeOurs } from '../vscode/documents.ts';
import { showInformationMessage } from '../vscode/messages.ts';
import type { Command } from './command.ts';

/** Asks in which order the view lists traces. */
export const sortTraces: Command = async ({ traceRows }) => {
	const picked = await vscode.window.showQuickPick(
		traceOrders.map((order) => ({ label: orderTitles[order], picked: order === traceRows.order, order })),
		{ title: 'Sort Traces', placeHolder: 'How do you want to sort traces?' },
	);
	if (picked !== undefined) traceRows.show({ order: picked.order });
};

/** Narrows the view to traces whose path or verdict has some words: those of the argument, or those that a person types. */
export const filterTraces: Command = async ({ traceRows }, words) => {
	if (typeof words === 'string') return traceRows.show({ filter: words });
	const filter = await vscode.window.showInputBox({
		title: 'Filter Traces',
		prompt: 'Words of a path or a verdict, such as: not supported. Leave empty to show all.',
		value: traceRows.filter,
	});
	if (filter !== undefined) traceRows.show({ filter });
};

/** Narrows the view to traces with another verdict than in the run before. */
export const showChangedTraces: Command = async ({ traceRows }) => {
	if (traceRows.changes === 0) {
		await showInformationMessage(
			'No verdict differs from the run before. Run "RAG Assay: Analyze Workspace" again after a change to compare.',
		);
		return;
	}
	traceRows.show({ filter: beforeWord });
	await vscode.commands.executeCommand('ragAssay.traces.focus');
};

/** Goes to the next finding of a trace, open or not. */
export const nextFinding: Command = () => goToFinding('next');

/** Goes to the finding before. */
export const previousFinding: Command = () => goToFinding('previous');

async function goToFinding(direction: 'next' | 'previous'): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	const findings = vscode.languages
		.getDiagnostics()
		.flatMap(([uri]) =>
			traceFindings(uri).map(({ range }) => ({ uri: uri.toString(), line: range.start.line, character: range.start.character, range })),
		);
	const active = editor?.selection.start;
	const from =
		editor === undefined || active === undefined || !mayBeOurs(editor.document)
			? undefined
			: { uri: editor.document.uri.toString(), line: active.line, character: active.character };
	const found = findingBeside(findings, from, direction);
	if (found === undefined) {
		await showInformationMessage('There are no findings. Run "RAG Assay: Analyze Workspace" to look for some.');
		return;
	}
	const { start } = found.range;
	await vscode.window.showTextDocument(vscode.Uri.parse(found.uri), { selection: new vscode.Range(start, start) });
}

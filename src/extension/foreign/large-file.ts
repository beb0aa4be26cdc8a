import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { IndexLargeFile, LargeFileTraces } from '../../protocol/readable.ts';
import { Progress } from '../../protocol/requests.ts';
import { plural } from '../../wording/phrases.ts';
import type { Session } from '../session.ts';
import { DisposableList } from '../vscode/disposables.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import { showErrorMessage, showInformationMessage } from '../vscode/messages.ts';

/** Traces that the list shows at once. */
const shown = 50;

/** An entry of the list: a trace, a line without one, or the way to the lines behind the last one. */
interface LineItem extends vscode.QuickPickItem {
	readonly open?: string;
	readonly next?: number;
}

/** Lists the traces of a file that is too large for an editor, and opens the one that somebody selects. The file is indexed first; that can be canceled. */
export async function openLargeFile(session: Session, uri: vscode.Uri): Promise<void> {
	await session.runner.start();
	const count = await indexed(session, uri);
	if (count === 0) await showInformationMessage('This file has no traces: all of its lines are blank.');
	else if (count !== undefined) showTraces(session, uri, count);
}

/** Resolves to the number of lines that are not blank, or to `undefined` after the person canceled it. */
async function indexed({ runner }: Session, uri: vscode.Uri): Promise<number | undefined> {
	const token = randomUUID();
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: `Finding the traces in ${posix.basename(uri.path)}`, cancellable: true },
		async (progress, cancellation) => {
			let before = 0;
			const subscription = runner.on(Progress, ({ token: of, done, total }) => {
				if (of !== token || total === 0) return;
				const percent = (100 * done) / total;
				progress.report({ message: `${Math.floor(percent)}%`, increment: percent - before });
				before = percent;
			});
			try {
				return (await runner.ask(IndexLargeFile, { uri: uri.toString(), token }, cancellation)).count;
			} catch (error) {
				if (!isCancellation(error)) throw error;
				void showInformationMessage('Canceled. RAG Assay keeps what it found. To go on, open the file again.');
				return undefined;
			} finally {
				subscription.dispose();
			}
		},
	);
}

function showTraces({ runner, log }: Session, uri: vscode.Uri, count: number): void {
	const held = new DisposableList();
	const pick = held.add(vscode.window.createQuickPick<LineItem>());
	pick.title = `${posix.basename(uri.path)}: ${plural(count, 'line')}`;
	pick.placeholder = 'Select a trace, or type the number of a line';
	let asked = 0;
	const show = async (line: number, isTyped: boolean): Promise<void> => {
		const turn = ++asked;
		pick.busy = true;
		try {
			const traces = await runner.ask(LargeFileTraces, { uri: uri.toString(), line, count: shown });
			if (turn !== asked) return;
			const last = traces.at(-1);
			pick.items = [
				...traces.map(({ line: at, uri: open, question, isReadable }) => ({
					label: isReadable ? question : `$(warning) ${question}`,
					description: `line ${at.toLocaleString('en')}`,
					// What was typed is a place, and no text to look for.
					alwaysShow: isTyped,
					...(isReadable ? { open } : {}),
				})),
				...(last !== undefined && traces.length === shown
					? [{ label: '$(arrow-down) Show the next lines', next: last.line + 1, alwaysShow: true }]
					: []),
				...(last === undefined ? [{ label: 'The file has no trace from this line on.', alwaysShow: true }] : []),
			];
		} catch (error) {
			log.error(`list of ${uri.toString()}: ${sentenceOf(error)}`);
			pick.hide();
			void showErrorMessage(sentenceOf(error));
		} finally {
			if (turn === asked) pick.busy = false;
		}
	};
	held.add(
		pick.onDidChangeValue((value) => {
			const number = /^\d{1,15}$/.test(value.trim()) ? Number(value) : 0;
			if (number > 0) void show(number, true);
			else if (value === '') void show(1, false);
		}),
	);
	held.add(
		pick.onDidAccept(() => {
			const [item] = pick.selectedItems;
			if (item?.next !== undefined) {
				pick.value = '';
				void show(item.next, false);
			} else if (item?.open !== undefined) {
				pick.hide();
				void vscode.commands.executeCommand('ragAssay.openReadable', item.open);
			}
		}),
	);
	held.add(pick.onDidHide(() => held.dispose()));
	pick.show();
	void show(1, false);
}

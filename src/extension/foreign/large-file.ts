import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { IndexLargeFile, LargeFileTraces } from '../../protocol/readable.ts';
import { Progress } from '../../protocol/requests.ts';
import type { Result } from '../../protocol/rpc.ts';
import { plural } from '../../wording/phrases.ts';
import type { Session } from '../session.ts';
import { DisposableList } from '../vscode/disposables.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import { showErrorMessage, showInformationMessage } from '../vscode/messages.ts';

type Indexed = Result<typeof IndexLargeFile>;

/** Lines that the list shows at once. */
const shown = 50;

/** What an entry of the list does: it opens a trace, shows a line of the file that holds none, or lists other lines. */
interface LineItem extends vscode.QuickPickItem {
	readonly open?: string;
	readonly line?: number;
	readonly list?: number;
}

/** Lists the traces of a file that is too large for an editor, and opens the one that somebody selects. The file is indexed first; that can be canceled. */
export async function openLargeFile(session: Session, uri: vscode.Uri): Promise<void> {
	await session.runner.start();
	const indexed = await index(session, uri);
	if (indexed?.count === 0) await showInformationMessage('This file has no traces: all of its lines are blank.');
	else if (indexed !== undefined) showTraces(session, uri, indexed);
}

/** Resolves to `undefined` after the person canceled it. */
async function index({ runner }: Session, uri: vscode.Uri): Promise<Indexed | undefined> {
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
				return await runner.askThroughRestart(IndexLargeFile, { uri: uri.toString(), token }, { token: cancellation });
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

function showTraces({ runner, log }: Session, uri: vscode.Uri, { count, format }: Indexed): void {
	const held = new DisposableList();
	const pick = held.add(vscode.window.createQuickPick<LineItem>());
	pick.title = `${posix.basename(uri.path)}: ${plural(count, 'line')} (${format})`;
	pick.placeholder = 'Select a trace, or type the number of a line. Words filter the lines below.';
	let asked: vscode.CancellationTokenSource | undefined;
	held.add({
		dispose: () => {
			asked?.cancel();
			asked?.dispose();
			asked = undefined;
		},
	});
	const show = async (line: number, isTyped: boolean): Promise<void> => {
		asked?.cancel();
		asked?.dispose();
		const mine = (asked = new vscode.CancellationTokenSource());
		pick.busy = true;
		try {
			const found = await runner.ask(LargeFileTraces, { uri: uri.toString(), line, count: shown }, mine.token);
			if (asked === mine) pick.items = itemsOf(found, line, isTyped);
		} catch (error) {
			// A newer request has taken its place, or the list is closed.
			if (asked !== mine || isCancellation(error)) return;
			log.error(`list of ${uri.toString()}: ${sentenceOf(error)}`);
			pick.hide();
			void showErrorMessage(sentenceOf(error));
		} finally {
			if (asked === mine) pick.busy = false;
		}
	};
	/** The next change of the text is this program's own. */
	let isOwnChange = false;
	held.add(
		pick.onDidChangeValue((value) => {
			if (isOwnChange) {
				isOwnChange = false;
				return;
			}
			const number = /^\d{1,15}$/.test(value.trim()) ? Number(value) : 0;
			if (number > 0) void show(number, true);
			else if (value === '') void show(1, false);
		}),
	);
	held.add(
		pick.onDidAccept(() => {
			const [item] = pick.selectedItems;
			if (item?.list !== undefined) {
				isOwnChange = pick.value !== '';
				pick.value = '';
				void show(item.list, false);
			} else if (item?.open !== undefined) {
				pick.hide();
				void vscode.commands.executeCommand('ragAssay.openReadable', item.open);
			} else if (item?.line !== undefined) {
				pick.hide();
				const start = new vscode.Position(item.line - 1, 0);
				void vscode.commands.executeCommand('vscode.open', uri, { selection: new vscode.Range(start, start) });
			}
		}),
	);
	held.add(pick.onDidHide(() => held.dispose()));
	pick.show();
	void show(1, false);
}

/** @param isTyped whether the line was typed: what was typed is a place, and no words to filter by */
function itemsOf({ lines, hasBefore, hasMore }: Result<typeof LargeFileTraces>, from: number, isTyped: boolean): LineItem[] {
	const [first, last] = [lines[0]?.line ?? from, lines.at(-1)?.line];
	return [
		...lines.map(({ line, uri, question, isReadable }) => ({
			label: isReadable ? question : `$(warning) ${question}`,
			description: `line ${line.toLocaleString('en')}`,
			alwaysShow: isTyped,
			...(isReadable ? { open: uri } : { line, detail: 'Shows the line in the file' }),
		})),
		...(last === undefined ? [{ label: 'The file has no trace from this line on.', alwaysShow: true }] : []),
		...(hasMore && last !== undefined ? [{ label: '$(arrow-down) Show the next lines', list: last + 1, alwaysShow: true }] : []),
		...(hasBefore ? [{ label: '$(arrow-up) Show the lines before', list: Math.max(1, first - shown), alwaysShow: true }] : []),
	];
}

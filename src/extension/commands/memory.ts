import { basename } from 'node:path';
import * as vscode from 'vscode';
import { memoryFileKind } from '../../formats/memory/memory-file-names.ts';
import { isStoreAddress } from '../../wording/store-names.ts';
import {
	CancelScan,
	GetMemoryBefore,
	memoryCommands,
	ScanStore,
	type MemoryArguments,
	type MemoryCommand,
	type MemoryStoreState,
} from '../../protocol/memory.ts';
import { plural } from '../../wording/phrases.ts';
import { firstFolder, section } from '../configuration.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import { openSettings } from '../vscode/open-settings.ts';
import { askStoreAddress, askStoreFile } from '../memory/ask-store.ts';
import { MemoryRow, type MemorySubject } from '../memory/memory-tree.ts';
import { memoryOrders, orderTitles } from '../memory/memory-order.ts';
import { entryDetails } from '../memory/memory-words.ts';
import { storeLabel } from '../memory/store-names.ts';
import { profileSettingOf } from '../profile-path.ts';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../vscode/messages.ts';

/** What a command is about: the row, file or store that it was given, or what the keyboard is on in the view. */
function subjectOf({ memoryRows }: Session, given: unknown): MemorySubject | undefined {
	if (given instanceof MemoryRow) return given.subject;
	if (given instanceof vscode.Uri && given.scheme === 'file') return { kind: 'store', store: given.fsPath };
	if (typeof given === 'string') return { kind: 'store', store: given };
	return isOfView(given) ? memoryRows.selected : undefined;
}

/** Keys of the view say that its selection is meant. */
function isOfView(given: unknown): boolean {
	return typeof given === 'object' && given !== null && 'view' in given && given.view === true;
}

/** The memory file in the active editor. */
function activeStore({ active }: Session): string | undefined {
	const { uri } = active;
	return uri?.scheme === 'file' && memoryFileKind(uri.path) !== null ? uri.fsPath : undefined;
}

/** Scans a store, after asking which one where nothing says it. */
export const scanMemory: Command = async (session, given) => {
	const subject = subjectOf(session, given);
	const stores = subject === undefined ? await pickStores(session) : [subject.store];
	if (stores !== undefined) await scanAll(session, stores);
};

export const scanAllMemory: Command = async (session) => {
	const stores = (await session.memory.stores()).map(({ store }) => store);
	if (stores.length === 0) await showInformationMessage(noMemories);
	else await scanAll(session, stores);
};

const noMemories =
	'No memories found in this workspace. Add a file such as memory.jsonl, CLAUDE.md or AGENTS.md, or name a store in the setting ragAssay.memory.stores.';

export const cancelMemoryScan: Command = async (session, given) => {
	const store = subjectOf(session, given)?.store ?? activeStore(session);
	if (store !== undefined) await session.runner.ask(CancelScan, { store });
};

async function scanAll(session: Session, stores: readonly string[]): Promise<void> {
	const ended: MemoryStoreState[] = [];
	await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Scanning memory', cancellable: true },
		async (progress, token) => {
			for (const store of stores) {
				const label = storeLabel(store);
				progress.report({ message: label });
				const watched = session.memory.onDidChange(() => {
					const scan = session.memory.of(store)?.scan;
					if (scan?.kind === 'scanning' && scan.done > 0)
						progress.report({
							message: `${label}: ${scan.done.toLocaleString('en')}${scan.of === null ? '' : ` of ${scan.of.toLocaleString('en')}`}`,
						});
				});
				try {
					ended.push(await session.runner.ask(ScanStore, { store }, token));
				} catch (error) {
					if (isCancellation(error)) return;
					throw error;
				} finally {
					watched.dispose();
				}
				if (token.isCancellationRequested) return;
			}
		},
	);
	void tellEnd(ended);
}

async function tellEnd(ended: readonly MemoryStoreState[]): Promise<void> {
	for (const { scan, store } of ended)
		if (scan.kind === 'failed') void showErrorMessage(`RAG Assay: ${storeLabel(store)}: ${sentenceOf(scan.error)}`);
	const done = ended.flatMap(({ scan, summary }) => (scan.kind === 'done' && summary !== null ? [summary] : []));
	if (done.length === 0) return;
	const [flagged, entries] = [done.reduce((sum, one) => sum + one.flagged, 0), done.reduce((sum, one) => sum + one.entries, 0)];
	const where = done.length === 1 ? '' : ` in ${done.length} memories`;
	const rules = done.some(({ history }) => history === null) ? ' Only rules judged: there is no query history.' : '';
	const message = `${flagged === 0 ? 'None' : flagged.toLocaleString('en')} of ${plural(entries, 'entry', 'entries')} flagged${where}.${rules}`;
	const show = 'Show';
	const tellIt = flagged === 0 ? showInformationMessage : showWarningMessage;
	if ((await tellIt(message, show)) === show) await vscode.commands.executeCommand('ragAssay.memory.focus');
}

async function pickStores(session: Session): Promise<readonly string[] | undefined> {
	const stores = await session.memory.stores();
	const active = activeStore(session);
	type Item = vscode.QuickPickItem & { readonly stores?: readonly string[]; readonly ask?: 'file' | 'address' };
	const items: Item[] = [
		...stores
			.toSorted((a, b) => Number(b.store === active) - Number(a.store === active))
			.map(({ store, uri }) => ({
				label: `$(database) ${storeLabel(store)}`,
				...(uri === undefined ? {} : { description: vscode.workspace.asRelativePath(uri) }),
				...(store === active ? { detail: 'In the active editor' } : {}),
				stores: [store],
			})),
		...(stores.length > 1 ? [{ label: '$(run-all) All Memories of This Workspace', stores: stores.map(({ store }) => store) }] : []),
		{ label: '$(folder-opened) Choose a File or Folder…', ask: 'file' },
		...(vscode.workspace.isTrusted
			? [{ label: '$(plug) Enter an Address…', detail: 'Such as chroma+http://localhost:8000/memories', ask: 'address' as const }]
			: []),
	];
	const picked = await vscode.window.showQuickPick(items, { title: 'Scan Memory', placeHolder: 'Which memory do you want to scan?' });
	if (picked?.ask === undefined) return picked?.stores;
	const store = await (picked.ask === 'file' ? askStoreFile('Scan a Memory', 'Scan') : askStoreAddress('Scan Memory'));
	return store === undefined ? undefined : [store];
}

/** Names the queries that memories are judged by, in the settings of the workspace. */
export const chooseMemoryHistory: Command = async () => {
	const found = await vscode.workspace.findFiles('**/*{queries,history,quer}*.jsonl', undefined, 100);
	type Item = vscode.QuickPickItem & { readonly setting?: string; readonly ask?: true };
	const items: Item[] = [
		...found
			.filter(({ path }) => memoryFileKind(path) === null)
			.map((uri) => ({
				label: `$(history) ${basename(uri.fsPath)}`,
				description: vscode.workspace.asRelativePath(uri),
				setting: profileSettingOf(uri.fsPath, firstFolder()),
			})),
		{ label: '$(folder-opened) Choose a File…', detail: 'Queries as JSON Lines, or traces', ask: true },
		{ label: '$(circle-slash) None', detail: 'Only rules judge', setting: '' },
	];
	const picked = await vscode.window.showQuickPick(items, {
		title: 'Choose Query History',
		placeHolder: 'Which queries do users ask the agent? Planted entries are close to them',
	});
	let setting = picked?.setting;
	if (picked?.ask === true) {
		const [chosen] =
			(await vscode.window.showOpenDialog({ title: 'Choose Query History', openLabel: 'Use', filters: { Queries: ['jsonl', 'json'] } })) ??
			[];
		setting = chosen === undefined ? undefined : profileSettingOf(chosen.fsPath, firstFolder());
	}
	if (setting === undefined) return;
	const target = vscode.workspace.workspaceFolders === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
	await vscode.workspace.getConfiguration(section).update('memory.history', setting, target);
};

/** Goes to an entry in its file; of one that lies in no text file, everything that is known. */
export const showMemoryEntry: Command = async (session, given) => {
	const subject = subjectOf(session, given);
	if (subject?.kind === 'quarantined')
		return session.texts.show('Quarantined entry.txt', `${subject.entry.text}\n\n${subject.entry.reason}\n`);
	if (subject?.kind !== 'entry') return;
	const { record, store } = subject;
	if (record.place === null || isStoreAddress(store)) return session.texts.show('Memory entry.txt', `${entryDetails(record)}\n`);
	const document = await vscode.workspace.openTextDocument(vscode.Uri.file(record.place.file));
	const range = new vscode.Range(document.positionAt(record.place.start), document.positionAt(record.place.end));
	const editor = await vscode.window.showTextDocument(document, { selection: new vscode.Range(range.start, range.start), preview: true });
	editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
};

/** Runs one of the runner's commands on an entry of the view, or on the one at the cursor by its quick fix. */
async function onEntry(session: Session, given: unknown, command: MemoryCommand): Promise<void> {
	const subject = subjectOf(session, given);
	if (subject?.kind === 'entry') return execute(command, { store: subject.store, ids: [subject.record.id] });
	await showInformationMessage('Select a flagged entry in the Memory view, or use the quick fixes of the entry in its file.');
}

async function execute(command: MemoryCommand, args: MemoryArguments): Promise<void> {
	await vscode.commands.executeCommand(command, args);
}

export const quarantineMemory: Command = (session, given) => onEntry(session, given, memoryCommands.quarantine);
export const markMemoryBenign: Command = (session, given) => onEntry(session, given, memoryCommands.benign);

export const restoreMemory: Command = async (session, given) => {
	const subject = subjectOf(session, given);
	if (subject?.kind === 'quarantined') return execute(memoryCommands.restore, { store: subject.store, ids: [subject.entry.id] });
	const held = (await session.memory.stores()).flatMap(({ store, state }) => (state?.quarantined ?? []).map((entry) => ({ store, entry })));
	if (held.length === 0) {
		await showInformationMessage('No scanned memory has an entry in quarantine.');
		return;
	}
	const picked = await vscode.window.showQuickPick(
		held.map(({ store, entry }) => ({
			label: entry.text.replaceAll(/\s+/g, ' '),
			description: storeLabel(store),
			detail: entry.reason,
			store,
			id: entry.id,
		})),
		{ title: 'Restore Quarantined Entries', placeHolder: 'Which entries do you want to put back?', canPickMany: true },
	);
	for (const store of new Set((picked ?? []).map((one) => one.store)))
		await execute(memoryCommands.restore, { store, ids: (picked ?? []).filter((one) => one.store === store).map(({ id }) => id) });
};

/** The whole store: of a row, a file or the active editor. */
async function onStore(session: Session, given: unknown, command: MemoryCommand): Promise<void> {
	const store = subjectOf(session, given)?.store ?? activeStore(session);
	if (store === undefined) {
		await showInformationMessage('Open a memory file such as AGENTS.md, or select one in the Memory view.');
		return;
	}
	await session.runner.start();
	await execute(command, { store, ids: [] });
}

export const signMemory: Command = (session, given) => onStore(session, given, memoryCommands.sign);
export const approveMemory: Command = (session, given) => onStore(session, given, memoryCommands.approve);

/** What has changed since the last scan or approval, side by side. `second`: since which of them. */
export const compareMemory: Command = async (session, given, second) => {
	const store = subjectOf(session, given)?.store ?? activeStore(session);
	if (store === undefined) {
		await showInformationMessage('Open a memory file, or select one in the Memory view.');
		return;
	}
	if (session.memory.of(store)?.at === undefined) await session.runner.ask(ScanStore, { store });
	const sinces: readonly ('approval' | 'scan')[] = second === 'scan' || second === 'approval' ? [second] : ['approval', 'scan'];
	const known = (
		await Promise.all(sinces.map(async (since) => ({ since, found: await session.runner.ask(GetMemoryBefore, { store, since }) })))
	).flatMap(({ since, found }) => (found === null ? [] : [{ since, found }]));
	if (known.length === 0) {
		await showInformationMessage(
			'There is nothing to compare with yet. Nobody has approved this memory, and it has not changed since the first scan.',
		);
		return;
	}
	const titles = { scan: 'the previous scan', approval: 'its approval' } as const;
	const picked =
		known.length === 1
			? known[0]
			: await vscode.window.showQuickPick(
					known.map((one) => ({
						label: `Since ${titles[one.since]}`,
						description: [one.found.when.slice(0, 16).replace('T', ' '), ...(one.found.who === null ? [] : [`by ${one.found.who}`])].join(
							' ',
						),
						...one,
					})),
					{ title: 'Compare Memory', placeHolder: 'Show changes since…' },
				);
	if (picked === undefined) return;
	const name = storeLabel(store);
	if (picked.found.before === picked.found.after) {
		await showInformationMessage(`Nothing in ${name} has changed since ${titles[picked.since]}.`);
		return;
	}
	await session.texts.compare(
		{ name: `before/${name}`, text: picked.found.before },
		{ name: `now/${name}`, text: picked.found.after },
		`${name}: since ${titles[picked.since]}`,
	);
};

/** Narrows the view to entries in which words stand, while they are written. */
export const filterMemory: Command = async ({ memoryRows }) => {
	const before = memoryRows.filter;
	const box = vscode.window.createInputBox();
	box.title = 'Filter Memory';
	box.prompt = 'Words in an entry, a reason or a similar query. Leave empty to show all.';
	box.value = before;
	box.onDidChangeValue((filter) => memoryRows.show({ filter }));
	const kept = await new Promise<boolean>((resolve) => {
		box.onDidAccept(() => resolve(true));
		box.onDidHide(() => resolve(false));
		box.show();
	});
	box.dispose();
	if (!kept) memoryRows.show({ filter: before });
	await vscode.commands.executeCommand('ragAssay.memory.focus');
};

export const sortMemory: Command = async ({ memoryRows }) => {
	const picked = await vscode.window.showQuickPick(
		memoryOrders.map((order) => ({ label: orderTitles[order], picked: order === memoryRows.order, order })),
		{ title: 'Sort Memory', placeHolder: 'How do you want to sort flagged entries?' },
	);
	if (picked !== undefined) memoryRows.show({ order: picked.order });
	await vscode.commands.executeCommand('ragAssay.memory.focus');
};

/** Stores belong to the workspace that looks at them. */
export const nameMemoryStores: Command = () => openSettings('ragAssay.memory.stores', 'workspace');

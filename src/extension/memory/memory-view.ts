import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { ListView } from '../vscode/list-view.ts';
import type { Session } from '../session.ts';

/** Registers the view of memories; what stands in it is made when it is first looked at. */
export function registerMemoryView(session: () => Promise<Session>): Disposable {
	const held = new DisposableList();
	const list = held.add(
		new ListView(async () => {
			const { memoryRows } = await session();
			memoryRows.attach(view);
			return memoryRows;
		}),
	);
	const view = held.add(vscode.window.createTreeView('ragAssay.memory', { treeDataProvider: list, showCollapseAll: true }));
	return held;
}

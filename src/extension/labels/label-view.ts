import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { ListView } from '../vscode/list-view.ts';
import type { Session } from '../session.ts';

/** Registers the view of the labeling queue; what stands in it is made when it is first looked at. */
export function registerLabelView(session: () => Promise<Session>): Disposable {
	const held = new DisposableList();
	const list = held.add(
		new ListView(async () => {
			const { labeling } = await session();
			labeling.attach(view);
			return labeling;
		}),
	);
	const view = held.add(vscode.window.createTreeView('ragAssay.labels', { treeDataProvider: list }));
	return held;
}

import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../disposables.ts';
import type { Session } from '../session.ts';
import { viewNames } from './explorer.ts';
import { ListView } from './list-view.ts';

/** Registers the views `ragAssay.<name>`; what stands in them is made when one is first looked at. */
export function registerViews(session: () => Promise<Session>): Disposable {
	const held = new DisposableList();
	for (const name of viewNames) {
		const view = held.add(new ListView(async () => (await session()).explorer[name]));
		held.add(vscode.window.registerTreeDataProvider(`ragAssay.${name}`, view));
	}
	return held;
}

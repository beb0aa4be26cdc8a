import * as vscode from 'vscode';
import type { Session } from '../session.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { ListView } from '../vscode/list-view.ts';

/** The views of the activity bar, `ragAssay.<name>` each. */
const viewNames = ['profiles', 'dataSets', 'traces', 'legend'] as const satisfies readonly (keyof Session['explorer'])[];

/** Registers the views `ragAssay.<name>`; what stands in them is made when one is first looked at. */
export function registerViews(session: () => Promise<Session>): Disposable {
	const held = new DisposableList();
	for (const name of viewNames) {
		const view = held.add(new ListView(async () => (await session()).explorer[name]));
		held.add(vscode.window.registerTreeDataProvider(`ragAssay.${name}`, view));
	}
	return held;
}

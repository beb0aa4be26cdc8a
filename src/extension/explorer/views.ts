import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../disposables.ts';
import type { Session } from '../session.ts';
import { ListView, type RowSource } from './list-view.ts';

const views = ['profiles', 'dataSets', 'traces'] as const;
export type ViewName = (typeof views)[number];

/** What the views of the activity bar list. */
export type Explorer = Readonly<Record<ViewName, RowSource>>;

/** Registers the views `ragAssay.<name>`; what stands in them is made when one is first looked at. */
export function registerViews(session: () => Promise<Session>): Disposable {
	const held = new DisposableList();
	for (const name of views) {
		const view = held.add(new ListView(async () => (await session()).explorer[name]));
		held.add(vscode.window.registerTreeDataProvider(`ragAssay.${name}`, view));
	}
	return held;
}

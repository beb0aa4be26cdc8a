import type * as vscode from 'vscode';
import type { until } from '../../support/until.ts';
import type { Api } from '../../../src/extension/extension.ts';

/** What a test inside the extension host works with. */
export interface Host {
	readonly vscode: typeof vscode;
	readonly until: typeof until;
	/** A file of the workspace. */
	readonly file: (path: string) => vscode.Uri;
	/** Our extension's exports, activated if need be. */
	readonly api: () => Promise<Api>;
	/** Shows a file and waits until its analysis has come to the end: `done`, `failed`, `no-response` or another final state. */
	readonly open: (path: string) => Promise<vscode.TextEditor>;
}

export interface HostTest {
	readonly name: string;
	readonly run: (host: Host) => Promise<void>;
}

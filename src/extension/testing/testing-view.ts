import * as vscode from 'vscode';
import type { Session } from '../session.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';

/** Files by which a workspace is known to have traces. */
const glob = '**/*.{rag,response}.md';

/**
 * Shows the workspace's traces in VS Code's Testing view once the workspace is known to have some, or RAG Assay is used in it. Elsewhere the view would be
 * one more icon without use.
 */
export class TestingView implements Disposable {
	readonly #session: () => Promise<Session>;
	readonly #log: vscode.LogOutputChannel;
	readonly #held = new DisposableList();
	#isShown = false;

	constructor(session: () => Promise<Session>, log: vscode.LogOutputChannel) {
		this.#session = session;
		this.#log = log;
		this.#showWhereTracesAre().catch((error: unknown) => this.#failed(error));
	}

	/** Shows them from now on. */
	show(): void {
		if (this.#isShown) return;
		this.#isShown = true;
		this.#load().catch((error: unknown) => this.#failed(error));
	}

	dispose(): void {
		this.#held.dispose();
	}

	async #showWhereTracesAre(): Promise<void> {
		if ((await vscode.workspace.findFiles(glob, undefined, 1)).length > 0) this.show();
	}

	async #load(): Promise<void> {
		// The schemas of its messages are not loaded for a window that has no traces.
		const { TraceTests } = await import('./trace-tests.ts');
		this.#held.add(new TraceTests(this.#session, this.#log));
		await vscode.commands.executeCommand('setContext', 'ragAssay.testing', true);
	}

	#failed(error: unknown): void {
		this.#log.error(`the Testing view: ${sentenceOf(error)}`);
	}
}

import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { languageId, tracePatterns } from '../vscode/workspace-text.ts';
import type { RunnerClient } from '../runner/client.ts';
import { programText } from './status-text.ts';

/** The language status item that says which program runs the runner; there while one runs. A click starts it again, with what was installed meanwhile. */
export class ProgramItem implements Disposable {
	readonly #runner: RunnerClient;
	readonly #held = new DisposableList();
	#item: vscode.LanguageStatusItem | undefined;

	constructor(runner: RunnerClient) {
		this.#runner = runner;
		this.#held.add(
			runner.onDidChangeState(() => {
				this.#update();
			}),
		);
		this.#update();
	}

	dispose(): void {
		this.#held.dispose();
		this.#item?.dispose();
	}

	#update(): void {
		const shown = programText(this.#runner.program);
		if (shown === undefined) {
			this.#item?.dispose();
			this.#item = undefined;
			return;
		}
		this.#item ??= vscode.languages.createLanguageStatusItem('ragAssay.program', [
			{ language: languageId },
			...tracePatterns.map((pattern) => ({ pattern })),
		]);
		this.#item.name = 'RAG Assay: Program';
		this.#item.command = { command: 'ragAssay.restartRunner', title: 'Restart Runner' };
		this.#item.text = shown.text;
		this.#item.detail = shown.detail;
	}
}

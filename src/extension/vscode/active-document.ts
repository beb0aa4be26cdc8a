import * as vscode from 'vscode';
import { DisposableList, type Disposable } from './disposables.ts';

/** The editor that a person works in: the active one, or, while the focus is in the output panel, the one before. */
export class ActiveDocument implements Disposable {
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#editor: vscode.TextEditor | undefined = vscode.window.activeTextEditor;

	constructor() {
		this.#held.add(
			vscode.window.onDidChangeActiveTextEditor((editor) => {
				if (editor?.document.uri.scheme === 'output') return;
				this.#editor = editor;
				this.#changed.fire();
			}),
		);
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}
	get uri(): vscode.Uri | undefined {
		return this.editor?.document.uri;
	}

	get editor(): vscode.TextEditor | undefined {
		return this.#editor !== undefined && vscode.window.visibleTextEditors.includes(this.#editor)
			? this.#editor
			: vscode.window.activeTextEditor;
	}

	dispose(): void {
		this.#held.dispose();
	}
}

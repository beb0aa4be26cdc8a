import * as vscode from 'vscode';
import { DisposableList, type Disposable } from './disposables.ts';

const scheme = 'rag-assay';

export interface NamedText {
	readonly name: string;
	readonly text: string;
}

/** Read-only documents with something to read, such as a report; a second one with the same name takes the first one's place. */
export class TextDocuments implements Disposable {
	readonly #texts = new Map<string, string>();
	readonly #held = new DisposableList();
	readonly #changed: vscode.EventEmitter<vscode.Uri>;

	constructor() {
		this.#changed = this.#held.add(new vscode.EventEmitter<vscode.Uri>());
		this.#held.add(
			vscode.workspace.registerTextDocumentContentProvider(scheme, {
				onDidChange: this.#changed.event,
				provideTextDocumentContent: (uri) => this.#texts.get(uri.path) ?? 'This text is no longer there; run the command again.',
			}),
		);
	}

	/** Puts a text in the place of what has this name, and of what editors show of it. */
	set(name: string, text: string): vscode.Uri {
		const uri = vscode.Uri.from({ scheme, path: `/${name}` });
		this.#texts.set(uri.path, text);
		this.#changed.fire(uri);
		return uri;
	}

	/** Two texts side by side in a diff editor. */
	async compare(before: NamedText, after: NamedText, title: string): Promise<void> {
		await vscode.commands.executeCommand('vscode.diff', this.set(before.name, before.text), this.set(after.name, after.text), title);
	}

	async show(name: string, text: string): Promise<void> {
		const uri = this.set(name, text);
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
	}

	dispose(): void {
		this.#held.dispose();
	}
}

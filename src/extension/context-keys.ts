import * as vscode from 'vscode';
import type { ActiveDocument } from './vscode/active-document.ts';
import type { Analyses } from './analyses.ts';
import { DisposableList, type Disposable } from './vscode/disposables.ts';

/** The `when` clauses' view of the active document: `ragAssay.document` and `ragAssay.state`. */
export class ContextKeys implements Disposable {
	readonly #analyses: Analyses;
	readonly #active: ActiveDocument;
	readonly #held = new DisposableList();
	readonly #values = new Map<string, unknown>();

	constructor(analyses: Analyses, active: ActiveDocument) {
		this.#active = active;
		this.#analyses = analyses;
		this.#held.add(
			analyses.onDidChange(() => {
				this.#update();
			}),
		);
		this.#held.add(
			active.onDidChange(() => {
				this.#update();
			}),
		);
		this.#update();
	}

	set(key: string, value: unknown): void {
		if (this.#values.get(key) === value) return;
		this.#values.set(key, value);
		void vscode.commands.executeCommand('setContext', `ragAssay.${key}`, value);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const uri = this.#active.uri?.toString();
		const kind = (uri === undefined ? undefined : this.#analyses.of(uri)?.state.kind) ?? 'none';
		this.set('document', kind !== 'none');
		this.set('state', kind);
	}
}

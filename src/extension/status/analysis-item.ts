import * as vscode from 'vscode';
import type { ActiveDocument } from '../vscode/active-document.ts';
import type { Analyses } from '../analyses.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { analysisText } from './status-text.ts';

/** The status bar's item about the active document: progress and cancel while it is analyzed, then the result. */
export class AnalysisItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #analyses: Analyses;
	readonly #active: ActiveDocument;
	readonly #held = new DisposableList();

	constructor(analyses: Analyses, active: ActiveDocument) {
		this.#active = active;
		this.#analyses = analyses;
		this.#item = this.#held.add(vscode.window.createStatusBarItem('analysis', vscode.StatusBarAlignment.Left, 45));
		this.#item.name = 'RAG Assay: Analysis';
		this.#held.add(
			analyses.onDidChange(({ uri }) => {
				if (uri === active.uri?.toString()) this.#update();
			}),
		);
		this.#held.add(
			active.onDidChange(() => {
				this.#update();
			}),
		);
		this.#update();
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { uri } = this.#active;
		const status = uri === undefined ? undefined : this.#analyses.of(uri.toString());
		const shown = status === undefined ? undefined : analysisText(status.state);
		if (shown === undefined) return this.#item.hide();
		this.#item.text = shown.text;
		this.#item.tooltip = shown.tooltip;
		this.#item.accessibilityInformation = { label: `RAG Assay: ${shown.label}`, role: 'button' };
		this.#item.command = shown.command;
		this.#item.backgroundColor = shown.warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
		this.#item.show();
	}
}

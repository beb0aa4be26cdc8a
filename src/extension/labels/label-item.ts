import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { progressText } from './label-text.ts';
import type { Labeling } from './labeling.ts';

/** The status bar's word on the labeling queue, while it is open; a click goes to its sentence. */
export class LabelItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #labeling: Labeling;
	readonly #held = new DisposableList();

	constructor(labeling: Labeling) {
		this.#labeling = labeling;
		this.#item = this.#held.add(vscode.window.createStatusBarItem('labels', vscode.StatusBarAlignment.Left, 42));
		this.#item.name = 'RAG Assay: Labels';
		this.#item.command = 'ragAssay.labelNext';
		this.#held.add(
			labeling.onDidChange(() => {
				this.#update();
			}),
		);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { state } = this.#labeling;
		if (state === undefined) return this.#item.hide();
		this.#item.text = `$(tag) ${state.labelled}/${state.sentences}`;
		this.#item.accessibilityInformation = { label: `Labels: ${progressText(state)}`, role: 'button' };
		this.#item.tooltip = `${progressText(state)}\n\nClick to label the next sentence.`;
		this.#item.show();
	}
}

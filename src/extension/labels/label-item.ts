import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { progressText } from './label-text.ts';
import type { Labelling } from './labelling.ts';

/** The status bar's word on the labelling queue, while it is open; a click goes to its sentence. */
export class LabelItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #labelling: Labelling;
	readonly #held = new DisposableList();

	constructor(labelling: Labelling) {
		this.#labelling = labelling;
		this.#item = this.#held.add(vscode.window.createStatusBarItem('labels', vscode.StatusBarAlignment.Left, 42));
		this.#item.name = 'RAG Assay: Labels';
		this.#item.command = 'ragAssay.labelNext';
		this.#held.add(
			labelling.onDidChange(() => {
				this.#update();
			}),
		);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { state } = this.#labelling;
		if (state === undefined) return this.#item.hide();
		this.#item.text = `$(tag) ${state.labelled}/${state.sentences}`;
		this.#item.accessibilityInformation = { label: `Labels: ${progressText(state)}`, role: 'button' };
		this.#item.tooltip = `${progressText(state)}\n\nClick to label the next sentence.`;
		this.#item.show();
	}
}

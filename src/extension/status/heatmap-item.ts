import * as vscode from 'vscode';
import type { ActiveDocument } from '../vscode/active-document.ts';
import type { Analyses } from '../analyses.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { Heatmaps } from '../heatmap/heatmaps.ts';
import { heatmapText } from './status-text.ts';

/** The status bar's switch of the heatmap, with the scale in its tooltip. */
export class HeatmapItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #heatmaps: Heatmaps;
	readonly #analyses: Analyses;
	readonly #active: ActiveDocument;
	readonly #held = new DisposableList();

	constructor(heatmaps: Heatmaps, analyses: Analyses, active: ActiveDocument) {
		this.#active = active;
		this.#heatmaps = heatmaps;
		this.#analyses = analyses;
		this.#item = this.#held.add(vscode.window.createStatusBarItem('heatmap', vscode.StatusBarAlignment.Left, 44));
		this.#item.name = 'RAG Assay: Heatmap';
		this.#item.command = 'ragAssay.chooseHeatmap';
		this.#held.add(
			heatmaps.onDidChange(() => {
				this.#update();
			}),
		);
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

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { uri } = this.#active;
		const state = uri === undefined ? undefined : this.#analyses.of(uri.toString())?.state.kind;
		if (uri === undefined || state === undefined || state === 'none') return this.#item.hide();
		const { text, label, tooltip } = heatmapText(this.#heatmaps.mode, this.#heatmaps.of(uri));
		this.#item.text = text;
		this.#item.accessibilityInformation = { label, role: 'button' };
		const shown = new vscode.MarkdownString(tooltip);
		shown.supportHtml = true;
		this.#item.tooltip = shown;
		this.#item.show();
	}
}

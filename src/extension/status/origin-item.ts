import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { OriginLights } from '../origins/origin-highlights.ts';
import { originText, type OriginsAnswer } from '../origins/origin-text.ts';
import { rangeOf } from '../heatmap/painting.ts';

/** The status bar's word on where the token at the cursor came from; a click goes there. */
export class OriginItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #origins: OriginLights;
	readonly #held = new DisposableList();

	constructor(origins: OriginLights) {
		this.#origins = origins;
		this.#item = this.#held.add(vscode.window.createStatusBarItem('origin', vscode.StatusBarAlignment.Left, 43));
		this.#item.name = 'RAG Assay: Origin';
		this.#item.command = 'ragAssay.goToOrigin';
		this.#held.add(
			origins.onDidChange(() => {
				this.#update();
			}),
		);
		this.#update();
	}

	dispose(): void {
		this.#held.dispose();
	}

	#update(): void {
		const { shown } = this.#origins;
		if (shown === undefined || (shown.subject === null && shown.contexts.length === 0)) return this.#item.hide();
		const [first] = shown.lit;
		const { text, label, tooltip } = originText(shown, first === undefined ? undefined : textAt(first));
		this.#item.text = text;
		this.#item.tooltip = `${tooltip}\n\nClick to go there.`;
		this.#item.accessibilityInformation = { label, role: 'button' };
		this.#item.show();
	}
}

/** What is lit, as it stands in its document; undefined where that is not open. */
function textAt({ uri, range }: OriginsAnswer['lit'][number]): string | undefined {
	const key = vscode.Uri.parse(uri).toString();
	return vscode.workspace.textDocuments.find((open) => open.uri.toString() === key)?.getText(rangeOf(range));
}

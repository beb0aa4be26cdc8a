import * as vscode from 'vscode';
import { inspectorMemory, type InspectedPlace } from '../../protocol/token-inspector.ts';
import type { Disposable } from '../vscode/disposables.ts';
import { InspectorPanel, inspectorTitle, type InspectorOptions } from './inspector-panel.ts';

const inspectorViewType = 'ragAssay.tokenInspector';

/** The token inspector: at most one panel, made when asked for or brought back by VS Code after a reload. */
export class TokenInspector implements Disposable {
	readonly #options: InspectorOptions;
	#open: InspectorPanel | undefined;

	constructor(options: InspectorOptions) {
		this.#options = options;
	}

	/**
	 * Brings the panel forward beside the editor, which keeps the focus, and looks at the cursor. Of a panel that is in sight already the focus
	 * goes into it, and from it back to the text: the keyboard needs a way there that is no edit.
	 */
	async show(editor: vscode.TextEditor | undefined): Promise<void> {
		if (this.#open?.panel.active === true) return this.#open.focusText();
		if (this.#open === undefined) {
			const panel = vscode.window.createWebviewPanel(inspectorViewType, inspectorTitle, {
				viewColumn: vscode.ViewColumn.Beside,
				preserveFocus: true,
			});
			this.#adopt(panel, undefined);
		} else this.#open.panel.reveal(undefined, !this.#open.panel.visible);
		if (editor !== undefined) this.#open?.follow(editor);
	}

	/** Shows the token at a place, wherever the cursor is. The editor keeps the focus. */
	async showPlace(place: InspectedPlace): Promise<void> {
		if (this.#open === undefined) await this.show(undefined);
		else this.#open.panel.reveal(undefined, true);
		await this.#open?.inspection.lookAt(place);
	}

	/** `memory` is what the panel left behind. */
	restore(panel: vscode.WebviewPanel, memory: unknown): void {
		const left = inspectorMemory.safeParse(memory);
		if (!left.success) this.#options.log.debug(`token inspector: what it left behind is not understood: ${left.error.message}`);
		this.#open?.panel.dispose();
		this.#adopt(panel, left.data);
	}

	/** The panel itself stays: when the extension starts again, VS Code hands it back. */
	dispose(): void {
		this.#open?.dispose();
	}

	#adopt(panel: vscode.WebviewPanel, memory: { readonly place: InspectedPlace | null; readonly pinned: boolean } | undefined): void {
		const open = new InspectorPanel(panel, this.#options);
		this.#open = open;
		panel.onDidDispose(() => {
			open.dispose();
			if (this.#open === open) this.#open = undefined;
		});
		if (memory?.place !== null && memory?.place !== undefined) void open.inspection.lookAt(memory.place);
		if (memory?.pinned === true) open.inspection.pin(true);
		open.load();
	}
}

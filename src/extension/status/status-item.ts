import * as vscode from 'vscode';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';

/** What a status bar item shows. `label` is what a screen reader says. */
interface StatusShown {
	readonly text: string;
	readonly label: string;
	readonly tooltip: string | vscode.MarkdownString;
	/** What a click does. */
	readonly command: string | undefined;
	/** Whether it has the color of warnings. */
	readonly warn?: boolean;
}

export interface StatusItemOptions {
	readonly id: string;
	/** Name in the status bar's menu, after `RAG Assay: `. */
	readonly name: string;
	/** Place in the status bar. A higher number is further left. */
	readonly priority: number;
	/** Events after which the item is drawn again. */
	readonly events: readonly vscode.Event<unknown>[];
	/** Returns what to show now. `undefined` hides the item. */
	readonly shown: () => StatusShown | undefined;
}

/** One item on the left of the status bar, which is hidden until it has something to show. */
export class StatusItem implements Disposable {
	readonly #item: vscode.StatusBarItem;
	readonly #shown: StatusItemOptions['shown'];
	readonly #held = new DisposableList();

	constructor({ id, name, priority, events, shown }: StatusItemOptions) {
		this.#shown = shown;
		this.#item = this.#held.add(vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority));
		this.#item.name = `RAG Assay: ${name}`;
		for (const event of events) this.#held.add(event(() => this.update()));
		this.update();
	}

	/** Draws the item again. */
	update(): void {
		const shown = this.#shown();
		if (shown === undefined) return this.#item.hide();
		const { text, label, tooltip, command, warn = false } = shown;
		this.#item.text = text;
		this.#item.tooltip = tooltip;
		this.#item.accessibilityInformation = { label, role: 'button' };
		this.#item.command = command;
		this.#item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
		this.#item.show();
	}

	dispose(): void {
		this.#held.dispose();
	}
}

import * as vscode from 'vscode';
import { DisposableList, type Disposable } from './disposables.ts';
import { languageId, tracePatterns } from './documents.ts';

interface Wanted { readonly uri: string; readonly range: vscode.Range; readonly text: string }

/** Explains one sentence in a hover that is opened from a command: no window in the way, and Escape closes it. */
export class WhyHover implements Disposable {
	readonly #held = new DisposableList();
	#wanted: Wanted | undefined;

	constructor() {
		this.#held.add(vscode.languages.registerHoverProvider(
			[{ scheme: 'untitled', language: languageId }, ...tracePatterns.map((pattern) => ({ scheme: 'file', pattern }))],
			{ provideHover: (document, position) => this.#hover(document, position) }));
		this.#held.add(vscode.workspace.onDidChangeTextDocument(({ document }) => { if (document.uri.toString() === this.#wanted?.uri) this.#wanted = undefined; }));
	}

	/** Puts the cursor at the sentence and shows `text` (Markdown) beside it. */
	async show(editor: vscode.TextEditor, range: vscode.Range, text: string): Promise<void> {
		this.#wanted = { uri: editor.document.uri.toString(), range, text };
		editor.selection = new vscode.Selection(range.start, range.start);
		editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		await vscode.commands.executeCommand('editor.action.showHover', { focus: 'autoFocusImmediately' });
	}

	dispose(): void { this.#held.dispose(); }

	#hover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
		const wanted = this.#wanted;
		if (wanted === undefined || wanted.uri !== document.uri.toString() || !wanted.range.contains(position)) return undefined;
		// Once: the mouse over the sentence later shows its tokens alone.
		this.#wanted = undefined;
		return new vscode.Hover(new vscode.MarkdownString(wanted.text), wanted.range);
	}
}

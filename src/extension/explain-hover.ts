import * as vscode from 'vscode';

interface Wanted {
	readonly uri: string;
	readonly range: vscode.Range;
	readonly text: string;
}

/**
 * Explains one sentence in a hover that is opened from a command: no window in the way, and Escape closes it.
 * Its text takes the place of the token's own hover, once.
 */
export class WhyHover {
	#wanted: Wanted | undefined;

	/** Shows `text` (Markdown) beside the sentence. The cursor stays where it is. */
	async show(editor: vscode.TextEditor, range: vscode.Range, text: string): Promise<void> {
		this.#wanted = { uri: editor.document.uri.toString(), range, text };
		// Past its first character: at the very edge the hover is about the sentence before as well.
		const begin = editor.document.offsetAt(range.start);
		const place = editor.document.offsetAt(range.end) > begin + 1 ? editor.document.positionAt(begin + 1) : range.start;
		const before = editor.selections;
		// VS Code shows hovers only where the cursor is.
		editor.selection = new vscode.Selection(place, place);
		editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		await vscode.commands.executeCommand('editor.action.showHover', { focus: 'autoFocusImmediately' });
		editor.selections = before;
	}

	/** The explanation that is wanted at a place, if one is. */
	take(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
		const wanted = this.#wanted;
		if (wanted === undefined || wanted.uri !== document.uri.toString() || !wanted.range.contains(position)) return undefined;
		this.#wanted = undefined;
		return new vscode.Hover(new vscode.MarkdownString(wanted.text), wanted.range);
	}
}

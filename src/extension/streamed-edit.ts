import * as vscode from 'vscode';
import { DisposableList, type Disposable } from './disposables.ts';

/**
 * Text that grows in a document, as one step of undo. Pieces may come faster than edits are applied: they are gathered.
 * What the user types meanwhile, before or after it, moves it along.
 */
export class StreamedEdit implements Disposable {
	readonly #document: vscode.TextDocument;
	readonly #held = new DisposableList();
	#start: number;
	#length = 0;
	#pending = '';
	#writing: Promise<void> | undefined;
	#own = false;
	#first = true;

	constructor(document: vscode.TextDocument, offset: number) {
		this.#document = document;
		this.#start = offset;
		this.#held.add(vscode.workspace.onDidChangeTextDocument((event) => {
			if (event.document !== document || this.#own) return;
			for (const { rangeOffset, rangeLength, text } of event.contentChanges) {
				if (rangeOffset + rangeLength <= this.#start) this.#start += text.length - rangeLength;
			}
		}));
	}

	/** Where the text stands now. */
	get range(): vscode.Range {
		return new vscode.Range(this.#document.positionAt(this.#start), this.#document.positionAt(this.#start + this.#length));
	}

	append(piece: string): void {
		this.#pending += piece;
		this.#writing ??= this.#drain();
	}

	/** Replaces the whole by `text` unless it is that already, and closes the step of undo. */
	async finish(text: string): Promise<void> {
		await this.#writing;
		await this.#edit(this.range, text, true);
		this.#length = text.length;
	}

	dispose(): void { this.#held.dispose(); }

	async #drain(): Promise<void> {
		try {
			while (this.#pending !== '') {
				const piece = this.#pending;
				this.#pending = '';
				const at = this.#document.positionAt(this.#start + this.#length);
				await this.#edit(new vscode.Range(at, at), piece, false);
				this.#length += piece.length;
			}
		} finally {
			this.#writing = undefined;
		}
	}

	async #edit(range: vscode.Range, text: string, last: boolean): Promise<void> {
		const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === this.#document);
		const undo = { undoStopBefore: this.#first, undoStopAfter: last };
		this.#first = false;
		this.#own = true;
		try {
			// An editor can join edits into one step of undo; a workspace edit works when no editor shows the document any more.
			const done = editor === undefined ? false : await editor.edit((builder) => { builder.replace(range, text); }, undo);
			if (done) return;
			const edit = new vscode.WorkspaceEdit();
			edit.replace(this.#document.uri, range, text);
			if (!await vscode.workspace.applyEdit(edit)) throw new Error('The response could not be written into the file: it may be read-only.');
		} finally {
			this.#own = false;
		}
	}
}

import * as vscode from 'vscode';
import { DisposableList, type Disposable } from './disposables.ts';
import { TrackedSpan } from './tracked-span.ts';

/**
 * Text that grows in a document, as one step of undo. Pieces may come faster than edits are applied: they are gathered.
 * What the user types meanwhile, before or after it, moves it along.
 */
export class StreamedEdit implements Disposable {
	readonly #document: vscode.TextDocument;
	readonly #held = new DisposableList();
	readonly #span: TrackedSpan;
	#pending = '';
	#writing: Promise<void> | undefined;
	#first = true;

	constructor(document: vscode.TextDocument, offset: number) {
		this.#document = document;
		this.#span = new TrackedSpan(offset);
		this.#held.add(
			vscode.workspace.onDidChangeTextDocument((event) => {
				if (event.document === document && event.contentChanges.length > 0) this.#span.changed(event.contentChanges);
			}),
		);
	}

	/** Where the text stands now. */
	get range(): vscode.Range {
		return this.#rangeOf(this.#span.start, this.#span.end);
	}

	append(piece: string): void {
		this.#pending += piece;
		this.#writing ??= this.#drain();
	}

	/** Takes back what was written, to begin anew. */
	async clear(): Promise<void> {
		this.#pending = '';
		await this.#writing;
		await this.#edit('', { append: false, last: false });
	}

	/** Replaces the whole by `text`, and closes the step of undo. */
	async finish(text: string): Promise<void> {
		await this.#writing;
		await this.#edit(text, { append: false, last: true });
	}

	dispose(): void {
		this.#held.dispose();
	}

	async #drain(): Promise<void> {
		try {
			while (this.#pending !== '') {
				const piece = this.#pending;
				this.#pending = '';
				await this.#edit(piece, { append: true, last: false });
			}
		} finally {
			this.#writing = undefined;
		}
	}

	/** Again while someone's typing gets in between: an editor refuses an edit of an older version. */
	async #edit(given: string, { append, last }: { append: boolean; last: boolean }): Promise<void> {
		// As VS Code will write and report it.
		const text = given.replaceAll(/\r\n|\r|\n/g, this.#document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
		if (text === '' && (append || this.#span.start === this.#span.end)) return;
		const undo = { undoStopBefore: this.#first, undoStopAfter: last };
		this.#first = false;
		for (;;) {
			const { version } = this.#document;
			if (await this.#try(text, append, (edit) => this.#byEditor(edit, undo))) return;
			if (this.#document.version !== version) continue;
			// A workspace edit works when no editor shows the document any more.
			if (await this.#try(text, append, (edit) => this.#byWorkspace(edit))) return;
			if (this.#document.version === version) throw new Error('The response could not be written into the file: it may be read-only.');
		}
	}

	/** `apply` takes the document's version at once, so the range is made for the very version that it is applied to. */
	async #try(text: string, append: boolean, apply: (edit: { range: vscode.Range; text: string }) => Thenable<boolean>): Promise<boolean> {
		const { rangeOffset, rangeLength } = this.#span.announce(text, append);
		let made = false;
		try {
			made = await apply({ range: this.#rangeOf(rangeOffset, rangeOffset + rangeLength), text });
		} finally {
			if (made) this.#span.made();
			else this.#span.refused();
		}
		return made;
	}

	/** An editor can join edits into one step of undo. */
	#byEditor(
		{ range, text }: { range: vscode.Range; text: string },
		undo: { undoStopBefore: boolean; undoStopAfter: boolean },
	): Thenable<boolean> {
		const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === this.#document);
		return editor === undefined
			? Promise.resolve(false)
			: editor.edit((builder) => {
					builder.replace(range, text);
				}, undo);
	}

	#byWorkspace({ range, text }: { range: vscode.Range; text: string }): Thenable<boolean> {
		const edit = new vscode.WorkspaceEdit();
		edit.replace(this.#document.uri, range, text);
		return vscode.workspace.applyEdit(edit);
	}

	#rangeOf(start: number, end: number): vscode.Range {
		return new vscode.Range(this.#document.positionAt(start), this.#document.positionAt(end));
	}
}

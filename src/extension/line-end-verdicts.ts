import * as vscode from 'vscode';
import { isAboutResponse } from '../protocol/requests.ts';
import { lineEndTexts } from './line-end-text.ts';
import { traceFindings } from './listed-problems.ts';
import type { Settings } from './settings.ts';
import { DisposableList, type Disposable } from './vscode/disposables.ts';
import { mayBeOurs } from './vscode/documents.ts';

/** Extensions that write every message of Problems at the end of its line. */
const others = ['usernamehw.errorlens'] as const;

/** Writes the first clause about a flagged sentence, dim, at the end of its line. */
export class LineEndVerdicts implements Disposable {
	readonly #mode: () => Settings['lineEndVerdicts'];
	readonly #held = new DisposableList();
	readonly #type = this.#held.add(
		vscode.window.createTextEditorDecorationType({
			after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' },
			rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
		}),
	);
	/** Editors that show something of ours. */
	readonly #painted = new WeakSet<vscode.TextEditor>();

	constructor(mode: () => Settings['lineEndVerdicts']) {
		this.#mode = mode;
		this.#held.add(
			vscode.languages.onDidChangeDiagnostics(({ uris }) => {
				const changed = new Set(uris.map((uri) => uri.toString()));
				for (const editor of vscode.window.visibleTextEditors) if (changed.has(editor.document.uri.toString())) this.#paint(editor);
			}),
		);
		this.#held.add(vscode.window.onDidChangeVisibleTextEditors(() => this.refresh()));
		this.#held.add(vscode.extensions.onDidChange(() => this.refresh()));
		this.refresh();
	}

	/** The setting changed. */
	refresh(): void {
		for (const editor of vscode.window.visibleTextEditors) this.#paint(editor);
	}

	dispose(): void {
		this.#held.dispose();
	}

	#paint(editor: vscode.TextEditor): void {
		const texts = this.#isOn() && mayBeOurs(editor.document) ? lineEndTexts(flagged(editor.document)) : new Map<number, string>();
		if (texts.size === 0 && !this.#painted.has(editor)) return;
		this.#painted.add(editor);
		editor.setDecorations(
			this.#type,
			[...texts].map(([line, contentText]) => {
				const { end } = editor.document.lineAt(line).range;
				return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
			}),
		);
	}

	#isOn(): boolean {
		const mode = this.#mode();
		return mode === 'auto' ? others.every((id) => vscode.extensions.getExtension(id) === undefined) : mode === 'on';
	}
}

/** What is flagged in a document's responses, but for findings about a response as a whole, with the last lines. */
function flagged({ uri, lineCount }: vscode.TextDocument): { readonly line: number; readonly message: string }[] {
	return traceFindings(uri)
		.filter((finding) => !isAboutResponse(finding) && finding.range.end.line < lineCount)
		.map(({ range, message }) => ({ line: range.end.line, message }));
}

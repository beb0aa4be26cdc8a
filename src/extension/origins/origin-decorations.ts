import * as vscode from 'vscode';
import { heatStep } from '../../formats/heat-scale.ts';
import { bucketCount } from '../../protocol/requests.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { bucketOptions } from '../heatmap/decorations.ts';
import { rangeOf } from '../heatmap/painting.ts';
import { bucketColorId } from '../heatmap/heat-colors.ts';
import { isKnownForeign } from '../foreign/foreign-documents.ts';
import { headText, type OriginsAnswer } from './origin-text.ts';

/** Lit words have so many strengths. */
const levels = 5;
/** A context that gave fewer words is not colored: whole lines say more than single words with the same color. */
const minContext = heatStep('rag', 0.02);

/** Colors of where words came from, on any number of editors: those of the heatmap of the source "contexts", where giving is on the upper half. */
export class LitDecorations implements Disposable {
	readonly #words: readonly vscode.TextEditorDecorationType[];
	/** Whole contexts, by the step of their share of the words; undefined where a step has no color. */
	readonly #contexts: readonly (vscode.TextEditorDecorationType | undefined)[];
	readonly #heads: vscode.TextEditorDecorationType;
	/** What is asked about. */
	readonly #subject: vscode.TextEditorDecorationType;
	readonly #held = new DisposableList();
	readonly #painted = new Set<vscode.TextEditor>();

	constructor() {
		const own = (options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType =>
			this.#held.add(vscode.window.createTextEditorDecorationType(options));
		this.#words = Array.from({ length: levels }, (_, level) =>
			own({
				...bucketOptions('rag', bucketCount - 1 - 2 * (levels - 1 - level)),
				overviewRulerColor: new vscode.ThemeColor(bucketColorId('rag', bucketCount - 1)),
				overviewRulerLane: vscode.OverviewRulerLane.Center,
			}),
		);
		this.#contexts = Array.from({ length: bucketCount }, (_, step) =>
			step < minContext
				? undefined
				: own({
						isWholeLine: true,
						backgroundColor: new vscode.ThemeColor(bucketColorId('rag', step)),
						rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
					}),
		);
		this.#subject = own({
			outline: '1px solid',
			outlineColor: new vscode.ThemeColor('focusBorder'),
			rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
		});
		this.#heads = own({
			after: { margin: '0 0 0 0.8em', color: new vscode.ThemeColor('descriptionForeground'), fontStyle: 'italic' },
			rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
		});
	}

	/** Shows an answer, or nothing, on the visible editors. */
	paint(answer: OriginsAnswer | undefined): void {
		const editors = vscode.window.visibleTextEditors;
		for (const editor of this.#painted) if (!editors.includes(editor)) this.#painted.delete(editor);
		for (const editor of editors) {
			const uri = editor.document.uri.toString();
			const isHere = (place: { readonly uri: string }): boolean => vscode.Uri.parse(place.uri).toString() === uri;
			const lit = answer?.lit.filter(isHere) ?? [];
			// Where many traces are in one document, contexts have no lines and no heads of their own.
			const contexts = isKnownForeign(editor.document) ? [] : (answer?.contexts.filter(isHere) ?? []);
			const subject =
				answer?.subject !== undefined && answer.subject !== null && answer.subject.words > 0 && isHere(answer)
					? [rangeOf(answer.subject.range)]
					: [];
			const isEmpty = lit.length + contexts.length + subject.length === 0;
			if (isEmpty && !this.#painted.has(editor)) continue;
			this.#painted.add(editor);
			editor.setDecorations(this.#subject, subject);
			this.#paintWords(editor, lit);
			// Words that are lit say where; without them the contexts do.
			this.#paintContexts(editor, answer?.lit.length === 0 ? contexts : [], answer?.words ?? 0);
			editor.setDecorations(
				this.#heads,
				answer === undefined ? [] : contexts.flatMap((context) => headOf(editor.document, context.range, headText(context, answer))),
			);
			if (isEmpty) this.#painted.delete(editor);
		}
	}

	dispose(): void {
		this.#held.dispose();
	}

	#paintWords(editor: vscode.TextEditor, lit: OriginsAnswer['lit']): void {
		for (const [level, type] of this.#words.entries()) {
			editor.setDecorations(
				type,
				lit.filter(({ weight }) => Math.min(levels - 1, Math.floor(weight * levels)) === level).map(({ range }) => rangeOf(range)),
			);
		}
	}

	#paintContexts(editor: vscode.TextEditor, contexts: OriginsAnswer['contexts'], all: number): void {
		for (const [step, type] of this.#contexts.entries()) {
			if (type !== undefined)
				editor.setDecorations(
					type,
					contexts.filter(({ words }) => all > 0 && heatStep('rag', words / all) === step).map(({ range }) => rangeOf(range)),
				);
		}
	}
}

/** The line of a context's head, which is the last one with text before the context. */
function headOf(
	document: vscode.TextDocument,
	[startLine]: OriginsAnswer['contexts'][number]['range'],
	text: string,
): vscode.DecorationOptions[] {
	let line = startLine - 1;
	while (line >= 0 && document.lineAt(line).isEmptyOrWhitespace) line--;
	return line < 0 ? [] : [{ range: document.lineAt(line).range, renderOptions: { after: { contentText: text } } }];
}

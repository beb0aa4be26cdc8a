import * as vscode from 'vscode';
import { SaveExport } from '../../protocol/post-message.ts';
import { Analyze, Heatmap, Origins, SecondReading, TokenDetail } from '../../protocol/requests.ts';
import {
	AnalyzeInspected,
	InspectorChanged,
	OpenInspector,
	PinInspector,
	RetryInspection,
	RevealInspected,
	ShowSecondReading,
	StepInspector,
	type Detail,
	type InspectedPlace,
} from '../../protocol/token-inspector.ts';
import { tell } from '../../protocol/rpc.ts';
import type { Analyses } from '../analyses.ts';
import { answerPanel, connectPanel, loadPanelPage, saveExport } from '../vscode/panel-host.ts';
import { responseDocument, mayBeOurs } from '../vscode/documents.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';
import { rangeOf } from '../heatmap/painting.ts';
import type { RunnerClient } from '../runner/client.ts';
import { TrackedSpan } from '../vscode/tracked-span.ts';
import { TokenInspection } from './inspection.ts';

export const inspectorTitle = 'Token Inspector';

export interface InspectorOptions {
	readonly runner: RunnerClient;
	readonly analyses: Analyses;
	readonly log: vscode.LogOutputChannel;
	/** The extension's folder. */
	readonly extension: vscode.Uri;
}

/** One panel with what it shows. A hidden one loses its page; the inspection goes on and the page asks for it when it is back. */
export class InspectorPanel implements Disposable {
	readonly panel: vscode.WebviewPanel;
	readonly inspection: TokenInspection;
	readonly #options: InspectorOptions;
	readonly #held = new DisposableList();
	/** Where the inspected token is while its document is edited. */
	#span: TrackedSpan | undefined;

	constructor(panel: vscode.WebviewPanel, options: InspectorOptions) {
		this.panel = panel;
		this.#options = options;
		const { runner, analyses, log } = options;
		const connection = this.#held.add(connectPanel(panel));
		this.inspection = this.#held.add(
			new TokenInspection(
				{
					detail: async ({ uri, ...position }, token) => {
						const detail = await runner.askThroughRestart(TokenDetail, { uri, position }, { token });
						return detail === null ? null : this.#noted({ ...detail, uri: vscode.Uri.parse(detail.uri).toString() });
					},
					second: ({ uri, ...position }, token) => runner.askThroughRestart(SecondReading, { uri, position }, { token }),
					status: (uri) => analyses.of(uri)?.state,
					missing: async (uri) => (await runner.ask(Heatmap, { uri, measure: 'rag' }))?.missing ?? null,
					unscored: async ({ uri, line, character }, token) =>
						(await runner.ask(Origins, { uri, range: [line, character, line, character] }, token))?.subject?.words === 0,
				},
				(state) => {
					tell(connection, InspectorChanged, state).catch((error: unknown) => {
						log.error(`token inspector: ${sentenceOf(error)}`);
					});
				},
			),
		);

		answerPanel(connection, OpenInspector, async () => this.inspection.state);
		answerPanel(connection, PinInspector, async ({ pinned }) => {
			this.inspection.pin(pinned);
			const editor = pinned ? undefined : traceEditor();
			if (editor !== undefined) this.follow(editor);
			return null;
		});
		answerPanel(connection, StepInspector, async ({ by }) => {
			const place = await this.#neighbor(by);
			if (place !== undefined) await this.inspection.lookAt(place);
			return null;
		});
		answerPanel(connection, ShowSecondReading, async ({ open }) => {
			void this.inspection.showSecond(open);
			return null;
		});
		answerPanel(connection, RetryInspection, async () => {
			await this.inspection.look();
			return null;
		});
		answerPanel(connection, AnalyzeInspected, async () => {
			const { place } = this.inspection;
			if (place !== undefined) await runner.ask(Analyze, { uri: place.uri });
			return null;
		});
		answerPanel(connection, RevealInspected, async ({ context }) => {
			await this.#reveal(context);
			return null;
		});
		answerPanel(connection, SaveExport, (asked) =>
			saveExport(asked, this.#detail === undefined ? undefined : vscode.Uri.parse(this.#detail.uri)),
		);
		connection.listen();

		this.#held.add(
			vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
				if (textEditor === vscode.window.activeTextEditor) this.follow(textEditor);
			}),
		);
		this.#held.add(
			vscode.window.onDidChangeActiveTextEditor((editor) => {
				if (editor !== undefined) this.follow(editor);
			}),
		);
		this.#held.add(
			vscode.workspace.onDidChangeTextDocument((event) => {
				this.#edited(event);
			}),
		);
		this.#held.add(
			analyses.onDidChange(({ uri }) => {
				this.inspection.analysisChanged(uri);
			}),
		);
	}

	/** Looks at an editor's cursor; of a pair, the prompt file is read beside a token of the response, which stays. */
	follow({ document, selection }: vscode.TextEditor): void {
		if (!mayBeOurs(document) || this.#isPromptOfShown(document)) return;
		const { line, character } = selection.active;
		this.inspection.follow({ uri: document.uri.toString(), line, character });
	}

	/** Puts the focus into the text that is inspected, its cursor where it was. */
	async focusText(): Promise<void> {
		const editor = traceEditor();
		if (editor !== undefined) await vscode.window.showTextDocument(editor.document, editor.viewColumn, false);
	}

	load(): void {
		loadPanelPage(this.panel, this.#options.extension, 'token-inspector', inspectorTitle);
	}

	dispose(): void {
		this.#held.dispose();
	}

	get #detail(): Detail | undefined {
		const { shown } = this.inspection.state;
		return shown.kind === 'token' ? shown.detail : undefined;
	}

	#edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const { place } = this.inspection;
		if (contentChanges.length === 0 || place === undefined) return;
		if (this.#isPromptOfShown(document)) this.inspection.edited(place.uri, undefined);
		if (document.uri.toString() !== place.uri) return;
		this.#span?.changed(contentChanges);
		// A cursor moves by itself; what is pinned has to be moved.
		const moves = this.#span !== undefined && this.inspection.state.pinned && this.#detail?.uri === place.uri;
		this.inspection.edited(place.uri, moves ? placeAt(document, this.#span!.start) : undefined);
	}

	#isPromptOfShown({ uri }: vscode.TextDocument): boolean {
		const response = responseDocument(uri);
		return response !== uri && response.toString() === this.#detail?.uri;
	}

	#noted(detail: Detail): Detail {
		const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === detail.uri);
		this.#span = document?.version === detail.version ? new TrackedSpan(document.offsetAt(rangeOf(detail.range).start)) : undefined;
		return detail;
	}

	/** A place on the token beside the shown one. */
	async #neighbor(by: 1 | -1): Promise<InspectedPlace | undefined> {
		const detail = this.#detail;
		if (detail === undefined) return undefined;
		const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(detail.uri));
		const { start, end } = rangeOf(detail.range);
		return placeAt(document, by === 1 ? document.offsetAt(end) : Math.max(0, document.offsetAt(start) - 1));
	}

	async #reveal(context: number | null): Promise<void> {
		const detail = this.#detail;
		const target = context === null ? detail : detail?.contexts.find(({ index }) => index === context);
		if (target === undefined) return;
		const range = rangeOf(target.range);
		const uri = vscode.Uri.parse(target.uri);
		const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
		const editor = await vscode.window.showTextDocument(uri, { viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One, preview: false });
		editor.selection = new vscode.Selection(range.start, range.end);
		editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
	}
}

/** The active trace's editor, or one that is visible while the panel has the focus. */
function traceEditor(): vscode.TextEditor | undefined {
	const { activeTextEditor, visibleTextEditors } = vscode.window;
	return [activeTextEditor, ...visibleTextEditors].find((editor) => editor !== undefined && mayBeOurs(editor.document));
}

function placeAt(document: vscode.TextDocument, offset: number): InspectedPlace {
	const { line, character } = document.positionAt(offset);
	return { uri: document.uri.toString(), line, character };
}

import * as vscode from 'vscode';
import { Origins } from '../../protocol/requests.ts';
import type { Analyses } from '../analyses.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { mayBeOurs, siblingOf } from '../vscode/documents.ts';
import { isCancellation, sentenceOf } from '../vscode/failure.ts';
import type { RunnerClient } from '../runner/client.ts';
import { LitDecorations } from './origin-decorations.ts';
import { OriginJumps, type Place } from './origin-jumps.ts';
import type { OriginsAnswer } from './origin-text.ts';

/** The cursor rests so long before anything is asked, milliseconds: whoever holds an arrow key down asks once. */
const rest = 80;

/**
 * Lights up where the response token at the cursor came from, in whatever editors show its contexts; the whole response's contexts
 * when the cursor is elsewhere in a trace. Gone when a text changes.
 */
export class OriginLights implements Disposable {
	/** Jumps to what is lit, and back. */
	readonly jumps = new OriginJumps();
	readonly #runner: RunnerClient;
	readonly #analyses: Analyses;
	readonly #log: vscode.LogOutputChannel;
	readonly #isOn: () => boolean;
	readonly #held = new DisposableList();
	readonly #decorations = this.#held.add(new LitDecorations());
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	/** Of whole responses: they do not change with the cursor. By the document that asked. */
	readonly #whole = new Map<string, OriginsAnswer | null>();
	#timer: NodeJS.Timeout | undefined;
	#asking: vscode.CancellationTokenSource | undefined;
	#shown: OriginsAnswer | undefined;

	/** `beside`: what else writes behind the contexts' heads; what is written last stands last. */
	constructor(runner: RunnerClient, analyses: Analyses, log: vscode.LogOutputChannel, isOn: () => boolean, beside: vscode.Event<void>) {
		this.#runner = runner;
		this.#analyses = analyses;
		this.#log = log;
		this.#isOn = isOn;
		this.#held.add(
			vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
				if (textEditor === vscode.window.activeTextEditor) this.#schedule();
			}),
		);
		this.#held.add(
			vscode.window.onDidChangeActiveTextEditor((editor) => {
				if (editor !== undefined) this.#schedule();
			}),
		);
		this.#held.add(
			vscode.window.onDidChangeVisibleTextEditors(() => {
				// A panel beside the trace is about what is lit; one that covers it is not.
				if (this.#shown !== undefined && !isVisible(this.#shown)) this.#show(undefined);
				else this.#decorations.paint(this.#shown);
			}),
		);
		this.#held.add(
			beside(() => {
				this.#decorations.paint(this.#shown);
			}),
		);
		this.#held.add(
			analyses.onDidChange(({ uri }) => {
				this.#whole.delete(uri);
				// Others are none of the cursor's business.
				const active = vscode.window.activeTextEditor?.document.uri;
				if (active !== undefined && [active, siblingOf(active)].some((of) => of?.toString() === uri)) this.#schedule();
			}),
		);
		this.#held.add(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				if (contentChanges.length > 0 && mayBeOurs(document)) this.#forget(document.uri);
			}),
		);
		this.#held.add(
			vscode.workspace.onDidCloseTextDocument(({ uri }) => {
				this.#whole.delete(uri.toString());
			}),
		);
		this.#schedule();
	}

	/** What is lit at present. */
	get shown(): OriginsAnswer | undefined {
		return this.#shown;
	}
	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	/** The setting, the settings of the runner or its model changed. */
	refresh(): void {
		this.#whole.clear();
		this.#show(undefined);
		this.#schedule();
	}

	/** What the cursor of an editor asks for, without waiting for it to rest; rejects as the runner does. */
	async lookNow(editor: vscode.TextEditor): Promise<OriginsAnswer | undefined> {
		this.#cancel();
		if (!this.jumps.isAt(placeOf(editor))) await this.#look(editor);
		return this.#shown;
	}

	dispose(): void {
		this.#cancel();
		this.#held.dispose();
	}

	#schedule(): void {
		this.#cancel();
		this.#timer = setTimeout(() => {
			const editor = vscode.window.activeTextEditor;
			// What has no text editor, such as a panel, says nothing of what is beside it.
			if (editor === undefined || editor.document.uri.scheme === 'output' || this.jumps.isAt(placeOf(editor))) return;
			this.#look(editor).catch((error: unknown) => {
				if (!isCancellation(error)) this.#log.error(`origins: ${sentenceOf(error)}`);
			});
		}, rest);
	}

	#cancel(): void {
		clearTimeout(this.#timer);
		this.#asking?.cancel();
		this.#asking = undefined;
	}

	async #look(editor: vscode.TextEditor): Promise<void> {
		const { uri } = editor.document;
		// A cursor that moves starts no runner that has given up.
		if (!this.#isOn() || this.#runner.state !== 'running' || this.#analyses.of(uri.toString())?.state.kind !== 'done')
			return this.#show(undefined);
		const asking = new vscode.CancellationTokenSource();
		this.#asking = asking;
		try {
			const { start, end } = editor.selection;
			const answer =
				(await this.#runner.ask(
					Origins,
					{ uri: uri.toString(), range: [start.line, start.character, end.line, end.character] },
					asking.token,
				)) ?? (await this.#wholeOf(uri.toString(), asking.token));
			if (asking.token.isCancellationRequested || this.#asking !== asking) return;
			this.#show(answer === null || isStale(answer) ? undefined : answer);
		} finally {
			if (this.#asking === asking) this.#asking = undefined;
			asking.dispose();
		}
	}

	async #wholeOf(uri: string, token: vscode.CancellationToken): Promise<OriginsAnswer | null> {
		const known = this.#whole.get(uri);
		if (known !== undefined) return known;
		const answer = await this.#runner.ask(Origins, { uri }, token);
		this.#whole.set(uri, answer);
		return answer;
	}

	/** A text changed: nothing that was said of it, or of the other half of a pair, holds any longer. */
	#forget(uri: vscode.Uri): void {
		const sibling = siblingOf(uri);
		const texts = [uri, ...(sibling === undefined ? [] : [sibling])].map((text) => text.toString());
		for (const text of texts) this.#whole.delete(text);
		this.#cancel();
		this.jumps.forget();
		this.#show(undefined);
	}

	#show(answer: OriginsAnswer | undefined): void {
		if (answer === undefined && this.#shown === undefined) return;
		this.#shown = answer;
		this.#decorations.paint(answer);
		this.#changed.fire();
	}
}

/** Where an editor's cursor is. */
export function placeOf({ document, selection: { start, end } }: vscode.TextEditor): Place {
	return { uri: document.uri.toString(), range: [start.line, start.character, end.line, end.character] };
}

/** Whether an editor shows the response, or a text that is lit. */
function isVisible({ uri, lit }: OriginsAnswer): boolean {
	const texts = new Set([uri, ...lit.map((one) => one.uri)].map((text) => vscode.Uri.parse(text).toString()));
	return vscode.window.visibleTextEditors.some(({ document }) => texts.has(document.uri.toString()));
}

/** Whether the response has been edited since; a document that is not open has not. */
function isStale({ uri, version }: OriginsAnswer): boolean {
	const key = vscode.Uri.parse(uri).toString();
	const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
	return document !== undefined && document.version !== version;
}

import * as vscode from 'vscode';
import { Heatmap, type AnalysisState } from '../../protocol/requests.ts';
import type { Analyses } from '../analyses.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { mayBeOurs, siblingOf } from '../vscode/documents.ts';
import { isCancellation } from '../vscode/failure.ts';
import type { RunnerClient } from '../runner/client.ts';
import type { HeatmapMode } from '../settings.ts';
import { HeatmapDecorations } from './decorations.ts';
import { Painter } from './painter.ts';
import type { TextChange } from './shifted-range.ts';
import { paintingOf, stalePainting, type HeatmapAnswer, type Painting } from './painting.ts';

/**
 * Which document shows which colors: fetched when an analysis is done, dimmed the moment its text changes until others come, on every editor that
 * shows the document.
 */
export class Heatmaps implements Disposable {
	readonly #runner: RunnerClient;
	readonly #analyses: Analyses;
	readonly #log: vscode.LogOutputChannel;
	readonly #held = new DisposableList();
	readonly #painter: Painter;
	readonly #paintings = new Map<string, Painting>();
	/** The last request a document; an answer to an older one comes too late. */
	readonly #requests = new Map<string, object>();
	readonly #changed: vscode.EventEmitter<void>;
	#mode: HeatmapMode;

	constructor(runner: RunnerClient, analyses: Analyses, log: vscode.LogOutputChannel, mode: HeatmapMode, showSources: () => boolean) {
		this.#runner = runner;
		this.#analyses = analyses;
		this.#log = log;
		this.#mode = mode;
		this.#painter = this.#held.add(new Painter(new HeatmapDecorations(), showSources));
		this.#changed = this.#held.add(new vscode.EventEmitter<void>());
		this.#held.add(
			analyses.onDidChange(({ uri, status }) => {
				if (hasColors(status.state)) this.#fetchIfVisible(uri);
				else if (status.state.kind === 'none' || status.state.kind === 'failed') this.#forget(uri);
				// What was read before says nothing sure of what would be read now.
				else if (status.state.kind === 'idle' || status.state.kind === 'cancelled') this.#dim(uri, []);
			}),
		);
		this.#held.add(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				if (contentChanges.length === 0 || !mayBeOurs(document)) return;
				this.#dim(document.uri.toString(), contentChanges);
				// The halves of a pair are one trace: the response's colors are about the prompt, too.
				const sibling = siblingOf(document.uri);
				if (sibling !== undefined) this.#dim(sibling.toString(), []);
			}),
		);
		this.#held.add(
			vscode.workspace.onDidCloseTextDocument((document) => {
				this.#forget(document.uri.toString());
			}),
		);
		this.#held.add(
			vscode.window.onDidChangeVisibleTextEditors(() => {
				this.#paintVisible();
			}),
		);
	}

	get mode(): HeatmapMode {
		return this.#mode;
	}
	/** The mode changed, or the colors of a document did. */
	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	/** What a document shows at present. Undefined if its text has changed since. */
	of(uri: vscode.Uri): Painting | undefined {
		const painting = this.#paintings.get(uri.toString());
		return painting?.isStale === true ? undefined : painting;
	}

	show(mode: HeatmapMode): void {
		if (mode === this.#mode) return;
		this.#mode = mode;
		this.forgetAll();
		this.#paintVisible();
		this.#changed.fire();
	}

	/** Fetches everything anew: the model, or what is shown of the sources, has changed. */
	refresh(): void {
		this.forgetAll();
		this.#paintVisible();
	}

	forgetAll(): void {
		for (const editor of vscode.window.visibleTextEditors) this.#painter.clear(editor);
		this.#paintings.clear();
		this.#requests.clear();
	}

	dispose(): void {
		this.#held.dispose();
	}

	#forget(uri: string): void {
		this.#requests.delete(uri);
		if (!this.#paintings.delete(uri)) return;
		for (const editor of editorsOf(uri)) this.#painter.clear(editor);
		this.#changed.fire();
	}

	#dim(uri: string, changes: readonly TextChange[]): void {
		this.#requests.delete(uri);
		const before = this.#paintings.get(uri);
		if (before === undefined) return;
		const now = stalePainting(before, changes);
		this.#paintings.set(uri, now);
		for (const editor of editorsOf(uri)) {
			if (before.isStale) this.#painter.moved(editor, before, now);
			else this.#painter.dim(editor, now);
		}
		if (!before.isStale) this.#changed.fire();
	}

	#paintVisible(): void {
		if (this.#mode === 'off') return;
		for (const { document } of vscode.window.visibleTextEditors)
			if (mayBeOurs(document)) this.#fetchIfVisible(document.uri.toString(), true);
	}

	/** `keep`: colors that are there already are good; otherwise they are replaced when the new ones are there. */
	#fetchIfVisible(uri: string, keep = false): void {
		if (this.#mode === 'off' || editorsOf(uri).length === 0) return;
		const painting = this.#paintings.get(uri);
		const isStale = painting?.isStale === true;
		if (painting !== undefined && keep && !isStale) return this.#paint(uri, painting);
		if (painting !== undefined && isStale) for (const editor of editorsOf(uri)) this.#painter.dim(editor, painting);
		if (hasColors(this.#analyses.of(uri)?.state)) {
			this.#fetch(uri).catch((error: unknown) => {
				if (!isCancellation(error)) this.#log.error(`heatmap of ${uri}: ${String(error)}`);
			});
		}
	}

	async #fetch(uri: string): Promise<void> {
		const mode = this.#mode;
		if (mode === 'off') return;
		const request = {};
		this.#requests.set(uri, request);
		const answer = await this.#ask(uri, mode);
		const [editor] = editorsOf(uri);
		if (this.#requests.get(uri) !== request || editor === undefined) return;
		this.#requests.delete(uri);
		if (answer === null || answer.version !== editor.document.version) return;
		const painting = paintingOf(answer);
		this.#paintings.set(uri, painting);
		this.#paint(uri, painting);
		this.#changed.fire();
	}

	/** What is suspected where that is known; for `auto`, the confidence gap is always. */
	async #ask(uri: string, mode: Exclude<HeatmapMode, 'off'>): Promise<HeatmapAnswer | null> {
		if (mode !== 'auto') return this.#runner.ask(Heatmap, { uri, measure: mode });
		const suspicion = await this.#runner.ask(Heatmap, { uri, measure: 'suspicion' });
		return suspicion === null || suspicion.missing === null ? suspicion : this.#runner.ask(Heatmap, { uri, measure: 'cg' });
	}

	#paint(uri: string, painting: Painting): void {
		for (const editor of editorsOf(uri)) {
			this.#painter.paint(editor, painting).catch((error: unknown) => {
				this.#log.error(`painting ${uri}: ${String(error)}`);
			});
		}
	}
}

/** A trace without a response has none by token, but its sources are tinted. Of many traces, those that are read are colored. */
function hasColors(state: AnalysisState | undefined): boolean {
	return state?.kind === 'done' || state?.kind === 'no-response' || (state?.kind === 'running' && state.shown !== undefined);
}

function editorsOf(uri: string): vscode.TextEditor[] {
	return vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri);
}

import * as vscode from 'vscode';
import { errorNumbers } from '../../error-numbers.ts';
import {
	BackToLabel,
	LabelQueueChanged,
	LearnFromLabels,
	NextToLabel,
	OpenLabelQueue,
	SetLabel,
	UndoLabel,
	type LabelName,
	type LabelQueueState,
	type QueuedSentence,
} from '../../protocol/labels.ts';
import type { Result } from '../../protocol/rpc.ts';
import { Analyze, Origins } from '../../protocol/requests.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import type { Row, RowSource } from '../vscode/list-view.ts';
import { isCancellation, sentenceOf, userErrorOf } from '../vscode/failure.ts';
import { rangeOf } from '../heatmap/painting.ts';
import type { RunnerClient } from '../runner/client.ts';
import { adviceRows, noAdviceRow, noteRow, queueRows } from './queue-rows.ts';
import { queueText } from './label-text.ts';

/** Labels between two looks at what they have brought. */
const adviceEvery = 10;

export interface LabelingOptions {
	readonly runner: RunnerClient;
	readonly log: vscode.LogOutputChannel;
	/** By which sentences are drawn: colleagues have different ones (`labelSeed`). */
	readonly seed: number;
	/** The context key `ragAssay.labelling`: there is a sentence to label. */
	readonly onCurrent: (labeling: boolean) => void;
}

/** The labeling queue: one sentence at a time, shown in its trace with the contexts that fed it lit, and in the view of the activity bar. */
export class Labeling implements Disposable, RowSource {
	readonly #options: LabelingOptions;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	#state: LabelQueueState | undefined;
	#origins: Result<typeof Origins> = null;
	/** What the labels have brought, or why it cannot be told. */
	#advice: readonly Row[] = [];
	/** Number of labels at which the advice was asked for. */
	#advisedAt: number | undefined;
	#view: vscode.TreeView<Row> | undefined;
	#looking: vscode.CancellationTokenSource | undefined;

	constructor(options: LabelingOptions) {
		this.#options = options;
		this.#held.add(
			options.runner.on(LabelQueueChanged, (state) => {
				if (this.#state !== undefined) this.#show(state);
			}),
		);
		this.#held.add(
			options.runner.onDidChangeState((state) => {
				// The queue was the process's own.
				if (state !== 'running') this.#forget();
			}),
		);
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}
	/** Undefined before the queue was opened. */
	get state(): LabelQueueState | undefined {
		return this.#state;
	}
	get current(): QueuedSentence | null {
		return this.#state?.current ?? null;
	}

	/** The view whose message says how far labeling has come. */
	attach(view: vscode.TreeView<Row>): void {
		this.#view = view;
		this.#write();
	}

	async rows(): Promise<readonly Row[]> {
		if (this.#state === undefined) return [];
		return [
			...(this.current === null ? [] : await queueRows(this.current, this.#origins)),
			...this.#state.notes.map(noteRow),
			...this.#advice,
		];
	}

	/** Opens the queue where there is none yet, and shows its sentence. */
	async start(): Promise<LabelQueueState> {
		const { runner, seed } = this.#options;
		const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
		const state =
			this.#state ??
			(await vscode.window.withProgress(
				{ location: vscode.ProgressLocation.Window, title: 'Looking for sentences to label', cancellable: true },
				(_progress, token) => runner.ask(OpenLabelQueue, { folders, seed }, token),
			));
		await this.#reveal(state);
		this.#advise();
		return state;
	}

	/** Labels the queue's sentence and goes on to the next. */
	async label(label: LabelName): Promise<void> {
		const { current } = this;
		if (current === null) return;
		const { uri, subject, textSha256 } = current;
		await this.#options.runner.ask(SetLabel, { uri, subject, textSha256, label });
		await this.advance(false);
	}

	/** To the next sentence, past the present one. */
	async advance(skip: boolean): Promise<void> {
		if (this.#state === undefined) return;
		try {
			await this.#reveal(await this.#options.runner.ask(NextToLabel, { skip }));
		} catch (error) {
			// The runner has been started anew, and its queue with it.
			if (userErrorOf(error)?.code !== errorNumbers.labelQueueGone) throw error;
			this.#forget();
			await this.start();
		}
		this.#advise();
	}

	/** Takes the last label back; what it was about is shown where the queue is open. Undefined where there is nothing to take back. */
	async undo(): Promise<Result<typeof UndoLabel> | undefined> {
		const undone = await this.#options.runner.ask(UndoLabel, null);
		if (undone === null) return undefined;
		if (this.#state !== undefined)
			await this.#reveal(
				await this.#options.runner.ask(BackToLabel, { uri: undone.uri, subject: undone.subject, textSha256: undone.textSha256 }),
			);
		return undone;
	}

	/** Shows the queue's sentence in its trace again. */
	async reveal(): Promise<void> {
		if (this.#state !== undefined) await this.#reveal(this.#state);
	}

	dispose(): void {
		this.#look();
		this.#held.dispose();
	}

	#forget(): void {
		if (this.#state === undefined) return;
		this.#state = undefined;
		this.#origins = null;
		this.#changed.fire();
		this.#write();
	}

	#show(state: LabelQueueState): void {
		const isSame =
			this.current !== null &&
			state.current !== null &&
			this.current.uri === state.current.uri &&
			this.current.textSha256 === state.current.textSha256;
		this.#state = state;
		if (!isSame) this.#origins = null;
		this.#changed.fire();
		this.#write();
	}

	/** In an editor, beside the view that keeps the focus: the selection asks what fed the sentence, as everywhere. */
	async #reveal(state: LabelQueueState): Promise<void> {
		this.#show(state);
		if (state.current === null) return;
		const { uri, range } = state.current;
		const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
		const place = rangeOf(range);
		const editor = await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true, selection: place });
		editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		const look = this.#look();
		this.#light(document.uri.toString(), range, look).catch((error: unknown) => {
			if (!isCancellation(error)) this.#options.log.error(`labelling: ${sentenceOf(error)}`);
		});
	}

	/** What fed the sentence, for the view. */
	async #light(uri: string, range: QueuedSentence['range'], look: vscode.CancellationTokenSource): Promise<void> {
		const { runner } = this.#options;
		await runner.ask(Analyze, { uri });
		const origins = look.token.isCancellationRequested ? null : await runner.ask(Origins, { uri, range }, look.token);
		if (look.token.isCancellationRequested) return;
		this.#origins = origins;
		this.#changed.fire();
	}

	/** A look at another sentence ends the one before. */
	#look(): vscode.CancellationTokenSource {
		this.#looking?.cancel();
		this.#looking = new vscode.CancellationTokenSource();
		return this.#looking;
	}

	/** Now and then, in the background: what the labels have brought. */
	#advise(): void {
		const { log } = this.#options;
		const labelled = this.#state?.labelled ?? 0;
		if (labelled === 0 || (this.#advisedAt !== undefined && Math.abs(labelled - this.#advisedAt) < adviceEvery)) return;
		this.#advisedAt = labelled;
		this.#learn().catch((error: unknown) => {
			if (isCancellation(error)) return;
			log.warn(`what labels have brought: ${sentenceOf(error)}`);
			this.#advice = [noAdviceRow(error)];
			this.#changed.fire();
		});
	}

	async #learn(): Promise<void> {
		this.#advice = adviceRows(await this.#options.runner.ask(LearnFromLabels, null));
		this.#changed.fire();
	}

	#write(): void {
		this.#options.onCurrent(this.current !== null);
		if (this.#view === undefined) return;
		this.#view.message = this.#state === undefined ? '' : queueText(this.#state);
		this.#view.description = this.#state === undefined ? '' : `${this.#state.labelled} / ${this.#state.sentences}`;
	}
}

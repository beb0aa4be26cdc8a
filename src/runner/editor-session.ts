import { CodeLensRefreshRequest, type ClientCapabilities, type Connection } from 'vscode-languageserver/node';
import {
	Analyze,
	AnalysisChanged,
	ClosedAnalysis,
	CancelAnalysis,
	Generate,
	GeneratedText,
	Heatmap,
	HoverActions,
	Origins,
	Sentences,
	SecondReading,
	TabClosed,
	TokenDetail,
	VisibleDocuments,
} from '../protocol/requests.ts';
import { AnswerBatch } from './traces/answer-batch.ts';
import { analyzeOne } from './traces/analyze-trace.ts';
import { heatmapOf } from './traces/heatmap.ts';
import { originsOf } from './traces/origins.ts';
import { sentencesOf } from './traces/sentence-rows.ts';
import { secondReadingOf, tokenDetailOf } from './traces/token-detail.ts';
import type { LabelRequests } from './labels/label-requests.ts';
import type { RunnerContext } from './context/runner-context.ts';
import type { ModelService } from './models/model-service.ts';
import { responseErrorOf, type Outbox, type TypedAnswers } from './lsp/request-handlers.ts';
import { supersededWith } from './lsp/cancellation.ts';
import { canonicalUri } from './lsp/uris.ts';
import { ClosedFiles } from './traces/closed-files.ts';
import { CoalescedRefresh } from './lsp/coalesced-refresh.ts';
import { DiagnosticOutlet } from './lsp/diagnostics-publisher.ts';
import { syncDocuments, type OpenDocuments } from './lsp/open-documents.ts';
import { EditorFeatures } from './language-features.ts';
import { executeFindingCommand } from './traces/finding-commands.ts';
import { generateResponse } from './traces/generate.ts';
import { MemoryEditor } from './memory/memory-editor.ts';
import type { EditorMemoryService } from './memory/memory-service.ts';
import type { QueryService } from './queries/query-service.ts';
import { QueryEditor } from './queries/query-editor.ts';
import { TraceAnalyses } from './traces/trace-analyses.ts';
import { answerReadableRequests } from './traces/readable-requests.ts';
import { ReadableTraces } from './traces/readable-traces.ts';
import { dependsOn, sidecarPath, traceFileOf, type VisibleFirst } from './traces/trace-file.ts';

export interface EditorSessionOptions {
	readonly connection: Connection;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly open: OpenDocuments;
	readonly visible: VisibleFirst;
	readonly context: RunnerContext;
	readonly models: ModelService;
	/** What people say of sentences. */
	readonly labels: () => LabelRequests;
	/** What is done to memories. */
	readonly memory: EditorMemoryService;
	readonly queries: QueryService;
}

/** The editor's side of the runner: open documents, their analyses, and everything an editor asks about them. */
export class EditorSession {
	readonly analyses: TraceAnalyses;
	readonly memories: MemoryEditor;
	readonly queries: QueryEditor;
	/** The answers that were analyzed last, in open documents or in the whole workspace. */
	readonly batch = new AnswerBatch();
	/** What is known of trace files that are not open. */
	readonly closedFiles: ClosedFiles;
	/** Traces of files that hold many, one by one. */
	readonly readable: ReadableTraces;
	readonly #options: EditorSessionOptions;
	readonly #features: EditorFeatures;
	#outlet: DiagnosticOutlet;
	#hints: CoalescedRefresh;
	#lenses: CoalescedRefresh;

	constructor(options: EditorSessionOptions) {
		this.#options = options;
		const { connection, context, outbox, open, models } = options;
		this.readable = new ReadableTraces(open);
		const { log } = context;
		this.closedFiles = new ClosedFiles({
			open,
			outlet: () => this.#outlet,
			log,
			tell: (uri, state) => outbox.tell(ClosedAnalysis, { uri, state }),
		});
		this.analyses = new TraceAnalyses({
			open,
			log,
			settings: () => context.settings,
			analyze: async (owner, trace, signal, onProgress, onPhase) => {
				const opened = await models.open(owner, signal, {
					onLoading: (doing) => onPhase?.({ kind: 'loads', doing }),
					onTurn: () => onPhase?.({ kind: 'reads' }),
				});
				onPhase?.({ kind: 'waits' });
				const record = await analyzeOne(opened, trace, {
					file: trace.response.document,
					sidecar: sidecarPath(owner),
					settings: context.settings,
					signal,
					onProgress,
					batch: this.batch,
				});
				return { record, refused: opened.refused, likeness: () => this.batch.likeness };
			},
			onChange: (file, state) => {
				for (const uri of file.uris) {
					const document = open.get(uri);
					if (document === undefined) continue;
					outbox.tell(AnalysisChanged, { uri: document.uri, version: document.version, state });
					this.#outlet.changed(document.uri, () => this.#features.diagnostics(document.uri));
				}
				// What was cut is said in hints, too.
				if (state.kind === 'done') this.#hints.request();
				// Its progress is not in a lens.
				if (state.kind !== 'running') this.#lenses.request();
			},
		});
		this.memories = new MemoryEditor({
			answers: options.answers,
			outbox,
			open,
			service: options.memory,
			settings: () => context.settings,
			log,
			now: () => new Date(),
			onDocument: (uri) => {
				this.#outlet.changed(uri, () => this.#features.diagnostics(uri));
				this.#hints.request();
			},
			onFile: (uri, diagnostics) => this.#outlet.push(uri, diagnostics),
		});
		this.queries = new QueryEditor({
			open,
			service: options.queries,
			settings: () => context.settings,
			log,
			onDocument: (uri) => {
				const document = open.get(uri);
				if (document !== undefined) this.#outlet.changed(document.uri, () => this.#features.diagnostics(document.uri));
			},
		});
		this.#features = new EditorFeatures({
			open,
			analyses: this.analyses,
			labels: (uri) => options.labels().rowsOf(uri),
			hasVerdictLenses: () => context.settings.verdictLens,
			memories: this.memories,
			queries: this.queries,
			readable: this.readable,
			// What is asked for is shown from here on.
			onPull: (uri) => this.#outlet.retract(uri),
		});
		this.#outlet = new DiagnosticOutlet(connection, log, { pulls: false, refreshes: false });
		this.#hints = this.#hintsOf(false);
		this.#lenses = this.#lensesOf(false);
		this.#registerSync();
		this.#registerRequests();
	}

	get outlet(): DiagnosticOutlet {
		return this.#outlet;
	}

	/** The client said what it can do. */
	initialize({ textDocument, workspace }: ClientCapabilities, { showsWhy }: { readonly showsWhy: boolean }): void {
		this.#outlet = new DiagnosticOutlet(this.#options.connection, this.#options.context.log, {
			pulls: textDocument?.diagnostic !== undefined,
			refreshes: workspace?.diagnostics?.refreshSupport === true,
		});
		this.#hints = this.#hintsOf(workspace?.inlayHint?.refreshSupport === true);
		this.#lenses = this.#lensesOf(workspace?.codeLens?.refreshSupport === true && showsWhy);
		const snippets = textDocument?.completion?.completionItem?.snippetSupport === true;
		this.#features.register(this.#options.connection, { snippets, showsWhy });
	}

	/** Results of before, of all or of those that failed, may differ from results under the settings in force. */
	settingsChanged(which: 'all' | 'failed' | 'none'): void {
		if (which === 'failed') this.analyses.restartFailed();
		if (which !== 'all') return;
		this.#outlet.retractAll();
		this.closedFiles.forgetWhere(() => true);
		this.analyses.restartAll();
	}

	/** What memories are judged by changed. */
	memorySettingsChanged(): void {
		this.memories.scans.settingsChanged();
	}

	/** Lenses are wanted now, or no longer. */
	lensesChanged(): void {
		this.#lenses.request();
	}

	/** Labels are shown as hints. */
	labelsChanged(): void {
		this.#hints.request();
	}

	#hintsOf(isSupported: boolean): CoalescedRefresh {
		const { connection, context } = this.#options;
		return new CoalescedRefresh('hints', context.log, isSupported, () => connection.languages.inlayHint.refresh());
	}

	#lensesOf(isSupported: boolean): CoalescedRefresh {
		const { connection, context } = this.#options;
		return new CoalescedRefresh('lenses', context.log, isSupported, () => connection.sendRequest(CodeLensRefreshRequest.type));
	}

	/** A file on the disk changed or went: one that is not open, the other half of an open one, or a sidecar. */
	fileChanged(uri: string): void {
		const { open } = this.#options;
		this.#options.labels().fileChanged(uri);
		this.memories.fileChanged(uri);
		this.closedFiles.fileChanged(uri);
		if (open.get(uri) !== undefined) return;
		for (const key of this.analyses.keys()) {
			const file = traceFileOf(key, open);
			if (file !== undefined && dependsOn(file, uri)) this.analyses.touched(key);
		}
	}

	/** All trace files of the workspace are about to be analyzed: of others nothing is known any more. */
	workspaceListed(keys: readonly string[]): void {
		const listed = new Set(keys.map(canonicalUri));
		this.closedFiles.forgetWhere(({ key }) => !listed.has(canonicalUri(key)));
	}

	#registerSync(): void {
		const {
			connection,
			open,
			context: { log },
		} = this.#options;
		syncDocuments(connection, open, log, {
			opened: (uri) => {
				this.analyses.opened(uri);
				this.memories.opened(uri);
				this.queries.opened(uri);
			},
			edited: (uri) => {
				// The other half of a pair may be closed.
				this.closedFiles.forgetWhere((file) => dependsOn(file, uri));
				this.analyses.edited(uri);
			},
			saved: (uri) => {
				this.analyses.saved(uri);
				this.memories.scans.saved(uri);
				this.queries.saved(uri);
			},
			closed: (uri) => {
				const file = traceFileOf(uri, open);
				const [analyzed, state] = [this.analyses.current(uri), this.analyses.state(uri)];
				open.delete(uri);
				this.queries.closed(uri);
				this.analyses.closed(uri);
				this.#outlet.closed(uri);
				this.memories.closed(uri);
				if (file === undefined) return;
				const last = analyzed === undefined || state.kind !== 'done' ? undefined : { analyzed, state };
				this.closedFiles
					.closed(file, last)
					.catch((error: unknown) => log.warn(`what was found in ${file.key} is not listed: ${String(error)}`));
			},
		});
		connection.onDidChangeWatchedFiles(({ changes }) => {
			for (const { uri } of changes) this.fileChanged(uri);
		});
		connection.onExecuteCommand(async ({ command, arguments: args }) => {
			try {
				const memory = this.memories.execute(command, args ?? []);
				if (memory !== undefined) return await memory;
				const queries = this.queries.execute(command, args ?? []);
				if (queries !== undefined) return await queries;
				return await executeFindingCommand(command, args ?? [], {
					analyses: this.analyses,
					connection,
					labels: this.#options.labels().store,
				});
			} catch (error) {
				throw responseErrorOf(error, log);
			}
		});
	}

	#registerRequests(): void {
		const { answers, context, outbox, open, visible, models } = this.#options;
		answers.request(Analyze, async ({ uri }, signal) => {
			const onAbort = (): void => this.analyses.cancel(uri);
			signal.addEventListener('abort', onAbort, { once: true });
			try {
				return await this.analyses.analyze(uri);
			} finally {
				signal.removeEventListener('abort', onAbort);
			}
		});
		answers.request(CancelAnalysis, ({ uri }) => {
			this.analyses.cancel(uri);
			return null;
		});
		answers.request(Heatmap, ({ uri, measure }) => {
			const analyzed = this.analyses.current(uri);
			const document = open.get(uri);
			return analyzed === undefined || document === undefined ? null : heatmapOf(uri, document.version, analyzed, measure);
		});
		answers.request(Sentences, ({ uri }) => {
			const analyzed = this.analyses.current(uri);
			return analyzed === undefined ? [] : sentencesOf(analyzed);
		});
		// Editors cancel these when the cursor moves on.
		const opened = (key: string, asked: AbortSignal) => {
			const signal = supersededWith(asked);
			return { signal, screen: context.settings.screen, open: () => models.openModel(key, signal) };
		};
		answers.request(HoverActions, ({ uri, position }) => this.#features.hoverActions(uri, position));
		answers.request(Origins, ({ uri, range }, signal) => {
			const analyzed = this.analyses.current(uri);
			// Positions of the other half of a pair are none of the response's.
			if (analyzed === undefined || (range !== undefined && canonicalUri(analyzed.key) !== canonicalUri(uri))) return null;
			return originsOf(analyzed, open.get(analyzed.key)?.version ?? 0, range, opened(analyzed.key, signal));
		});
		answers.request(TokenDetail, ({ uri, position }, signal) => {
			const analyzed = this.analyses.current(uri);
			if (analyzed === undefined || canonicalUri(analyzed.key) !== canonicalUri(uri)) return null;
			return tokenDetailOf(analyzed, open.get(analyzed.key)?.version ?? 0, position, opened(analyzed.key, signal));
		});
		answers.request(SecondReading, ({ uri, position }, signal) => {
			const analyzed = this.analyses.current(uri);
			if (analyzed === undefined || canonicalUri(analyzed.key) !== canonicalUri(uri)) return null;
			return secondReadingOf(analyzed, position, opened(analyzed.key, signal));
		});
		answers.request(Generate, (params, signal) =>
			generateResponse(params, {
				open,
				context,
				models,
				signal,
				onText: (piece) => outbox.tell(GeneratedText, { token: params.token, piece }),
			}),
		);
		answerReadableRequests(answers, this.readable, outbox);
		answers.notification(TabClosed, ({ uri }) => {
			const [analyzed, state] = [this.analyses.current(uri), this.analyses.state(uri)];
			if (analyzed !== undefined && state.kind === 'done') this.closedFiles.tabClosed(uri, analyzed, state);
		});
		answers.notification(VisibleDocuments, ({ uris }) => visible.set(uris));
	}
}

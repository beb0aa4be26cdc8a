import { existsSync } from 'node:fs';
import type { Connection } from 'vscode-languageserver/node';
import { fileKind, pairFiles, sidecarFile } from '../../formats/file-names.ts';
import { AnalyzeWorkspace } from '../../protocol/analyze-workspace.ts';
import { TestTraces, TraceFiles, TraceTested } from '../../protocol/trace-tests.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { canonicalUri, pathOf, uriOf } from '../lsp/uris.ts';
import type { ModelService } from '../models/model-service.ts';
import { analyzeOne } from './analyze-trace.ts';
import { analyzeWorkspace } from './analyze-workspace.ts';
import type { AnswerBatch } from './answer-batch.ts';
import type { ClosedFiles } from './closed-files.ts';
import { Failures } from './failures.ts';
import { traceFilesBelow } from './find-trace-files.ts';
import type { ReadableTraces } from './readable-traces.ts';
import { testTraces } from './test-traces.ts';
import type { AnalyzeOne } from './trace-analyses.ts';

/** What requests for a workspace's files change in the open editor. */
interface TraceEditor {
	readonly batch: AnswerBatch;
	readonly closedFiles: ClosedFiles;
	readonly readable: ReadableTraces;
	/** Receives the keys of all trace files of the workspace before they are analyzed. */
	workspaceListed(keys: readonly string[]): void;
}

export interface WorkspaceRequestsOptions {
	readonly connection: Connection;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly editor: TraceEditor;
	readonly open: OpenDocuments;
	readonly showsProgress: () => boolean;
}

/** Answers requests that list or analyze the trace files of a workspace, open or not. */
export function answerWorkspaceRequests({
	connection,
	answers,
	outbox,
	context,
	models,
	editor,
	open,
	showsProgress,
}: WorkspaceRequestsOptions): void {
	const { log } = context;
	const analyze: AnalyzeOne = async (uri, trace, aborted, onProgress) => {
		const opened = await models.open('workspace', aborted);
		return {
			record: await analyzeOne(opened, trace, {
				file: uri,
				sidecar: pathOf(sidecarFile(uri)),
				settings: context.settings,
				signal: aborted,
				onProgress,
				batch: editor.batch,
			}),
			refused: opened.refused,
			likeness: () => editor.batch.likeness,
		};
	};
	const urisIn = async (folders: readonly string[], signal: AbortSignal): Promise<string[]> => {
		const report = (error: unknown): void => log.warn(`a folder cannot be read: ${String(error)}`);
		const paths: string[] = [];
		for (const folder of folders.flatMap((uri) => pathOf(uri) ?? [])) paths.push(...(await traceFilesBelow(folder, report, signal)));
		return [...new Set(paths.map((path) => canonicalUri(uriOf(path))))];
	};
	answers.request(TraceFiles, async ({ folders }, signal) => {
		const uris = await urisIn(folders, signal);
		// A response without its prompt is another tool's file.
		return { uris: uris.filter((uri) => fileKind(uri) !== 'response' || existsSync(pathOf(pairFiles(uri).prompt) ?? '')) };
	});
	answers.request(TestTraces, async ({ token, files }, signal) => {
		// A model that cannot be loaded fails once, not once a test.
		if (files.length > 0) await models.open('workspace', signal);
		await testTraces(files, {
			open,
			readable: editor.readable,
			analyze,
			signal,
			onTested: (tested) => outbox.tell(TraceTested, { token, ...tested }),
			onAnalyzed: (analyzed, state) => editor.closedFiles.analyzed(analyzed, state),
		});
		return null;
	});
	answers.request(AnalyzeWorkspace, async ({ folders }, requestSignal) => {
		const progress = showsProgress() ? await connection.window.createWorkDoneProgress() : undefined;
		const controller = new AbortController();
		const signal = AbortSignal.any([requestSignal, controller.signal]);
		progress?.token.onCancellationRequested(() => controller.abort());
		progress?.begin('RAG Assay', 0, 'Looking for traces', true);
		try {
			const uris = await urisIn(folders, signal);
			editor.workspaceListed(uris);
			// A model that cannot be loaded fails once, not once a file. A profile that cannot judge fails nothing: each trace tells of it.
			if (uris.length > 0) await models.open('workspace', signal);
			return await analyzeWorkspace({
				uris,
				open,
				signal,
				failures: new Failures(log),
				analyze,
				onProgress: (uri, done, total) =>
					progress?.report(
						total === 0 ? 100 : (100 * done) / total,
						`${done} of ${total}${uri === '' ? '' : `: ${decodeURIComponent(uri.split('/').at(-1)!)}`}`,
					),
				onAnalyzed: (analyzed, state) => editor.closedFiles.analyzed(analyzed, state),
				onGone: (file) => editor.closedFiles.forgetWhere(({ key }) => canonicalUri(key) === canonicalUri(file.key)),
			});
		} finally {
			progress?.done();
		}
	});
}

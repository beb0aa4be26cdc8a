import type { Connection } from 'vscode-languageserver/node';
import { AnalyzeFiles, FileAnalyzed, GenerateFiles, GeneratedText, Progress } from '../../protocol/requests.ts';
import { AnalyzeWorkspace } from '../../protocol/analyze-workspace.ts';
import { WatchBegan, WatchFile, WatchRemark } from '../../protocol/watch-file.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { analyzeOne } from './analyze-trace.ts';
import type { Params } from '../../protocol/rpc.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { canonicalUri, pathOf, uriOf } from '../lsp/uris.ts';
import { analyzeFiles } from './analyze-files.ts';
import type { AnswerBatch } from './answer-batch.ts';
import type { ClosedFiles } from './closed-files.ts';
import { Failures } from './failures.ts';
import { generateFiles } from './generate.ts';
import { traceFilesBelow } from './find-trace-files.ts';
import { analyzeWorkspace } from './analyze-workspace.ts';
import { watchFile } from './watch-file.ts';

/** What requests for files change in the open editor. */
interface TraceEditor {
	readonly batch: AnswerBatch;
	readonly closedFiles: ClosedFiles;
	/** Receives the keys of all trace files of the workspace before they are analyzed. */
	workspaceListed(keys: readonly string[]): void;
}

export interface FileRequestsOptions {
	readonly connection: Connection;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly editor: TraceEditor;
	readonly open: OpenDocuments;
	readonly showsProgress: () => boolean;
}

/** Requests that work through files of the disk. */
export function answerFileRequests({
	connection,
	answers,
	outbox,
	context,
	models,
	editor,
	open,
	showsProgress,
}: FileRequestsOptions): void {
	const { log } = context;
	const job = (signal: AbortSignal) => ({
		context,
		models,
		signal,
		failures: new Failures(log),
		now: () => new Date(),
		onProgress: (progress: Params<typeof Progress>) => outbox.tell(Progress, progress),
	});
	answers.request(AnalyzeFiles, (params, signal) => analyzeFiles(params, job(signal), (analyzed) => outbox.tell(FileAnalyzed, analyzed)));
	answers.request(WatchFile, (params, signal) =>
		watchFile(
			params,
			{ context, models, signal },
			{
				onBegan: () => outbox.tell(WatchBegan, { token: params.token }),
				onTrace: (analyzed) => outbox.tell(FileAnalyzed, analyzed),
				onRemark: (remark) => outbox.tell(WatchRemark, remark),
			},
		),
	);
	answers.request(GenerateFiles, (params, signal) =>
		generateFiles(params, job(signal), (piece) => outbox.tell(GeneratedText, { token: params.token, piece })),
	);
	answers.request(AnalyzeWorkspace, async ({ folders }, requestSignal) => {
		const progress = showsProgress() ? await connection.window.createWorkDoneProgress() : undefined;
		const controller = new AbortController();
		const signal = AbortSignal.any([requestSignal, controller.signal]);
		progress?.token.onCancellationRequested(() => controller.abort());
		progress?.begin('RAG Assay', 0, 'Looking for traces', true);
		try {
			const report = (error: unknown): void => log.warn(`a folder cannot be read: ${String(error)}`);
			const paths: string[] = [];
			for (const folder of folders.flatMap((uri) => pathOf(uri) ?? [])) paths.push(...(await traceFilesBelow(folder, report, signal)));
			const uris = [...new Set(paths.map((path) => canonicalUri(uriOf(path))))];
			editor.workspaceListed(uris);
			// A model that cannot be loaded fails once, not once a file. A profile that cannot judge fails nothing: each trace tells of it.
			if (paths.length > 0) await models.open('workspace', signal);
			return await analyzeWorkspace({
				uris,
				open,
				signal,
				failures: new Failures(log),
				analyze: async (uri, trace, aborted, onProgress) => {
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
				},
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

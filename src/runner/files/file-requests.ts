import type { Connection } from 'vscode-languageserver/node';
import { AnalyzeFiles, AnalyzeWorkspace, FileAnalysed, GenerateFiles, GeneratedText, Progress } from '../../protocol/requests.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { analyseOne } from '../analyse-one.ts';
import type { EditorServer } from '../editor/editor-server.ts';
import type { Params } from '../../protocol/message.ts';
import type { OpenDocuments } from '../editor/open-documents.ts';
import type { Log } from '../log.ts';
import type { ModelService } from '../model-service.ts';
import type { Outbox } from '../outbox.ts';
import type { TypedAnswers } from '../typed-answers.ts';
import { canonicalUri, pathOf, uriOf } from '../uris.ts';
import { analyseFiles } from './analyse-files.ts';
import { Failures } from './failures.ts';
import { generateFiles } from './generate-files.ts';
import { traceFilesBelow } from './trace-files-below.ts';
import { analyseWorkspace } from './workspace-job.ts';

export interface FileRequestsOptions {
	readonly connection: Connection;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly models: ModelService;
	readonly editor: EditorServer;
	readonly open: OpenDocuments;
	readonly log: Log;
	readonly version: string;
	readonly showsProgress: () => boolean;
}

/** Requests that work through files of the disk. */
export function answerFileRequests({
	connection,
	answers,
	outbox,
	models,
	editor,
	open,
	log,
	version,
	showsProgress,
}: FileRequestsOptions): void {
	const job = (signal: AbortSignal) => ({
		models,
		signal,
		version,
		failures: new Failures(log),
		now: () => new Date(),
		onProgress: (progress: Params<typeof Progress>) => outbox.tell(Progress, progress),
	});
	answers.request(AnalyzeFiles, (params, signal) => analyseFiles(params, job(signal), (analysed) => outbox.tell(FileAnalysed, analysed)));
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
			return await analyseWorkspace({
				uris,
				open,
				signal,
				failures: new Failures(log),
				analyse: async (uri, trace, aborted, onProgress) => {
					const opened = await models.open('workspace', aborted);
					return {
						record: await analyseOne(opened, trace, {
							file: uri,
							sidecar: pathOf(sidecarFile(uri)),
							settings: models.settings,
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
				onDiagnostics: (uri, diagnostics) => editor.outlet.push(uri, diagnostics),
			});
		} finally {
			progress?.done();
		}
	});
}

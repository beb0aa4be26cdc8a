import { AnalyzeFiles, FileAnalyzed, GenerateFiles, GeneratedText, Progress } from '../../protocol/requests.ts';
import { WatchBegan, WatchFile, WatchRemark } from '../../protocol/watch-file.ts';
import type { Params } from '../../protocol/rpc.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { analyzeFiles } from './analyze-files.ts';
import { Failures } from './failures.ts';
import { generateFiles } from './generate.ts';
import { watchFile } from './watch-file.ts';

export interface FileRequestsOptions {
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly context: RunnerContext;
	readonly models: ModelService;
}

/** Answers requests that work through named files of the disk. */
export function answerFileRequests({ answers, outbox, context, models }: FileRequestsOptions): void {
	const { log } = context;
	const job = (signal: AbortSignal) => ({
		context,
		models,
		signal,
		failures: new Failures(log),
		now: () => new Date(),
		onProgress: (progress: Params<typeof Progress>) => outbox.tell(Progress, progress),
	});
	answers.request(AnalyzeFiles, (params, signal) =>
		analyzeFiles(params, job(signal), (analyzed) => outbox.deliver(FileAnalyzed, analyzed)),
	);
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
}

import { analyzeTrace } from '../../analysis/analyze-trace.ts';
import type { AnalysisMethodName } from '../../formats/analysis-methods.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { emptySidecar } from '../../formats/sidecar.ts';
import type { RunnerSettings } from '../../protocol/requests.ts';
import type { AnswerBatch } from './answer-batch.ts';
import type { OpenedModel } from '../models/model-service.ts';
import { loadSidecar } from './sidecar-store.ts';

export interface AnalyzeOneOptions {
	/** What the record calls the file. */
	readonly file: string;
	/** Path of the sidecar; `undefined` for a document that is not on the disk. */
	readonly sidecar: string | undefined;
	readonly settings: Pick<RunnerSettings, 'eta' | 'screen'>;
	/** Whose figures are wanted; all when absent. */
	readonly methods?: readonly AnalysisMethodName[] | undefined;
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
	/** What is told of many answers together; this one is put into it as `file` and trace. */
	readonly batch?: AnswerBatch | undefined;
}

/** One trace, read by the model in force and judged by what judges it. Rejects with a `UserError` or the signal's reason. */
export async function analyzeOne(
	{ model, profile, classifiers, reference, notes }: OpenedModel,
	trace: AnsweredTrace,
	{ file, sidecar, settings: { eta, screen }, methods, signal, onProgress, batch }: AnalyzeOneOptions,
): Promise<AnalysisRecord> {
	const record = await analyzeTrace(trace, model, profile, {
		file,
		signal,
		onProgress,
		classifiers,
		eta,
		screen,
		setsApart: reference?.setsApart,
		onLikeness: (row) => batch?.add(JSON.stringify([file, trace.id]), row, reference),
		...(methods === undefined ? {} : { methods }),
		sidecar: sidecar === undefined ? emptySidecar : await loadSidecar(sidecar),
	});
	return { ...record, notes: [...notes, ...record.notes] };
}

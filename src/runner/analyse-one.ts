import { analyseTrace, type Method } from '../analysis/analyse-trace.ts';
import type { AnalysisRecord } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { emptySidecar } from '../formats/sidecar.ts';
import type { ModelService } from './model-service.ts';
import { loadSidecar } from './sidecar-store.ts';

export interface AnalyseOneOptions {
	/** Whose turn it is: a document's URI, or a request's token. */
	readonly owner: string;
	/** What the record calls the file. */
	readonly file: string;
	/** Path of the sidecar; `undefined` for a document that is not on the disk. */
	readonly sidecar: string | undefined;
	/** Whose figures are wanted; all when absent. */
	readonly methods?: readonly Method[] | undefined;
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
}

/** One trace, read by the model in force and judged by its profile. Rejects with a `UserError` or the signal's reason. */
export async function analyseOne(models: ModelService, trace: AnsweredTrace, { owner, file, sidecar, methods, signal, onProgress }: AnalyseOneOptions): Promise<AnalysisRecord> {
	const { model, profile, classifiers, notes } = await models.open(owner, signal);
	const record = await analyseTrace(trace, model, profile, {
		file, signal, onProgress, classifiers, eta: models.settings.eta, screen: models.settings.screen, ...(methods === undefined ? {} : { methods }), sidecar: sidecar === undefined ? emptySidecar : await loadSidecar(sidecar),
	});
	return { ...record, notes: [...notes, ...record.notes] };
}

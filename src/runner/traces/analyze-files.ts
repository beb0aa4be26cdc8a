import { analyzeWithoutModel } from '../../analysis/trace-support.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { needModel } from '../../formats/analysis-methods.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { requireResponse, type AnsweredTrace } from '../../formats/read-traces.ts';
import type { AnalyzeFiles, FileAnalyzed, Progress } from '../../protocol/requests.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { readableAnalysis, responseIn, type ReadableAnalysis } from '../../report/readable-analysis.ts';
import type { ReportSection, ReportTrace } from '../../report/report-subject.ts';
import { AnswerBatch } from './answer-batch.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService, OpenListeners, OpenedModel } from '../models/model-service.ts';
import { secondsLeft } from '../models/progress.ts';
import { analyzeOne } from './analyze-trace.ts';
import type { Failures } from './failures.ts';
import { withLayers } from './recorded-layers.ts';
import { namedTraces, type FileRemarks, type NamedTrace } from './named-traces.ts';
import { ReportDraft } from './report-draft.ts';
import { loadSidecar } from './sidecar-store.ts';

/** What the progress of a job over files says of the trace that is read: what that takes, where it takes a while. */
export class ReadingWords {
	#needs: string | undefined;

	/** Another trace: nothing is known of it. */
	begin(): void {
		this.#needs = undefined;
	}

	/** As `WorkNeeds` tells. What goes on after something long is told at once: many short ones would be noise. */
	hear(needs: string, long: boolean): void {
		if (long || this.#needs !== undefined) this.#needs = needs;
	}

	/** What it takes comes first: a terminal cuts a long path. */
	of(path: string): string {
		return this.#needs === undefined ? `Analyzing ${path}` : `${this.#needs}: ${path}`;
	}
}

/** An analyzed trace as a report shows it. */
function reportTrace(trace: AnsweredTrace, record: AnalysisRecord, response: ReadableAnalysis['response']): ReportTrace {
	const { system, history = [], query, contexts, reference } = trace;
	const sections: ReportSection[] = [
		...(system === undefined ? [] : [{ kind: 'system' as const, name: 'System', text: system.text }]),
		...history.map(({ role, text }) => ({
			kind: 'query' as const,
			name: role === 'user' ? 'Earlier question' : 'Earlier answer',
			text: text.text,
		})),
		{ kind: 'query', name: 'Query', text: query.text },
		...contexts.map(({ id, text }) => ({ kind: 'context' as const, name: id, text: text.text })),
		...(reference === undefined ? [] : [{ kind: 'reference' as const, name: 'Reference', text: reference.text }]),
	];
	return { ...readableAnalysis({ record, response }), sections };
}

export interface FileJobOptions {
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly failures: Failures;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: Params<typeof Progress>) => void;
	readonly now: () => Date;
}

/**
 * Analyses named files one after another. The model is loaded when the first answer has been read. What is wrong with a file or a trace is gathered and does not stop the others.
 * If the model cannot be loaded, or a trace needs more memory than it may, values and words are compared without it (if that was asked for).
 * A profile that was named and cannot judge stops all: whoever asked for its verdicts must not get figures without a word.
 * Rejects with the signal's reason.
 */
export async function analyzeFiles(
	{ token, paths, html, methods, layers, mapping }: Params<typeof AnalyzeFiles>,
	options: FileJobOptions,
	onTrace: (analyzed: Params<typeof FileAnalyzed>) => Promise<void>,
): Promise<Result<typeof AnalyzeFiles>> {
	const { context, models, failures, signal, onProgress } = options;
	await using draft = new ReportDraft(context.memoryScanFolder);
	const batch = new AnswerBatch();
	const notes: Result<typeof AnalyzeFiles>['notes'] = [];
	const comparesTexts = methods === undefined || methods.includes('support');
	// A file that holds no answer needs no model, however long that takes to load.
	let reads: 'with-model' | 'texts' | 'nothing' | undefined;
	const howToRead = async (): Promise<'with-model' | 'texts' | 'nothing'> => {
		if (!needModel(methods)) return 'texts';
		const tellLoading = (message: string): void => onProgress({ token, message, done: 0, total: paths.length });
		tellLoading('Loading the model');
		const loaded = await failures.gather(() => models.open(token, signal, { onLoading: tellLoading }), signal);
		const refused = loaded?.refused ?? null;
		if (refused !== null) failures.add(refused);
		if (loaded !== undefined && refused === null) return 'with-model';
		// What needs no model is still shown. The failure is reported once, and gives the exit status.
		return refused === null && comparesTexts ? 'texts' : 'nothing';
	};
	const open = async (listeners: OpenListeners): Promise<OpenedModel> => {
		const opened = await models.open(token, signal, listeners);
		if (opened.refused !== null) throw opened.refused;
		return opened;
	};

	let began = performance.now();
	const reading = new ReadingWords();
	const tell = (path: string, done: number): void => {
		const left = secondsLeft((performance.now() - began) / 1000, done, paths.length - done);
		onProgress({ token, message: reading.of(path), done, total: paths.length, ...(left === null ? {} : { secondsLeft: left }) });
	};
	const analyze = async (
		path: string,
		{ trace, notes: read, documentText, share, before }: NamedTrace,
		index: number,
	): Promise<boolean> => {
		requireResponse(trace, path);
		const responseFile = trace.response.document;
		reading.begin();
		const withModel = async (): Promise<AnalysisRecord> => {
			const opened = await open({ onNeeds: (needs, long) => reading.hear(needs, long) });
			const analyzed = await analyzeOne(opened, trace, {
				file: responseFile,
				sidecar: sidecarFile(path),
				settings: context.settings,
				signal,
				methods,
				batch,
				onProgress: (done, total) => tell(path, index + before + (total === 0 ? 0 : (share * done) / total)),
			});
			const asked = { trace, model: opened.model, options: { signal, screen: context.settings.screen } };
			return layers === true ? withLayers(analyzed, asked) : analyzed;
		};
		const compare = async (): Promise<AnalysisRecord> =>
			analyzeWithoutModel(trace, { file: responseFile, sidecar: await loadSidecar(sidecarFile(path)) });
		let unread: UserError | undefined;
		if (reads === undefined) {
			reads = await howToRead();
			began = performance.now();
		}
		if (reads === 'nothing') return false;
		const traced =
			reads === 'with-model'
				? await withModel().catch((error: unknown) => {
						if (!comparesTexts || !(error instanceof UserError) || error.code !== errorNumbers.memoryLimitExceeded) throw error;
						unread = error;
						return compare();
					})
				: await compare();
		const record = { ...traced, notes: [...read, ...traced.notes] };
		const response = responseIn(trace, responseFile, documentText);
		if (html !== undefined) await draft.add(reportTrace(trace, record, response));
		await onTrace({ token, record, response });
		if (unread !== undefined) throw unread;
		return true;
	};
	let traces = 0;
	for (const [index, path] of paths.entries()) {
		reading.begin();
		tell(path, index);
		const remark = ({ problems, fileNotes, brokenMappings }: FileRemarks): void => {
			failures.add(...problems);
			const broken = noteOn(brokenMappings);
			// A list of mappings is read for each file of its folder.
			if (broken !== undefined && !notes.some((note) => note.file === broken.file)) notes.push(broken);
			notes.push(...fileNotes.map((words) => ({ file: path, words })));
		};
		await failures.gather(async () => {
			for await (const named of namedTraces(path, { mapping, signal, onRemarks: remark })) {
				if ((await failures.gather(() => analyze(path, named, index), signal, named.place)) === true) traces++;
				if (reads === 'nothing') return;
			}
		}, signal);
		if (reads === 'nothing') return { traces, failures: failures.list(), html: null, likeness: null, notes };
	}
	onProgress({ token, message: 'Done', done: paths.length, total: paths.length });
	const written =
		html === undefined || draft.isEmpty ? undefined : await failures.gather(() => writeReport(html, draft, batch, options), signal);
	return { traces, failures: failures.list(), html: written ?? null, likeness: batch.likeness, notes };
}

/** What is to be said of a list of mappings that is not as expected. */
function noteOn(broken: UserError | undefined): { file: string; words: string } | undefined {
	if (broken?.place === undefined) return undefined;
	const { place, code, message, hint } = broken;
	const line = place.line === undefined ? '' : `Line ${place.line}: `;
	return { file: place.file, words: `${line}${message}${hint === undefined ? '' : ` ${hint}`} (${code})` };
}

async function writeReport(
	path: string,
	draft: ReportDraft,
	{ likeness }: AnswerBatch,
	{ context, now, signal }: FileJobOptions,
): Promise<string> {
	const date = `${now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	await draft.write(path, { version: context.paths.version, date, ...(likeness === null ? {} : { likeness }) }, signal);
	return path;
}

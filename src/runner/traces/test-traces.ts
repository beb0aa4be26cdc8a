import type { UserError } from '../../errors.ts';
import { isAnswered, type AnsweredTrace } from '../../formats/read-traces.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import type { Params } from '../../protocol/rpc.ts';
import type { TestOutcome, TestTraces, TraceTested } from '../../protocol/trace-tests.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { doneState } from './done-state.ts';
import type { ReadableTraces } from './readable-traces.ts';
import { notAnalyzed, notesOf, outcomeOf, withoutAnswer } from './test-outcome.ts';
import type { AnalyzedFile, AnalyzedTrace, AnalyzeOne } from './trace-analyses.ts';
import { isAsRead, readTraceFile, traceFileOf, type ReadTraceFile } from './trace-file.ts';

export interface TraceTestOptions {
	readonly open: OpenDocuments;
	readonly readable: ReadableTraces;
	readonly analyze: AnalyzeOne;
	readonly signal: AbortSignal;
	readonly onTested: (tested: Omit<Params<typeof TraceTested>, 'token'>) => void;
	/** A file in one of the product's formats was analyzed, and still is as it was read. */
	readonly onAnalyzed: (analyzed: AnalyzedFile, state: AnalysisState) => void;
}

interface TestResult {
	readonly outcome: TestOutcome;
	readonly notes: string[];
}

/**
 * Analyzes the answers of files one after another, and says of each what came of it. What is wrong with one does not stop the others. Rejects with the
 * signal's reason.
 */
export async function testTraces(files: Params<typeof TestTraces>['files'], options: TraceTestOptions): Promise<void> {
	for (const { uri, traces } of files) {
		options.signal.throwIfAborted();
		// oxlint-disable no-await-in-loop -- one model reads them in turn
		if (traces === undefined) await testFile(uri, options);
		else await testTracesOf(uri, traces, options);
		// oxlint-enable no-await-in-loop
	}
}

/** Tests a file in one of the product's formats as a whole. */
async function testFile(uri: string, options: TraceTestOptions): Promise<void> {
	const { open, onAnalyzed } = options;
	const file = traceFileOf(uri, open);
	await test({ uri }, options, async () => {
		const read = file === undefined ? undefined : await readTraceFile(file, open);
		const answered = read?.parsed.traces.filter(isAnswered) ?? [];
		if (read === undefined || answered.length === 0) return { outcome: withoutAnswer(read), notes: [] };
		const analyses: AnalyzedFile['analyses'][number][] = [];
		let refused: UserError | null = null;
		for (const trace of answered) {
			// oxlint-disable-next-line no-await-in-loop -- one model reads them in turn
			const found = await analyzeTrace(uri, trace, options);
			analyses.push({ trace, record: found.record });
			refused ??= found.refused;
		}
		const analyzed = { ...read, analyses };
		if (await isAsRead(read, open)) onAnalyzed(analyzed, doneState(analyzed, { refused, likeness: null, notes: [] }));
		return resultOf(analyzed, refused);
	});
}

/** Tests some traces of a file of many, each by itself. */
async function testTracesOf(uri: string, ids: readonly string[], options: TraceTestOptions): Promise<void> {
	const of = await options.readable.tracesOf(uri);
	const byId = new Map(of?.traces.map((trace) => [trace.id, trace]));
	for (const id of ids) {
		options.signal.throwIfAborted();
		const trace = byId.get(id);
		// oxlint-disable-next-line no-await-in-loop -- one model reads them in turn
		await test({ uri, trace: id }, options, async () => {
			if (of === undefined || trace === undefined)
				return { outcome: { kind: 'skipped', reason: 'Not analyzed. This trace is no longer in its file.' }, notes: [] };
			const read: ReadTraceFile = {
				key: uri,
				uris: [uri],
				isForeign: true,
				parsed: { traces: [trace], sections: [], problems: [] },
				// A trace of a file on the disk names its document by its path.
				documents: new Map([[trace.response?.document ?? uri, of.document]]),
			};
			if (!isAnswered(trace)) return { outcome: withoutAnswer(read), notes: [] };
			const { record, refused } = await analyzeTrace(uri, trace, options);
			const analyzed = { ...read, analyses: [{ trace, record }] };
			return resultOf(analyzed, refused);
		});
	}
}

function resultOf(analyzed: AnalyzedFile, refused: UserError | null): TestResult {
	const outcome = outcomeOf(analyzed, refused);
	return { outcome, notes: notesOf(analyzed, outcome) };
}

function analyzeTrace(uri: string, trace: AnsweredTrace, { analyze, signal }: TraceTestOptions): Promise<AnalyzedTrace> {
	return analyze(uri, trace, signal, () => undefined);
}

/** Says that a test begins, runs it, and says what came of it. An error is the reason why a test is skipped. Rejects with the signal's reason. */
async function test(
	which: { readonly uri: string; readonly trace?: string },
	{ signal, onTested }: TraceTestOptions,
	run: () => Promise<TestResult>,
): Promise<void> {
	const began = performance.now();
	onTested({ ...which, outcome: { kind: 'running' }, notes: [], milliseconds: 0 });
	const done = await run().catch((error: unknown) => {
		signal.throwIfAborted();
		return { outcome: notAnalyzed(error), notes: [] };
	});
	onTested({ ...which, ...done, milliseconds: performance.now() - began });
}

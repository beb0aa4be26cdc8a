import type { UserError } from '../../errors.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import type { AnalyzeWorkspace } from '../../protocol/analyze-workspace.ts';
import { toWire } from '../../protocol/wire-error.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import type { AnalyzeOne, AnalyzedFile, AnalyzedTrace } from './trace-analyses.ts';
import { isAsRead, readTraceFile, traceFileOf, type TraceFile } from './trace-file.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { listedFindings } from '../../report/listed-findings.ts';
import { noneJudgedWords } from '../../report/not-judged-words.ts';
import { doneState } from './done-state.ts';
import type { Failures } from './failures.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import { isFailure } from '../../formats/trace.ts';

export interface WorkspaceJobOptions {
	/** URIs of the files, one for each trace file. */
	readonly uris: readonly string[];
	readonly open: OpenDocuments;
	readonly analyze: AnalyzeOne;
	readonly failures: Failures;
	readonly signal: AbortSignal;
	readonly onProgress: (uri: string, done: number, total: number) => void;
	/** A file that the editor still has as it was read, with the state that its analysis ends in. */
	readonly onAnalyzed: (analyzed: AnalyzedFile, state: AnalysisState) => void;
	/** A file cannot be analyzed: what was known of it is out of date. */
	readonly onGone: (file: TraceFile) => void;
}

/**
 * Analyses trace files whether open or not. Open ones are as the editor has them; their diagnostics are the editor's own.
 * No profile, or one that cannot judge, stops nothing; the result says that nothing was judged, and why where a profile is at fault, for no
 * findings would look like a clean bill.
 */
export async function analyzeWorkspace({
	uris,
	open,
	analyze,
	failures,
	signal,
	onProgress,
	onAnalyzed,
	onGone,
}: WorkspaceJobOptions): Promise<Result<typeof AnalyzeWorkspace>> {
	let [analyzed, failed, findings] = [0, 0, 0];
	const files: Result<typeof AnalyzeWorkspace>['files'] = [];
	let refused: UserError | null = null;
	let likeness: AnalyzedTrace['likeness'];
	const traces = { judged: 0, unjudged: 0 };
	const analyzeFile = async (uri: string): Promise<void> => {
		const file = traceFileOf(uri, open);
		const read = file === undefined ? undefined : await readTraceFile(file, open);
		if (read === undefined) {
			// Half of a pair, or gone: what was said of it before is out of date.
			if (file !== undefined) onGone(file);
			return;
		}
		const analyses: AnalyzedFile['analyses'][number][] = [];
		let own: UserError | null = null;
		for (const trace of read.parsed.traces.filter(isAnswered)) {
			const found = await analyze(uri, trace, signal, () => undefined);
			analyses.push({ trace, record: found.record });
			own ??= found.refused;
			likeness = found.likeness;
			traces[found.record.profile === null ? 'unjudged' : 'judged']++;
		}
		refused ??= own;
		const state: AnalysisState =
			analyses.length > 0
				? doneState({ ...read, analyses }, { refused: own, likeness: null, notes: [] })
				: { kind: read.parsed.traces.length > 0 ? 'no-response' : 'none' };
		if (read.parsed.problems.some(isFailure)) failed++;
		else if (analyses.length > 0) analyzed++;
		if (state.kind === 'done') findings += state.findings;
		// A file that changed meanwhile has had its say of the change: what was found is of a text that is gone.
		if (!(await isAsRead(read, open))) return;
		if (analyses.length > 0) files.push({ uri, ...verdictOf(analyses.map(({ record }) => record)) });
		onAnalyzed({ ...read, analyses }, state);
	};
	for (const [done, uri] of uris.entries()) {
		onProgress(uri, done, uris.length);
		if (
			(await failures.gather(async () => {
				await analyzeFile(uri);
				return true;
			}, signal)) === undefined
		)
			failed++;
	}
	onProgress('', uris.length, uris.length);
	const judged = traces.unjudged === 0 ? 'all' : traces.judged === 0 ? 'none' : 'some';
	const batchLikeness = likeness?.() ?? null;
	return {
		analyzed,
		failed,
		findings,
		files,
		judged,
		...(refused === null ? {} : { refused: toWire(refused) }),
		...(batchLikeness === null ? {} : { likeness: batchLikeness }),
	};
}

/** Returns how many findings of each code the answers of a file have, ignored ones left out, and whether they were judged. */
function verdictOf(records: readonly AnalysisRecord[]): { findings: Record<string, number>; judged: boolean } {
	const findings: Record<string, number> = {};
	for (const { code, ignored } of records.flatMap((record) => listedFindings(record.findings)))
		if (!ignored) findings[code] = (findings[code] ?? 0) + 1;
	return { findings, judged: records.every(({ profile }) => profile !== null) && noneJudgedWords(records) === null };
}

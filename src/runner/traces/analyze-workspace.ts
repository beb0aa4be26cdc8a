import type { Diagnostic } from 'vscode-languageserver/node';
import type { UserError } from '../../errors.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { AnalyzeWorkspace } from '../../protocol/requests.ts';
import { toWire } from '../../protocol/wire-error.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import type { AnalyzeOne, AnalyzedFile, AnalyzedTrace } from './trace-analyses.ts';
import { readTraceFile, traceFileOf } from './trace-file.ts';
import { diagnosticsOf } from './trace-diagnostics.ts';
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
	/** Diagnostics of a document that is not open. */
	readonly onDiagnostics: (uri: string, diagnostics: Diagnostic[]) => void;
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
	onDiagnostics,
}: WorkspaceJobOptions): Promise<Result<typeof AnalyzeWorkspace>> {
	let [analyzed, failed, findings] = [0, 0, 0];
	let refused: UserError | null = null;
	let likeness: AnalyzedTrace['likeness'];
	const traces = { judged: 0, unjudged: 0 };
	const analyzeFile = async (uri: string): Promise<void> => {
		const file = traceFileOf(uri, open);
		const read = file === undefined ? undefined : await readTraceFile(file, open);
		if (read === undefined) {
			// Half of a pair, or gone: what was said of it before is out of date.
			for (const half of file?.uris ?? []) if (open.get(half) === undefined) onDiagnostics(half, []);
			return;
		}
		const analyses: AnalyzedFile['analyses'][number][] = [];
		for (const trace of read.parsed.traces.filter(isAnswered)) {
			const found = await analyze(uri, trace, signal, () => undefined);
			analyses.push({ trace, record: found.record });
			refused ??= found.refused;
			likeness = found.likeness;
			traces[found.record.profile === null ? 'unjudged' : 'judged']++;
		}
		if (read.parsed.problems.some(isFailure)) failed++;
		else if (analyses.length > 0) analyzed++;
		findings += analyses.flatMap(({ record }) => record.findings).filter(({ ignored }) => !ignored).length;
		// A file that changed meanwhile has had its say of the change: what was found is of a text that is gone.
		const now = await readTraceFile(read, open);
		if ([...read.documents].some(([half, document]) => now?.documents.get(half)?.getText() !== document.getText())) return;
		for (const document of read.documents.values()) {
			if (open.get(document.uri) === undefined)
				onDiagnostics(document.uri, diagnosticsOf(document.uri, read, { ...read, analyses }, { kind: 'idle' }));
		}
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
		judged,
		...(refused === null ? {} : { refused: toWire(refused) }),
		...(batchLikeness === null ? {} : { likeness: batchLikeness }),
	};
}

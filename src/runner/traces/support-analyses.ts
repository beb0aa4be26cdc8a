import type { Hover } from 'vscode-languageserver/node';
import { analyzeWithoutModel } from '../../analysis/trace-support.ts';
import { UserError } from '../../errors.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import { emptySidecar, type Sidecar } from '../../formats/sidecar.ts';
import { evidenceInWords, isFlagged, missingInWords, valueInWords } from '../../report/value-words.ts';
import { codeSpan, plainMarkdown } from '../lsp/markdown.ts';
import { rangeOf } from '../lsp/positions.ts';
import { pathOf } from '../lsp/uris.ts';
import { comparedTraces } from './many-traces.ts';
import { loadSidecar } from './sidecar-store.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';

/**
 * Compares the responses of a trace file with their contexts, without a model. This takes milliseconds, so it is done whenever somebody asks: while
 * the model is loaded or reads, after it failed, and where nobody asked for it.
 * @param starter whether the starter profile judges sentences, because no model's verdict follows
 */
export async function withoutModel(read: ReadTraceFile, starter = false): Promise<AnalyzedFile> {
	const path = pathOf(sidecarFile(read.key));
	const sidecar = path === undefined ? emptySidecar : await sidecarOf(path);
	if (read.isForeign === true) return { ...read, analyses: await comparedTraces(read, sidecar, starter) };
	const analyses: AnalyzedFile['analyses'][number][] = [];
	for (const trace of read.parsed.traces.filter(isAnswered)) {
		// oxlint-disable-next-line no-await-in-loop -- a file has few traces, and they share the tagger
		analyses.push({ trace, record: await analyzeWithoutModel(trace, { file: read.key, sidecar, starter }) });
	}
	return { ...read, analyses };
}

/** A sidecar that cannot be read hides no finding here. The analysis by a model fails and says what is wrong with it. */
async function sidecarOf(path: string): Promise<Sidecar> {
	try {
		return await loadSidecar(path);
	} catch (error) {
		if (error instanceof UserError) return emptySidecar;
		throw error;
	}
}

/** What a hover says of a place in a response by the given texts alone: its value, what supports its sentence, and words that no context has. */
export function supportHover(analyzed: AnalyzedFile, uri: string, offset: number): Hover | null {
	const document = documentOf(analyzed, uri);
	for (const { record } of analyzed.analyses) {
		const lines = supportLines(record, offset);
		const place = valueAt(record, offset) ?? sentenceAt(record, offset);
		if (document !== undefined && place !== undefined && lines.length > 0)
			return { contents: { kind: 'markdown', value: lines.join('\n\n') }, range: rangeOf(document, place) };
	}
	return null;
}

const covers =
	(offset: number) =>
	({ start, end }: { readonly start: number; readonly end: number }): boolean =>
		start <= offset && offset < end;

function valueAt({ support }: Pick<AnalysisRecord, 'support'>, offset: number) {
	return support?.values.find(covers(offset));
}

function sentenceAt({ support }: Pick<AnalysisRecord, 'support'>, offset: number) {
	return support?.sentences.find(covers(offset));
}

/** Returns what the given texts say of a place in a response, as paragraphs of Markdown: the verdict on a value first. */
export function supportLines(record: Pick<AnalysisRecord, 'support'>, offset: number): string[] {
	const value = valueAt(record, offset);
	const sentence = sentenceAt(record, offset);
	const evidence = sentence === undefined ? null : evidenceInWords(sentence, codeSpan, plainMarkdown);
	const missing = sentence === undefined ? null : missingInWords(sentence, record.support?.values ?? [], codeSpan);
	return [
		...(value !== undefined && isFlagged(value) ? [`**${valueInWords(value, codeSpan)}**`] : []),
		...(evidence === null ? [] : [evidence]),
		...(missing === null ? [] : [missing]),
	];
}

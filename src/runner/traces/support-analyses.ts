import type { Range } from 'vscode-languageserver/node';
import { analyzeWithoutModel } from '../../analysis/trace-support.ts';
import { UserError } from '../../errors.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import { emptySidecar, type Sidecar } from '../../formats/sidecar.ts';
import { unreadAnswerSentence } from '../../report/truncation-words.ts';
import { plainMarkdown } from '../lsp/markdown.ts';
import { rangeOf } from '../lsp/positions.ts';
import { comparedTraces } from './many-traces.ts';
import { loadSidecar } from './sidecar-store.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf, sidecarPath, type ReadTraceFile } from './trace-file.ts';
import { verdictParagraphs, type HoverOptions } from './hover-verdict.ts';
import type { TokenHover } from './token-hover.ts';

/**
 * Compares the responses of a trace file with their contexts, without a model. This takes milliseconds, so it is done whenever somebody asks: while
 * the model is loaded or reads, after it failed, and where nobody asked for it.
 * @param starter whether the starter profile judges sentences, because no model's verdict follows
 */
export async function withoutModel(read: ReadTraceFile, starter = false): Promise<AnalyzedFile> {
	const path = sidecarPath(read.key);
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

/**
 * What a hover says of a place in a response by the given texts alone: the verdict, then its evidence, or that the answer is too long to be read up to
 * there. `null` where nothing was compared.
 */
export function supportHover(
	analyzed: AnalyzedFile,
	uri: string,
	offset: number,
	options?: HoverOptions,
): (TokenHover & { range: Range }) | null {
	const document = documentOf(analyzed, uri);
	const covers = ({ start, end }: { readonly start: number; readonly end: number }): boolean => start <= offset && offset < end;
	for (const { record } of analyzed.analyses) {
		if (document !== undefined && record.unread !== undefined && covers(record.unread))
			return {
				verdict: `**Not analyzed**\n\n${plainMarkdown(unreadAnswerSentence(record.unread))}`,
				numbers: '',
				range: rangeOf(document, wordAt(document.getText(), offset)),
			};
		const sentence = record.support?.sentences.find(covers);
		if (document === undefined || sentence === undefined) continue;
		const value = record.support?.values.find(covers);
		const verdict = verdictParagraphs(record, value ?? wordAt(document.getText(), offset), undefined, options).join('\n\n');
		return { verdict, numbers: '', range: rangeOf(document, value ?? sentence) };
	}
	return null;
}

/** Longest part of a word on each side of an offset: to look for the beginning of one without end takes long. */
const longestHalf = 200;

/** The run of text without white space at an offset. */
function wordAt(text: string, offset: number): { readonly start: number; readonly end: number } {
	const start = offset - (/\S*$/u.exec(text.slice(Math.max(0, offset - longestHalf), offset))?.[0].length ?? 0);
	const end = offset + (/^\S*/u.exec(text.slice(offset, offset + longestHalf))?.[0].length ?? 0);
	return { start, end: Math.max(end, offset + 1) };
}

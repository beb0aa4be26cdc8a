import type { CodeLens } from 'vscode-languageserver/node';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import { sentenceVerdicts } from '../../formats/sentence-verdict.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import { responseVerdictWords } from '../../report/response-verdict-words.ts';
import { unreadAnswerClause } from '../../report/truncation-words.ts';
import { rangeOf } from '../lsp/positions.ts';
import { sameUri } from '../lsp/uris.ts';
import { sentencesOf } from './hover-verdict.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';

/** Commands of the editor that a verdict's lens runs. */
const lensCommands = { list: 'ragAssay.listSentences', analyze: 'ragAssay.analyzeFile' } as const;

/**
 * Returns a lens above each response of a document, which says the verdict on its sentences and lists them.
 * @param judged what was found in it. It is asked for only if a lens says it: an editor that has to wait for lenses asks for them less often.
 */
export async function verdictLenses(
	uri: string,
	read: ReadTraceFile,
	state: AnalysisState,
	judged: () => Promise<AnalyzedFile>,
): Promise<CodeLens[]> {
	const document = documentOf(read, uri);
	const isHere = sameUri(uri);
	if (document === undefined || !isHere(read.key)) return [];
	const records = hasVerdict(state) ? (await judged()).analyses.map(({ record }) => record) : [];
	return read.parsed.traces.filter(isAnswered).flatMap(({ response }, at): CodeLens[] => {
		const place = response.map.toDocument(0);
		const section = read.parsed.sections.find(
			({ kind, document: of, range, heading }) => kind === 'response' && isHere(of) && heading.start <= place && place <= range.end,
		);
		const record = records[at];
		const words = record === undefined ? null : verdictOf(record);
		const said = wordsFor(state, words);
		if (section === undefined || said === null) return [];
		const { start } = rangeOf(document, section.heading);
		return [{ range: { start, end: start }, command: { ...said, arguments: [uri] } }];
	});
}

/** Whether there is a verdict to tell in a state: by a model, or after a failure without one. */
function hasVerdict({ kind }: AnalysisState): boolean {
	return kind === 'done' || kind === 'failed';
}

function verdictOf(record: AnalysisRecord): string | null {
	const words = responseVerdictWords(sentenceVerdicts({ ...record, sentences: sentencesOf(record) }), 'no profile fits this model');
	return words === null || record.unread === undefined ? words : `${words} \u00b7 only ${unreadAnswerClause(record.unread)} were read`;
}

/** What a lens says, and what a click on it does, while a file's analysis is in a state. `words`: the verdict as far as it is known. */
function wordsFor(state: AnalysisState, words: string | null): { readonly title: string; readonly command: string } | null {
	switch (state.kind) {
		case 'none':
		case 'no-response':
			return null;
		case 'queued':
		case 'running':
			return { title: 'Analyzing\u2026', command: lensCommands.list };
		case 'idle':
			return { title: 'Not analyzed. Click to analyze.', command: lensCommands.analyze };
		case 'cancelled':
			return { title: 'Not analyzed: canceled. Click to analyze.', command: lensCommands.analyze };
		case 'failed':
			return {
				title: `${words === null ? '' : `${words} \u00b7 `}Not analyzed by a model. Click to try again.`,
				command: lensCommands.analyze,
			};
		case 'done':
			return words === null ? null : { title: words, command: lensCommands.list };
	}
}

import type { CodeLens } from 'vscode-languageserver/node';
import { sentenceVerdicts } from '../../formats/sentence-verdict.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import { responseVerdictWords } from '../../report/response-verdict-words.ts';
import { rangeOf } from '../lsp/positions.ts';
import { sameUri } from '../lsp/uris.ts';
import { sentencesOf } from './hover-verdict.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf } from './trace-file.ts';

/** Commands of the editor that a verdict's lens runs. */
const lensCommands = { list: 'ragAssay.listSentences', analyze: 'ragAssay.analyzeFile' } as const;

/** Returns a lens above each response of a document, which says the verdict on its sentences and lists them. */
export function verdictLenses(uri: string, analyzed: AnalyzedFile, state: AnalysisState): CodeLens[] {
	const document = documentOf(analyzed, uri);
	const isHere = sameUri(uri);
	if (document === undefined || !isHere(analyzed.key)) return [];
	return analyzed.analyses.flatMap(({ trace: { response }, record }): CodeLens[] => {
		const section = analyzed.parsed.sections.find(
			({ kind, document: of, range, heading }) =>
				kind === 'response' && isHere(of) && heading.start <= response.map.toDocument(0) && response.map.toDocument(0) <= range.end,
		);
		if (section === undefined) return [];
		const sentences = sentencesOf(record);
		const words = responseVerdictWords(sentenceVerdicts({ ...record, sentences }), 'no profile fits this model');
		const said = wordsFor(state, words);
		if (said === null) return [];
		const { start } = rangeOf(document, section.heading);
		return [{ range: { start, end: start }, command: { ...said, arguments: [uri] } }];
	});
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

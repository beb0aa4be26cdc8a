import { withinBound } from '../../wording/numbers.ts';
import { tokenSourceNames, tokenSources } from '../../formats/token-sources.ts';
import { shownReasons } from '../../report/main-reasons.ts';
import { countsInWords, sentenceOriginsInWords } from '../../report/word-origin-words.ts';
import type { AnalysisRecord, SpadVerdict } from '../../protocol/requests.ts';
import { wrapText, decimalCell } from './cells.ts';
import { oneLine } from './plain-text.ts';

const barWidth = 20;

/** A part of a probability as a bar of block characters: what takes away has none. */
function bar(value: number): string {
	const eighths = Math.round(Math.min(1, Math.max(0, value)) * barWidth * 8);
	const rest = eighths % 8;
	return '\u2588'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : String.fromCharCode(0x2590 - rest));
}

/** Returns how many words come from which context. Empty if contexts were not hidden. */
export function wordOriginLines({ wordOrigins }: AnalysisRecord, width: number): string[] {
	if (wordOrigins === undefined || wordOrigins.words.length === 0) return [];
	return [...wrapText(oneLine(`Where its words come from: ${countsInWords(wordOrigins.words)}`), width - 2).map((line) => `  ${line}`), ''];
}

/** Where the response's probability comes from, as means over its tokens; nothing where it was not attributed. */
export function sourceLines({ attribution, tokens, response }: AnalysisRecord, width: number): string[] {
	if (attribution === null || tokens.length === 0) return [];
	const mean = (of: (token: AnalysisRecord['tokens'][number]) => number): number =>
		tokens.reduce((sum, token) => sum + of(token), 0) / tokens.length;
	const verdict = response?.spad ?? null;
	// Of an answer that must not be judged, they are no evidence.
	if (verdict?.hallucinated === null) return [];
	const names = tokenSources.map((source) => tokenSourceNames[source]);
	const widest = Math.max(...names.map((name) => name.length));
	const rows = names.map((name, s) => {
		const value = mean(({ sources }) => sources?.[s] ?? 0);
		return `    ${name.padEnd(widest)}${decimalCell(value).padStart(7)}  ${bar(value)}`.trimEnd();
	});
	const within = withinBound(attribution.errorBound);
	return [
		'  Where the probability of its tokens comes from, on average',
		...rows,
		...(within === null
			? []
			: wrapText(`screened: every source of a token is ${within} of the exact one`, width - 4).map((line) => `    ${line}`)),
		...(verdict === null ? [] : [`  ${verdictText(verdict)}`]),
		'',
	];
}

/** `SPAD+ on the whole response: 0.31, not above 0.55`. */
function verdictText({ classifier, level, reads, probability, threshold, hallucinated, paper }: SpadVerdict): string {
	const judged = `${hallucinated === true ? 'above' : 'not above'} ${decimalCell(threshold)}`;
	const beside = paper === null ? '' : ` (the paper's classifier: ${decimalCell(paper.probability)})`;
	return `${classifier.toUpperCase()} on the ${level === 'response' ? 'whole response' : 'sentence'}${reads === undefined ? '' : ', from its sentences'}: ${decimalCell(probability)}, ${judged}${beside}`;
}

/** Returns where each word of a sentence comes from. */
export function originLines(record: AnalysisRecord, sentence: AnalysisRecord['sentences'][number], width: number): string[] {
	return sentenceOriginsInWords(record, sentence).flatMap((line) => wrapText(oneLine(line), width));
}

/** Why a flagged sentence is flagged, in words; nothing for the others. */
export function reasonLines(spad: SpadVerdict | null, width: number): string[] {
	if (spad?.hallucinated !== true) return [];
	return shownReasons(spad, 3).flatMap((text) => wrapText(`- ${text}`, width));
}

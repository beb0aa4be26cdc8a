import { heatValue, isAlwaysKnown, type HeatMeasure } from '../../formats/heat-scale.ts';
import { sentenceVerdicts, type SentenceVerdict } from '../../formats/sentence-verdict.ts';
import { closedBookSentence } from '../../report/closed-book-words.ts';
import { noJudgeWords, notJudgedLabel, notJudgedWords } from '../../report/not-judged-words.ts';
import { recordedInWords } from '../../report/recorded-words.ts';
import { responseVerdictWords } from '../../report/response-verdict-words.ts';
import { influenceWords, isUnjudgedByRepcs, repcsVerdict } from '../../report/repcs-words.ts';
import { isByStarter } from '../../report/starter-words.ts';
import { evidenceInWords, missingInWords, supportInWords } from '../../report/value-words.ts';
import { isAboutResponse, isAboutValue, type AnalysisRecord } from '../../protocol/requests.ts';
import { originLines, reasonLines, sourceLines, wordOriginLines } from './attribution-text.ts';
import { cellsOf, widthOf, wrapText, decimalCell } from './cells.ts';
import { bold, dim, green, paint, red } from './color.ts';
import { heatmap, type HeatmapOptions, legend } from './heatmap.ts';
import { oneLine } from './plain-text.ts';

const numberWidth = 9;
const verdictWidth = 16;

export interface AnalysisTextOptions extends HeatmapOptions {
	/** Whether each sentence says where each of its words comes from. */
	readonly origins: boolean;
}

function padEnd(text: string, width: number): string {
	return text + ' '.repeat(Math.max(0, width - widthOf(cellsOf(text))));
}

/** What the verdict's column says of a sentence: of one that claims nothing, what it is. */
function verdictCell(verdict: SentenceVerdict, depth: HeatmapOptions['depth']): string {
	switch (verdict.kind) {
		case 'none':
			return '    not judged';
		case 'not-judged':
			return `    ${notJudgedLabel(verdict.notJudged)}`;
		case 'value':
			return paint(depth, `${bold};${red}`, `  ! ${verdict.contradicted ? 'differs' : 'not given'}`);
		case 'supported':
			return paint(depth, green, '    supported');
		case 'starter':
			if (!verdict.flagged) return '    not flagged';
			return verdict.ignored ? '    not supported? (ignored)' : paint(depth, bold, '  ? not supported');
		case 'profile': {
			if (verdict.verdict === 'grounded') return '    not flagged';
			const words = verdict.verdict === 'leak' ? 'copied?' : 'not supported';
			return verdict.ignored
				? `    ${words} (ignored)`
				: paint(depth, verdict.verdict === 'leak' ? bold : `${bold};${red}`, `  ! ${words}`);
		}
	}
}

/** A cell of the table; what was not measured has a dash. */
function numberOr(value: number | null): string {
	return (value === null ? '-' : decimalCell(value)).padStart(numberWidth);
}

/** Which words of a sentence no context has. */
function missingLines({ support }: AnalysisRecord, { start }: AnalysisRecord['sentences'][number], width: number): string[] {
	const compared = support?.sentences.find((one) => one.start === start);
	const missing = support === undefined || compared === undefined ? null : missingInWords(compared, support.values);
	return missing === null ? [] : wrapText(oneLine(missing), width);
}

function sentenceTable(
	record: AnalysisRecord,
	response: { readonly start: number; readonly text: string },
	{ depth, width, origins }: AnalysisTextOptions,
): string[] {
	const judge = record.sentences.find(({ spad }) => (spad?.hallucinated ?? null) !== null)?.spad?.classifier;
	// Without a model there are no numbers.
	const columns = [...(record.model === null ? [] : ['entropy', 'CG']), ...(judge === undefined ? [] : [judge.toUpperCase()])];
	const textWidth = Math.max(20, width - 2 - 4 - columns.length * numberWidth - verdictWidth);
	const head = `  ${' #'.padEnd(4)}${'sentence'.padEnd(textWidth)}${columns.map((column) => column.padStart(numberWidth)).join('')}    verdict`;
	const verdicts = sentenceVerdicts(record);
	const rows = record.sentences.flatMap((sentence, i) => {
		const lines = wrapText(oneLine(response.text.slice(sentence.start - response.start, sentence.end - response.start)), textWidth - 1);
		const first =
			`  ${String(i + 1).padStart(2)}  ${padEnd(lines[0] ?? '', textWidth)}` +
			(record.model === null ? '' : `${numberOr(sentence.entropyMean)}${numberOr(sentence.cgMean)}`) +
			`${judge === undefined ? '' : numberOr(sentence.spad?.hallucinated === null ? null : (sentence.spad?.probability ?? null))}${verdictCell(verdicts[i]!, depth)}`;
		const reasons = [
			...reasonLines(sentence.spad, width - 8),
			...(origins ? originLines(record, sentence, width - 8) : []),
			...(record.model === null ? missingLines(record, sentence, width - 8) : []),
		].map((line) => paint(depth, dim, `      ${line}`));
		return [first, ...lines.slice(1).map((line) => `      ${line}`), ...reasons];
	});
	return [paint(depth, dim, head), ...rows];
}

/** The verdict first: of what judges by the profile, closed book where it has thresholds for it; then RePCS's figures. */
function memoryLines({ repcs, closedBook, findings }: AnalysisRecord, { depth, width }: HeatmapOptions): string[] {
	const isJudge = closedBook !== null && closedBook.threshold !== null;
	const open = findings.some((f) => isAboutResponse(f) && !f.ignored);
	const said = (text: string, flagged: boolean): string[] =>
		wrapText(text, width - 4).map((line, i) => (flagged ? paint(depth, `${bold};${red}`, `${i === 0 ? '! ' : '  '}${line}`) : `  ${line}`));
	const beside = repcs === null || isUnjudgedByRepcs(repcs) ? null : influenceWords(repcs);
	return [
		...(isJudge ? said(closedBookSentence(closedBook, findings), open) : []),
		...(repcs === null
			? []
			: isUnjudgedByRepcs(repcs)
				? isJudge
					? []
					: said(`From memory? ${notJudgedWords(repcs) ?? 'not judged'}`, false)
				: said(
						`RePCS Z ${decimalCell(repcs.z)} nats over ${repcs.tokens} ${repcs.tokens === 1 ? 'token' : 'tokens'}, ${decimalCell(repcs.perToken)} each (${repcsVerdict(repcs, findings, closedBook)})`,
						open && !isJudge,
					)),
		...(beside === null ? [] : wrapText(beside, width - 4).map((line) => `    ${line}`)),
	];
}

/** What was cut off is not shown: a terminal is no place for megabytes that have no colors. */
function scoredHeatmap(
	record: AnalysisRecord,
	response: { readonly start: number; readonly text: string },
	options: HeatmapOptions,
): string[] {
	const scored = (record.tokens.at(-1)?.end ?? response.start) - response.start;
	const unscored = response.text.length - scored;
	if (unscored <= 0) return heatmap(record, response, options);
	return [
		...heatmap(record, { start: response.start, text: response.text.slice(0, scored) }, options),
		`  ${paint(options.depth, dim, `… ${unscored.toLocaleString('en')} more characters were not scored`)}`,
	];
}

/** A response that no model has read, without colors. */
function plainResponse({ text }: { readonly text: string }, { width }: HeatmapOptions): string[] {
	return text.split(/\r?\n/u).flatMap((line) => wrapText(oneLine(line), width - 2).map((piece) => `  ${piece}`));
}

/** What the starter profile flags, the values that contexts contradict or do not have, and how many of the rest they have; then the words that no context has. */
function supportLines({ support, findings }: AnalysisRecord, { depth, width }: HeatmapOptions): string[] {
	if (support === undefined) return [];
	const open = findings.filter((finding) => (isAboutValue(finding) || isByStarter(finding)) && !finding.ignored);
	const flagged = open.flatMap((finding, i) => {
		const { message, start } = finding;
		const isUnsure = finding.severity === 'info';
		const sentence = support.sentences.find((one) => one.start <= start && start < one.end);
		const isLast = sentence !== undefined && (open[i + 1]?.start ?? Infinity) >= sentence.end;
		const evidence = isLast ? evidenceInWords(sentence, oneLine) : null;
		return [
			...wrapText(oneLine(message), width - 4).map((line, at) =>
				paint(depth, isUnsure ? bold : `${bold};${red}`, `${at > 0 ? '  ' : isUnsure ? '? ' : '! '}${line}`),
			),
			// Once for a sentence, below its last value.
			...(evidence === null ? [] : wrapText(evidence, width - 4).map((line) => paint(depth, dim, `  ${line}`))),
		];
	});
	return [...flagged, ...wrapText(supportInWords(support), width - 2).map((line) => `  ${line}`), ''];
}

/** What the trace's own file says of the answer. */
function recordedLines({ recorded }: AnalysisRecord, response: { readonly start: number; readonly text: string }, width: number): string[] {
	if (recorded === undefined) return [];
	const lines = recordedInWords(recorded, response).flatMap((line) => wrapText(oneLine(line), width - 2).map((piece) => `  ${piece}`));
	return [...lines, ''];
}

/** Whether the file's name says which trace it is. */
function isNamedFor({ file, trace }: AnalysisRecord): boolean {
	return file.split(/[\\/]/).at(-1)!.startsWith(`${trace.id}.`);
}

function isColored({ tokens }: AnalysisRecord, measure: HeatMeasure): boolean {
	return isAlwaysKnown(measure) || tokens.some((token) => heatValue(measure, token) !== null);
}

/** Why nothing is colored. */
function uncolored(measure: HeatMeasure): string {
	return `no colors: ${measure} needs spad (${measure === 'suspicion' ? 'and a profile with its classifier' : 'and a model that supports spad'}), and this analysis did not run it`;
}

/** What `analyze` prints of one trace: head, heatmap, sentences, sources, what speaks for memory, notes; the first one says what the colors mean. Ends with an empty line. */
export function analysisText(
	record: AnalysisRecord,
	response: { readonly start: number; readonly text: string },
	options: AnalysisTextOptions,
	withLegend: boolean,
): string {
	const { depth, width } = options;
	const verdict = responseVerdictWords(sentenceVerdicts(record), noJudgeWords(record));
	const read =
		record.model === null
			? 'not read by a model'
			: `read by ${oneLine(record.model.name)} on ${record.model.device}, ${record.profile === null ? 'no profile' : `profile ${oneLine(record.profile.name)}`}`;
	return [
		`${paint(depth, bold, oneLine(record.file))}${isNamedFor(record) ? '' : `  ${oneLine(record.trace.id)}`}`,
		...(verdict === null ? [] : wrapText(oneLine(verdict), width - 2).map((line) => `  ${paint(depth, bold, line)}`)),
		`  ${paint(depth, dim, read)}`,
		'',
		...(record.model === null ? plainResponse(response, options) : scoredHeatmap(record, response, options)),
		'',
		...(withLegend && record.model !== null
			? [
					...(isColored(record, options.measure) ? [legend(options)] : wrapText(uncolored(options.measure), width - 2)).map(
						(line) => `  ${line}`,
					),
					'',
				]
			: []),
		...(record.sentences.length === 0 ? [] : [...sentenceTable(record, response, options), '']),
		...supportLines(record, options),
		...wordOriginLines(record, width),
		...sourceLines(record, width),
		...memoryLines(record, options),
		...recordedLines(record, response, width),
		...record.notes.flatMap((note) => wrapText(`note: ${oneLine(note)}`, width - 2).map((line) => `  ${line}`)),
		'',
		'',
	].join('\n');
}

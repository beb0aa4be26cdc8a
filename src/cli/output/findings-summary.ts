import { fileKinds } from '../../files/file-kind.ts';
import type { AnalysisRecord, Finding } from '../../formats/analysis-record.ts';
import { noneJudgedWords, noVerdictWords } from '../../report/not-judged-words.ts';
import type { ReadableAnalysis } from '../../report/readable-analysis.ts';
import { isAboutResponse, isAboutValue } from '../../protocol/requests.ts';
import { listInWords, plural } from '../../wording/phrases.ts';
import { LinesOfFiles } from '../lines-of-files.ts';
import { wrapText } from './cells.ts';
import { bold, dim, paint, red } from './color.ts';
import type { Console } from './console.ts';
import { oneLine } from './plain-text.ts';

/** A sentence or a response with all that was found in it. */
export interface Suspect {
	readonly file: string;
	/** ID of the trace, of which files other than Markdown may have many. */
	readonly trace: string;
	/** UTF-16 offset in the file. */
	readonly start: number;
	/** Its text, on one line. */
	readonly text: string;
	readonly severity: Finding['severity'];
	/** What was found: the gravest first, and of these what the texts show before what a model says. */
	readonly reasons: readonly string[];
}

const gravity = { error: 0, warning: 1, info: 2 } as const;

/**
 * Returns what a record has found and nobody ignores, a row for each sentence, in the order of the text.
 * @param record as it came from the runner: its offsets count in the file
 * @param shown the same, with the text as people read it
 */
export function suspectsOf(record: AnalysisRecord, shown: ReadableAnalysis): Suspect[] {
	const [inFile, asRead] = [record.sentences, shown.record.sentences];
	const rows = new Map<number, { readonly start: number; readonly end: number; readonly findings: Finding[] }>();
	for (const finding of record.findings) {
		if (finding.ignored) continue;
		const index = isAboutResponse(finding) ? -1 : inFile.findIndex(({ start, end }) => start <= finding.start && finding.start < end);
		const row = rows.get(index) ?? { ...(inFile[index] ?? finding), findings: [] };
		row.findings.push(finding);
		rows.set(index, row);
	}
	return [...rows]
		.toSorted(([a], [b]) => a - b)
		.map(([index, { start, findings }]) => {
			const own = asRead[index];
			const ordered = findings.toSorted(
				(a, b) => gravity[a.severity] - gravity[b.severity] || Number(isAboutValue(b)) - Number(isAboutValue(a)),
			);
			return {
				file: record.file,
				trace: record.trace.id,
				start,
				text: own === undefined ? '' : oneLine(shown.response.text.slice(own.start - shown.response.start, own.end - shown.response.start)),
				severity: ordered[0]!.severity,
				reasons: withoutRepeats([...new Set(ordered.map(({ message }) => oneLine(message)))]),
			};
		});
}

/** Leaves out a reason whose quotations are all in one before it: a sentence is flagged for the value that another reason is about. */
function withoutRepeats(reasons: readonly string[]): string[] {
	return reasons.filter((reason, i) => {
		const quoted = reason.match(/\u201c[^\u201d]+\u201d/g) ?? [];
		return quoted.length === 0 || !reasons.slice(0, i).some((before) => quoted.every((quotation) => before.includes(quotation)));
	});
}

/** More rows than this are counted only: a report or `--json` has them all. */
const mostRows = 100;

/** Returns the lines that name a sentence or a response, and say what was found in it. They end with an empty line. */
export function suspectLines(
	{ text, severity, reasons }: Pick<Suspect, 'text' | 'severity' | 'reasons'>,
	place: string,
	{ depth, width }: Pick<Console, 'depth' | 'width'>,
): string[] {
	return [
		`${severity === 'info' ? ' ' : paint(depth, `${bold};${red}`, '!')} ${paint(depth, bold, oneLine(place))}`,
		...(text === '' ? [] : wrapText(`\u201c${text}\u201d`, width - 4).map((part) => `    ${part}`)),
		...reasons.flatMap((reason) =>
			wrapText(reason, width - 6).map((part, at) => paint(depth, dim, `    ${at === 0 ? '- ' : '  '}${part}`)),
		),
		'',
	];
}

/** An answer that nothing judges. */
export interface Unjudged {
	/** Its file, or its ID if a file may have many. */
	readonly name: string;
	/** Why, in words: `not judged: the trace has no contexts`. */
	readonly words: string;
}

/** Returns a record's answer, if nothing judges it. */
export function unjudgedOf(record: AnalysisRecord): Unjudged[] {
	const words = noneJudgedWords([record]) ?? noVerdictWords(record);
	return words === null ? [] : [{ name: record.file.endsWith('.md') ? record.file : record.trace.id, words }];
}

/** Answers that are named after a reason. */
const mostNamed = 3;

/** Returns what is not judged, by its reason. Otherwise an answer without findings would look like a good one. */
function unjudgedLines(unjudged: readonly Unjudged[], width: number): string[] {
	const names = new Map<string, string[]>();
	for (const { name, words } of unjudged) names.set(words, [...(names.get(words) ?? []), name]);
	const lines = [...names].flatMap(([words, all]) => {
		const more = all.length - mostNamed;
		const named = [...all.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])];
		return wrapText(oneLine(`${plural(all.length, 'answer')} ${words} (${listInWords(named)})`), width - 2).map(
			(line, i) => `${i === 0 ? '' : '  '}${line}`,
		);
	});
	return lines.length === 0 ? [] : [...lines, ''];
}

/** Returns the end of a run over several answers: each suspect sentence with its place and why, the gravest first. Then what is not judged. */
export async function findingsSummary(
	suspects: readonly Suspect[],
	unjudged: readonly Unjudged[],
	{ depth, width }: Pick<Console, 'depth' | 'width'>,
): Promise<string> {
	const ordered = suspects.toSorted((a, b) => gravity[a.severity] - gravity[b.severity]);
	const lines = new LinesOfFiles(fileKinds.dataSet);
	const listed = ordered.slice(0, mostRows);
	const places = await Promise.all(listed.map(({ file, start }) => lines.at(file, start)));
	const rows = listed.flatMap(({ file, trace, text, severity, reasons }, i) => {
		const line = places[i];
		const place = `${oneLine(file)}${line === null || line === undefined ? '' : `:${line.line}`}${file.endsWith('.md') ? '' : `  ${oneLine(trace)}`}`;
		return suspectLines({ text, severity, reasons }, place, { depth, width });
	});
	const unlisted = ordered.length - mostRows;
	return [
		...rows,
		...(unlisted > 0 ? [`  … and ${plural(unlisted, 'more sentence')}. --html and --json have all of them.`, ''] : []),
		...unjudgedLines(unjudged, width),
		'To see each answer in full, add --verbose.',
		'',
	].join('\n');
}

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

/** What was found in a run over any number of answers. It keeps what the summary prints: the gravest, and how many there are. */
export class Suspects {
	readonly #gravest: Record<Suspect['severity'], Suspect[]> = { error: [], warning: [], info: [] };
	#count = 0;

	add(suspects: readonly Suspect[]): void {
		this.#count += suspects.length;
		for (const suspect of suspects) {
			const alike = this.#gravest[suspect.severity];
			if (alike.length < mostRows) alike.push(suspect);
		}
	}

	/** The number of all. */
	get count(): number {
		return this.#count;
	}

	/** The rows of the summary, the gravest first. */
	get listed(): Suspect[] {
		const { error, warning, info } = this.#gravest;
		return [...error, ...warning, ...info].slice(0, mostRows);
	}
}

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

/** Answers that are named after a reason. */
const mostNamed = 3;

/** Answers that nothing judges, counted by their reason. Otherwise an answer without findings would look like a good one. */
export class UnjudgedAnswers {
	readonly #byReason = new Map<string, { count: number; readonly names: string[] }>();
	count = 0;

	/** Counts a record's answer, if nothing judges it. */
	add(record: AnalysisRecord): void {
		const words = noneJudgedWords([record]) ?? noVerdictWords(record);
		if (words === null) return;
		const kept = this.#byReason.get(words) ?? { count: 0, names: [] };
		this.count++;
		kept.count++;
		if (kept.names.length < mostNamed) kept.names.push(record.file.endsWith('.md') ? record.file : record.trace.id);
		this.#byReason.set(words, kept);
	}

	/** Returns a line for each reason, or none. Then an empty one. */
	lines(width: number): string[] {
		const lines = [...this.#byReason].flatMap(([words, { count, names }]) => {
			const named = listInWords([...names, ...(count > names.length ? [`${count - names.length} more`] : [])]);
			return wrapText(oneLine(`${plural(count, 'answer')} ${words} (${named})`), width - 2).map(
				(line, i) => `${i === 0 ? '' : '  '}${line}`,
			);
		});
		return lines.length === 0 ? [] : [...lines, ''];
	}
}

/** Returns the end of a run over several answers: each suspect sentence with its place and why, the gravest first. Then what is not judged. */
export async function findingsSummary(
	suspects: Suspects,
	unjudged: UnjudgedAnswers,
	{ depth, width }: Pick<Console, 'depth' | 'width'>,
): Promise<string> {
	const { listed, count } = suspects;
	const lines = new LinesOfFiles(fileKinds.named);
	const places = await Promise.all(listed.map(({ file, start }) => lines.at(file, start)));
	const rows = listed.flatMap(({ file, trace, text, severity, reasons }, i) => {
		const line = places[i];
		const place = `${oneLine(file)}${line === null || line === undefined ? '' : `:${line.line}`}${file.endsWith('.md') ? '' : `  ${oneLine(trace)}`}`;
		return suspectLines({ text, severity, reasons }, place, { depth, width });
	});
	const unlisted = count - listed.length;
	return [
		...rows,
		...(unlisted > 0 ? [`  … and ${plural(unlisted, 'more sentence')}. --html and --json have all of them.`, ''] : []),
		...unjudged.lines(width),
		'To see each answer in full, add --verbose.',
		'',
	].join('\n');
}

import { readFileSync } from 'node:fs';
import { hasCode } from '../../errors.ts';
import type { AnalysisRecord, Finding } from '../../formats/analysis-record.ts';
import type { ReadableAnalysis } from '../../report/readable-analysis.ts';
import { isAboutResponse, isAboutValue } from '../../protocol/requests.ts';
import { linePlaces } from '../../text/lines.ts';
import { plural } from '../../wording/phrases.ts';
import { wrapText } from './cells.ts';
import { bold, dim, paint, red } from './color.ts';
import type { Console } from './console.ts';
import { oneLine } from './plain-text.ts';

/** A sentence or a response with all that was found in it. */
export interface Suspect {
	/** `FILE:LINE`, or the file and the trace's ID where a file has several. */
	readonly place: string;
	/** Its text, on one line. */
	readonly text: string;
	readonly severity: Finding['severity'];
	/** What was found: the gravest first, and of these what the texts show before what a model says. */
	readonly reasons: readonly string[];
}

const gravity = { error: 0, warning: 1, info: 2 } as const;

/**
 * Returns what a record has found and nobody ignores, a row for each sentence, in the order of the text.
 * @param analysis as it came from the runner: offsets count in the file
 * @param shown the same, with the text as people read it
 */
export function suspectsOf({ record, response }: ReadableAnalysis, shown: ReadableAnalysis): Suspect[] {
	const placeOf = placesIn(record, response);
	const rows = new Map<number, { readonly start: number; readonly end: number; readonly findings: Finding[] }>();
	for (const finding of record.findings) {
		if (finding.ignored) continue;
		const index = isAboutResponse(finding)
			? -1
			: record.sentences.findIndex(({ start, end }) => start <= finding.start && finding.start < end);
		const row = rows.get(index) ?? { ...(record.sentences[index] ?? finding), findings: [] };
		row.findings.push(finding);
		rows.set(index, row);
	}
	return [...rows]
		.toSorted(([a], [b]) => a - b)
		.map(([index, { start, findings }]) => {
			const own = shown.record.sentences[index];
			const ordered = findings.toSorted(
				(a, b) => gravity[a.severity] - gravity[b.severity] || Number(isAboutValue(b)) - Number(isAboutValue(a)),
			);
			return {
				place: placeOf(start),
				text: own === undefined ? '' : oneLine(shown.response.text.slice(own.start - shown.response.start, own.end - shown.response.start)),
				severity: ordered[0]!.severity,
				reasons: [...new Set(ordered.map(({ message }) => oneLine(message)))],
			};
		});
}

/** The line is known where the file is still what was analyzed, and is written as UTF-8. */
function placesIn({ file, trace }: AnalysisRecord, { start, text }: ReadableAnalysis['response']): (offset: number) => string {
	const name = oneLine(file);
	let document: string;
	try {
		document = readFileSync(file, 'utf8');
	} catch (error) {
		// It was there when it was analyzed.
		if (!hasCode(error, 'ENOENT')) throw error;
		return () => name;
	}
	if (document.slice(start, start + text.length) !== text) return () => `${name}  ${oneLine(trace.id)}`;
	const places = linePlaces(document);
	return (offset) => `${name}:${places(offset).line}`;
}

/** More rows than this are counted only: a report or `--json` has them all. */
const mostRows = 100;

/** Returns the end of a run over several answers: each suspect sentence with its place and why, the gravest first. */
export function findingsSummary(suspects: readonly Suspect[], { depth, width }: Pick<Console, 'depth' | 'width'>): string {
	const ordered = suspects.toSorted((a, b) => gravity[a.severity] - gravity[b.severity]);
	const rows = ordered.slice(0, mostRows).flatMap(({ place, text, severity, reasons }) => {
		const isGrave = severity !== 'info';
		return [
			`${isGrave ? paint(depth, `${bold};${red}`, '!') : ' '} ${paint(depth, bold, place)}`,
			...(text === '' ? [] : wrapText(`\u201c${text}\u201d`, width - 4).map((line) => `    ${line}`)),
			...reasons.flatMap((reason) =>
				wrapText(reason, width - 6).map((line, i) => paint(depth, dim, `    ${i === 0 ? '- ' : '  '}${line}`)),
			),
			'',
		];
	});
	const unlisted = ordered.length - mostRows;
	return [
		...rows,
		...(unlisted > 0 ? [`  … and ${plural(unlisted, 'more sentence')}. --html and --json have all of them.`, ''] : []),
		'To see each answer in full, add --verbose.',
		'',
	].join('\n');
}

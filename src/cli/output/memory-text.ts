import { isAbsolute, relative } from 'node:path';
import type { Quarantined } from '../../protocol/memory.ts';
import type { MemoryCheck, MemoryFinding, MemoryScanRecord, MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { isScript } from '../../formats/memory/instruction-files.ts';
import type { MemoryProblem } from '../../formats/memory-problem.ts';
import { commandToPaste, idWord, pathWord } from '../../wording/command-line.ts';
import { driftTestWords } from '../../wording/memory-phrases.ts';
import { cutTo, plural } from '../../wording/phrases.ts';
import { isStoreAddress, shownStore } from '../../wording/store-names.ts';
import { bold, dim, paint, red, yellow, type ColorDepth } from './color.ts';
import { oneLine } from './plain-text.ts';

/** Longest text of an entry that is shown, in user-perceived characters. */
const longestShown = 160;

/** The verdict: how many entries look planted. */
function verdictText({ entries, flagged }: Pick<MemoryScanSummary, 'entries' | 'flagged'>): string {
	if (entries === 0) return 'No entry to judge.';
	if (flagged === 0) return `None of ${plural(entries, 'entry', 'entries')} looks planted.`;
	return `${flagged.toLocaleString('en')} of ${plural(entries, 'entry', 'entries')} ${flagged === 1 ? 'looks' : 'look'} planted.`;
}

/** What a scan rests on, in sentences: to be known beside the verdict. */
function groundsText(summary: MemoryScanSummary): string[] {
	const { history, encoder, calibration, drift, ignored, remarks } = summary;
	return [
		...(history === null ? [] : [`Compared with ${plural(history.queries, 'query', 'queries')} of ${oneLine(history.name)}.`]),
		calibration.says,
		...(encoder === null || encoder.cannotSee === null ? [] : [encoder.cannotSee]),
		...(drift === null || history === null || !drift.found
			? []
			: [
					`The queries drift (${driftTestWords(drift)}).${drift.window === null || drift.window >= history.queries ? '' : ` A history of the last ${plural(Math.round(drift.window), 'query', 'queries')} would fit better.`}`,
				]),
		...(ignored === 0 ? [] : [`${plural(ignored, 'entry', 'entries')} with findings ${ignored === 1 ? 'is' : 'are'} marked as benign.`]),
		...problemLines(summary),
		...remarks.map(({ message, hint }) => `${message} ${hint}`),
	];
}

/** What of a store was not judged, because it could not be read, and what other programs may read otherwise: counted, and the first of it with place and reason. */
export function problemLines({ problems, doubts, told }: Pick<MemoryScanSummary, 'problems' | 'doubts' | 'told'>): string[] {
	const listed = (severity: MemoryProblem['severity'], count: number): string[] => {
		const some = told.filter((one) => one.severity === severity);
		return [
			...some.map(
				({ file, line, code, message, hint }) =>
					`  ${hereText(file)}${line === null ? '' : `:${line}`}: ${code}: ${oneLine(message)}${hint === null ? '' : ` ${oneLine(hint)}`}`,
			),
			...(some.length < count ? [`  \u2026 and ${(count - some.length).toLocaleString('en')} more`] : []),
		];
	};
	return [
		...(problems === 0
			? []
			: [`Could not read, and did not judge, ${plural(problems, 'part', 'parts')} of the store:`, ...listed('error', problems)]),
		...(doubts === 0
			? []
			: [
					`${plural(doubts, 'part', 'parts')} of the store may mean something else, or ${doubts === 1 ? 'leads' : 'lead'} to text that was not read:`,
					...listed('warning', doubts),
				]),
	];
}

/** The verdict and what it rests on, for a stream of messages. */
export function memorySummaryText(summary: MemoryScanSummary): string {
	return [verdictText(summary), ...groundsText(summary)].join('\n');
}

function whatToDo(summary: MemoryScanSummary, [first]: readonly MemoryScanRecord[], named: string): string[] {
	if (first === undefined) return [];
	const command = (name: string, ...more: string[]): string =>
		`  ${commandToPaste(['rag-assay memory', name, pathWord(shownStore(named), 'STORE'), '--entry', idWord(first), ...more])}`;
	return [
		'',
		...(!isStoreAddress(summary.store) && first.place !== null
			? ['To quarantine an entry (you can put it back):', command('quarantine', '--write')]
			: ['Delete planted entries with the program that owns the store.']),
		'To keep a benign entry:',
		command('benign', '--note "why"'),
	];
}

function colorOf({ findings }: MemoryScanRecord): string {
	return findings.some(({ severity, ignored }) => severity === 'error' && !ignored) ? red : yellow;
}

/** On one line; what nobody sees, of which a finding tells what it says, becomes a replacement character. */
function seen(text: string): string {
	return oneLine(text).replaceAll(/(?!\u200d)\p{Cf}+/gu, '\uFFFD');
}

function findingLine({ message, severity }: MemoryFinding, depth: ColorDepth): string {
	return `  ${paint(depth, severity === 'error' ? red : yellow, severity)}: ${oneLine(message)}`;
}

/** Lines of entries in their files, by id. */
export type EntryLines = ReadonlyMap<string, number>;

/**
 * A scan for people: the verdict, what it rests on, and the flagged entries with their reasons.
 * @param named the store as it was named, for commands to type
 */
export function memoryScanText(
	summary: MemoryScanSummary,
	records: readonly MemoryScanRecord[],
	{ lines: lineOf, depth, named }: { readonly lines: EntryLines; readonly depth: ColorDepth; readonly named: string },
): string {
	const flagged = records.filter((record) => record.flagged);
	const lines = [paint(depth, bold, verdictText(summary)), ...groundsText(summary)];
	for (const record of flagged) {
		lines.push(
			'',
			[
				paint(depth, colorOf(record), placeText(record, lineOf)),
				...(record.place === null ? [] : [paint(depth, dim, oneLine(record.id))]),
			].join('  '),
			// The first words of a script say nothing of it.
			...(record.place !== null && isScript(record.place.file) ? [] : [`  ${cutTo(seen(record.text), longestShown)}`]),
			...record.findings.filter(({ ignored }) => !ignored).map((one) => findingLine(one, depth)),
		);
	}
	return `${[...lines, ...whatToDo(summary, flagged, named)].join('\n')}\n`;
}

/** What is said of an entry before it is stored: the verdict, the reasons, and what it rests on. */
export function memoryCheckText(
	{ record, history, calibration, cannotSee }: MemoryCheck,
	{ accepted, depth }: { readonly accepted: boolean; readonly depth: ColorDepth },
): string {
	return `${[
		paint(depth, bold, accepted ? 'Accepted.' : 'Rejected: do not store this entry.'),
		...record.findings.filter(({ ignored }) => !ignored).map((one) => findingLine(one, depth)),
		...(history === null ? [] : [`Compared with ${plural(history.queries, 'query', 'queries')} of ${oneLine(history.name)}.`]),
		calibration.says,
		...(cannotSee === null ? [] : [cannotSee]),
	].join('\n')}\n`;
}

function placeText({ place, id }: MemoryScanRecord, lines: EntryLines): string {
	if (place === null) return oneLine(id);
	const line = lines.get(id);
	return `${hereText(place.file)}${line === undefined ? '' : `:${line}`}`;
}

/** A path as people name it from here; an address as it is. */
function hereText(file: string): string {
	if (isStoreAddress(file)) return oneLine(file);
	const here = relative(process.cwd(), file);
	return here === '' || here.startsWith('..') || isAbsolute(here) ? file : here;
}

/** What lies in quarantine, for people. */
export function quarantineText(held: readonly Quarantined[]): string {
	if (held.length === 0) return 'Nothing is in quarantine.';
	return held
		.map(
			({ id, text, reason, who, when }) => `${seen(id)}  ${cutTo(seen(text), longestShown)}\n  ${seen(reason)} (${oneLine(who)}, ${when})`,
		)
		.join('\n');
}

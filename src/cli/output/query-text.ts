import { isAbsolute, relative } from 'node:path';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { queryVerdict, screeningGrounds } from '../../report/screening-words.ts';
import { commandToPaste, idWord, pathWord } from '../../wording/command-line.ts';
import { decimal } from '../../wording/numbers.ts';
import { bold, dim, paint, red, yellow, type ColorDepth } from './color.ts';
import { oneLine } from './plain-text.ts';
import { cutTo } from '../../wording/phrases.ts';

/** Queries that are shown where there is no verdict. */
const maxListed = 10;

/** The queries whose nearest documents stand out most, for people to look at where no threshold decides; those that are marked benign are left out. */
export class StandingOut {
	#first: QueryScreenRecord[] = [];

	/** The one that stands out most first, in the log's order among equals. */
	get first(): readonly QueryScreenRecord[] {
		return this.#first;
	}

	add(record: QueryScreenRecord): void {
		if (record.z === null || record.findings.length > 0) return;
		this.#first = [...this.#first, record].toSorted((a, b) => b.z! - a.z!).slice(0, maxListed);
	}
}

/** Longest text of a query that is shown, UTF-16 units. */
const longestShown = 160;

/** What a screening rests on, without what would move the cursor of a terminal. */
function groundsText(summary: QueryScreenSummary): string[] {
	return screeningGrounds(summary).map(oneLine);
}

function verdictText(summary: QueryScreenSummary): string {
	return queryVerdict({ ...summary, judged: summary.calibration.rule !== null });
}

/** What is said of a log while it is followed. */
export function logRemarkText({ message, hint }: QueryScreenSummary['remarks'][number]): string {
	return oneLine(`${message} ${hint}`);
}

/** The verdict and what it rests on, for a stream of messages. */
export function querySummaryText(summary: QueryScreenSummary): string {
	return [verdictText(summary), ...groundsText(summary)].join('\n');
}

function placeText({ place, id, line }: QueryScreenRecord): string {
	if (place === null) return oneLine(id);
	const here = relative(process.cwd(), place.file);
	return `${here.startsWith('..') || isAbsolute(here) ? place.file : here}${line === null ? '' : `:${line}`}`;
}

/** What retrieval returns and what it would return, in a line. */
function hidingLine({ retrieved, kept, hidden }: QueryScreenRecord): string[] {
	if (hidden === null) return [];
	const names = (ids: readonly string[]): string => ids.map((id) => oneLine(id)).join(', ');
	return [`  returned: ${names(retrieved.slice(0, kept.length).map(({ id }) => id))}; with it hidden: ${names(kept)}`];
}

/** Where a query stands, and its text. */
function headLines(record: QueryScreenRecord, depth: ColorDepth): string[] {
	const { query, id, place } = record;
	return [
		[paint(depth, yellow, placeText(record)), ...(place === null ? [] : [paint(depth, dim, oneLine(id))])].join('  '),
		`  ${cutTo(oneLine(query), longestShown)}`,
	];
}

/** A flagged query with its reasons. */
export function queryText(record: QueryScreenRecord, depth: ColorDepth): string {
	const { findings, z, max, mean, std } = record;
	return [
		...headLines(record, depth),
		...findings
			.filter(({ ignored }) => !ignored)
			.map(({ severity, message }) => `  ${paint(depth, severity === 'warning' ? red : yellow, severity)}: ${oneLine(message)}`),
		`  nearest ${decimal(max, 3)}; the others ${decimal(mean, 3)} on average${z === null ? '' : `, ${decimal(z, 1)} deviations (of ${decimal(std, 3)}) below`}`,
		...hidingLine(record),
	].join('\n');
}

/** A query without a verdict: where it stands, and how far its nearest document stands out. */
function rankedText(record: QueryScreenRecord, depth: ColorDepth): string {
	const { target, max, z } = record;
	return [
		...headLines(record, depth),
		`  nearest ${oneLine(target)}: similarity ${decimal(max, 3)}${z === null ? '' : `, ${decimal(z, 1)} deviations above the others`}`,
	].join('\n');
}

/**
 * A screening for people: the verdict, what it rests on, and the flagged queries with their reasons.
 * @param named the log as it was named, for commands to type
 */
export function queryScreenText(
	summary: QueryScreenSummary,
	records: readonly QueryScreenRecord[],
	{
		depth,
		named,
		first: ranked = [],
	}: {
		readonly depth: ColorDepth;
		readonly named: string;
		/** Unflagged queries to look at, where there is no verdict. */
		readonly first?: readonly QueryScreenRecord[];
	},
): string {
	const flagged = records.filter((record) => record.flagged);
	const [first] = flagged;
	return `${[
		paint(depth, bold, verdictText(summary)),
		...groundsText(summary),
		...flagged.flatMap((record) => ['', queryText(record, depth)]),
		...(ranked.length === 0 ? [] : ['', paint(depth, bold, 'Look at these first. Their nearest documents stand out most.')]),
		...ranked.flatMap((record) => ['', rankedText(record, depth)]),
		...(first === undefined
			? []
			: [
					'',
					'Keep one that is benign:',
					`  ${commandToPaste(['rag-assay queries benign', pathWord(named, 'QUERIES'), '--query', idWord(first), '--note "why"'])}`,
				]),
	].join('\n')}\n`;
}

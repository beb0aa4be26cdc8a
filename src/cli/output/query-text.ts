import { isAbsolute, relative } from 'node:path';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { decimal } from '../../wording/decimal.ts';
import { plural } from '../../wording/plural.ts';
import { bold, dim, paint, red, yellow, type ColourDepth } from './colour.ts';
import { oneLine } from './plain-text.ts';

/** Longest text of a query that is shown, UTF-16 units. */
const longestShown = 160;

/** The verdict: how many queries fish for one document. */
export function queryVerdict({ queries, flagged }: Pick<QueryScreenSummary, 'queries' | 'flagged'>): string {
	if (queries === 0) return 'There is no query to screen.';
	if (queries === 1) return `The query ${flagged === 0 ? 'does not fish' : 'fishes'} for one document.`;
	if (flagged === 0) return `None of ${plural(queries, 'query', 'queries')} fishes for one document.`;
	return `${flagged.toLocaleString('en')} of ${plural(queries, 'query', 'queries')} ${flagged === 1 ? 'fishes' : 'fish'} for one document.`;
}

/** What a screening rests on, in sentences. */
function groundsText({ store, encoder, calibration, sessions, ignored, problems, remarks }: QueryScreenSummary): string[] {
	return [
		`Compared with ${plural(store.documents, 'document')} of ${oneLine(store.name)}, embedded by ${encoder.name}.`,
		calibration.says,
		...(sessions === null
			? ['The log names no sessions, so that nobody can tell who asks for one document again and again.']
			: [
					`${sessions.flagged.toLocaleString('en')} of ${plural(sessions.all, 'session')} ${sessions.flagged === 1 ? 'has' : 'have'} such a query.`,
				]),
		...(encoder.cannotSee === null ? [] : [encoder.cannotSee]),
		...(ignored === 0 ? [] : [`${plural(ignored, 'query', 'queries')} with findings ${ignored === 1 ? 'is' : 'are'} marked benign.`]),
		...(problems === 0 ? [] : [`${plural(problems, 'part', 'parts')} of the log or the store could not be read.`]),
		...remarks.map(({ message, hint }) => `${oneLine(message)} ${oneLine(hint)}`),
	];
}

/** The verdict and what it rests on, for a stream of messages. */
export function querySummaryText(summary: QueryScreenSummary): string {
	return [queryVerdict(summary), ...groundsText(summary)].join('\n');
}

/** Lines of queries in their files, by id. */
export type QueryLines = ReadonlyMap<string, number>;

function placeText({ place, id }: QueryScreenRecord, lines: QueryLines): string {
	if (place === null) return oneLine(id);
	const here = relative(process.cwd(), place.file);
	const line = lines.get(id);
	return `${here.startsWith('..') || isAbsolute(here) ? place.file : here}${line === undefined ? '' : `:${line}`}`;
}

/** What retrieval returns and what it would return, in a line. */
function hidingLine({ retrieved, kept, hidden }: QueryScreenRecord): string[] {
	if (hidden === null) return [];
	const names = (ids: readonly string[]): string => ids.map((id) => oneLine(id)).join(', ');
	return [`  returned: ${names(retrieved.slice(0, kept.length).map(({ id }) => id))}; with it hidden: ${names(kept)}`];
}

/** A flagged query with its reasons. */
export function queryText(record: QueryScreenRecord, lines: QueryLines, depth: ColourDepth): string {
	const { query, id, place, findings, z, max, mean, std } = record;
	const text = oneLine(query);
	return [
		[paint(depth, yellow, placeText(record, lines)), ...(place === null ? [] : [paint(depth, dim, oneLine(id))])].join('  '),
		`  ${text.length <= longestShown ? text : `${text.slice(0, longestShown - 1)}\u2026`}`,
		...findings
			.filter(({ ignored }) => !ignored)
			.map(({ severity, message }) => `  ${paint(depth, severity === 'warning' ? red : yellow, severity)}: ${oneLine(message)}`),
		`  nearest ${decimal(max, 3)}; the others ${decimal(mean, 3)} on average${z === null ? '' : `, ${decimal(z, 1)} deviations (of ${decimal(std, 3)}) below`}`,
		...hidingLine(record),
	].join('\n');
}

/**
 * A screening for people: the verdict, what it rests on, and the flagged queries with their reasons.
 * @param named the log as it was named, for commands to type
 */
export function queryScreenText(
	summary: QueryScreenSummary,
	records: readonly QueryScreenRecord[],
	{ lines, depth, named }: { readonly lines: QueryLines; readonly depth: ColourDepth; readonly named: string },
): string {
	const flagged = records.filter((record) => record.flagged);
	const [first] = flagged;
	const id = first === undefined ? '' : /^[\w.:/#-]+$/.test(first.id) ? first.id : JSON.stringify(first.id);
	return `${[
		paint(depth, bold, queryVerdict(summary)),
		...groundsText(summary),
		...flagged.flatMap((record) => ['', queryText(record, lines, depth)]),
		...(first === undefined ? [] : ['', 'Keep one that is benign:', `  rag-assay queries benign ${named} --query ${id} --note "why"`]),
	].join('\n')}\n`;
}

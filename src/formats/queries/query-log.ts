import { linePlaces } from '../../text/lines.ts';
import { fileKind, isDataSetFile } from '../file-names.ts';
import { labeledTextsKind, readLabeledTexts } from '../labeled-texts.ts';
import { jsonBreaks } from '../memory/json-string-entry.ts';
import { noQuery } from '../memory/query-history.ts';
import { readNamedTraces, type ReadText } from '../read-traces.ts';
import { textSha256 } from '../sidecar.ts';
import type { SubjectPlace } from '../subject.ts';
import type { FormatProblem, TextDocumentInput } from '../trace.ts';
import type { LoggedQuery } from './logged-query.ts';
import { readQueryRecords } from './query-records.ts';

/**
 * Queries in the order of time where their own does not have a session's queries one after the other: many tools export the newest first. Those that say no
 * time stand behind the one before them.
 */
function inSessionOrder(queries: readonly LoggedQuery[]): readonly LoggedQuery[] {
	const newest = new Map<string, number>();
	let last = -Infinity;
	let isInOrder = true;
	const timed = queries.map((query) => {
		const { session, when } = query;
		if (when !== null) {
			last = Date.parse(when);
			if (session !== null) {
				if (last < (newest.get(session) ?? -Infinity)) isInOrder = false;
				newest.set(session, last);
			}
		}
		return { query, time: last };
	});
	if (isInOrder) return queries;
	return timed.toSorted((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ query }) => query);
}

export interface QueryLog {
	/** In the order of the log, or of time where that of a session is another; ids are different. */
	readonly queries: readonly LoggedQuery[];
	readonly problems: readonly FormatProblem[];
}

/** What was read of a log before, where it goes on. */
export interface ReadSoFar {
	/** UTF-16 units and lines. */
	readonly units: number;
	readonly lines: number;
	/** Ids that are taken; more are added. */
	readonly ids: Set<string>;
}

/**
 * Reads a log of queries: JSON Lines or a JSON list with `query`, `text`, `question` or `input`; labeled queries (`*.queries.jsonl`); runs of LangSmith and
 * spans of OpenInference; and the queries of answered traces. A line that cannot be read is a problem, and costs no other.
 * @throws UserError RA146 where no query stands in it; as `readNamedTraces` for half of a pair or data set.
 */
export async function readQueryLog({ document, text }: TextDocumentInput, readText: ReadText): Promise<QueryLog> {
	if (fileKind(document) !== null || isDataSetFile(document)) return tracesLog(document, text, readText);
	const { queries, problems } =
		labeledTextsKind(document) === 'query' ? labeledLog({ document, text }) : readQueryLines({ document, text });
	if (queries.length === 0 && text.trim() !== '') throw noQuery(document);
	return { queries: inSessionOrder(queries), problems };
}

/** The queries of JSON, which may be the end of a file of which the beginning was read: places and lines are those of the whole. */
export function readQueryLines(
	{ document, text }: TextDocumentInput,
	before: ReadSoFar = { units: 0, lines: 0, ids: new Set() },
): QueryLog {
	const { records, problems } = readQueryRecords({ document, text });
	const lineOf = linePlaces(text);
	const queries = records.map(({ query, place: { start, end }, id, session, when, record }) => {
		const line = String(before.lines + lineOf(record).line);
		return {
			id: free(id ?? line, line, before.ids),
			line: before.lines + lineOf(start).line,
			...asWritten(query, text.slice(start, end), { file: document, start: before.units + start, end: before.units + end }),
			session,
			when,
		};
	});
	return { queries, problems: problems.map((one) => moved(one, before.units)) };
}

function labeledLog(input: TextDocumentInput): QueryLog {
	const { texts, problems } = readLabeledTexts(input, 'query');
	const lineOf = linePlaces(input.text);
	return {
		queries: texts.map(({ id, text, session = null, range }) => ({
			id,
			line: lineOf(range.start).line,
			...asWritten(text, input.text.slice(range.start, range.end), { file: input.document, ...range }),
			session,
			when: null,
		})),
		problems,
	};
}

async function tracesLog(document: string, text: string, readText: ReadText): Promise<QueryLog> {
	const { traces, problems } = await readNamedTraces(document, text, readText);
	const ids = new Set<string>();
	const lines = new Map([[document, linePlaces(text)]]);
	const queries: LoggedQuery[] = [];
	for (const [i, { id, query }] of traces.entries()) {
		if (query.text.trim() === '') continue;
		const file = query.document === '' ? document : query.document;
		// oxlint-disable-next-line no-await-in-loop -- once a file, mostly one
		if (!lines.has(file)) lines.set(file, linePlaces((await readText(file)) ?? ''));
		const start = query.map.toDocument(0);
		queries.push({
			id: free(id, String(i + 1), ids),
			text: query.text,
			content: textSha256(query.text),
			place: { file, start, end: query.map.toDocument(query.text.length) },
			line: lines.get(file)!(start).line,
			session: null,
			when: null,
		});
	}
	return { queries, problems };
}

/** A text with its place; `raw` is what stands there. */
function asWritten(text: string, raw: string, place: SubjectPlace): Pick<LoggedQuery, 'text' | 'content' | 'place' | 'breaks'> {
	const breaks = isWritten(text, raw) ? jsonBreaks(raw, place.start) : undefined;
	return { text, content: textSha256(text), place, ...(breaks === undefined ? {} : { breaks }) };
}

/** Whether a JSON string says that text, and not one of which it is a part. */
function isWritten(text: string, raw: string): boolean {
	return raw.includes('\\') && JSON.parse(`"${raw}"`) === text;
}

/** An id that no query before has: a second one of a name says its line as well. */
function free(name: string, line: string, taken: Set<string>): string {
	let id = name;
	for (let i = 1; taken.has(id); i++) id = i === 1 ? `${name}#${line}` : `${name}#${line}.${i}`;
	taken.add(id);
	return id;
}

function moved<P extends FormatProblem>(problem: P, by: number): P {
	const { start, end } = problem.range;
	return by === 0 ? problem : { ...problem, range: { start: start + by, end: end + by } };
}

import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { elementsOf, membersOf, rangeAt } from '../json-ranges.ts';
import { jsonSyntaxPlace } from '../json-syntax-place.ts';
import { isDataSetFile, fileKind } from '../file-names.ts';
import { ProblemList } from '../problem-list.ts';
import { readNamedTraces, type ReadText } from '../read-traces.ts';
import type { SubjectPlace } from '../subject.ts';
import type { DocumentRange, FormatProblem, ParsedTraces, TextDocumentInput } from '../trace.ts';
import { tracedQuery } from './traced-query.ts';
import { isoTime, timeOf } from './written-at.ts';

/** A question that was put to an agent or its memory. */
export interface PastQuery {
	readonly query: string;
	/** ISO 8601; `null`: nobody has said when. */
	readonly when: string | null;
	/** Of its words; of a JSON string the range within its quotes. */
	readonly place: SubjectPlace;
}

export interface QueryHistory {
	/** In the order of time; those that say no time stand behind the one before them in the file. */
	readonly queries: readonly PastQuery[];
	readonly problems: readonly FormatProblem[];
}

const example = '{"query": "What does Ada like?", "when": "2026-03-01T09:30:00Z"}';
/** What a line calls its query: this product's, RAGAS's and DeepEval's names. */
const queryMembers = ['query', 'question', 'text', 'user_input', 'input'] as const;
/** Lists within which tools export records. */
const envelopes = ['runs', 'data', 'spans', 'queries', 'results'] as const;

/**
 * Reads the queries of a file: JSON Lines or a JSON list of records with `query`, `question` or `text`; runs of LangSmith and spans of OpenInference, of
 * each trace what was asked of the retriever, or else of the whole; and traces of this product (`*.rag.md`, pairs, RAGTruth). Blank queries are none.
 * @throws UserError RA146 where no query stands in it; as `readNamedTraces` for half of a pair or data set.
 */
export async function readQueryHistory({ document, text }: TextDocumentInput, readText: ReadText): Promise<QueryHistory> {
	if (fileKind(document) !== null || isDataSetFile(document))
		return queriesOfTraces(document, await readNamedTraces(document, text, readText));
	const problems = new ProblemList(document);
	const found = recordsOf(text, problems).flatMap((record) => queriesOf(record, text, document, problems));
	if (found.length === 0 && text.trim() !== '') throw noQuery(document);
	return { queries: inTime(oncePerTrace(found)), problems: problems.list() };
}

/** Queries of traces that were read already, in their order: traces say no time. */
export function queriesOfTraces(file: string, { traces, problems }: ParsedTraces): QueryHistory {
	const queries = traces.flatMap(({ query }): PastQuery[] =>
		query.text.trim() === ''
			? []
			: [
					{
						query: query.text,
						when: null,
						place: {
							file: query.document === '' ? file : query.document,
							start: query.map.toDocument(0),
							end: query.map.toDocument(query.text.length),
						},
					},
				],
	);
	return { queries, problems };
}

interface JsonRecord {
	readonly value: Readonly<Record<string, unknown>>;
	/** Offset at which it begins. */
	readonly start: number;
}

interface FoundQuery extends PastQuery {
	/** Trace and rank of a query within one; `null`: it is no part of a trace. */
	readonly trace: { readonly id: string; readonly rank: number } | null;
}

function noQuery(document: string): UserError {
	return new UserError(errorNumbers.noQueryInHistory, 'This file holds no query.', {
		place: { file: document },
		hint: `Expected lines such as ${example}, LangSmith runs, OpenInference spans, or traces (\`*.rag.md\`).`,
	});
}

function recordsOf(text: string, problems: ProblemList): JsonRecord[] {
	const from = text.startsWith('\uFEFF') ? 1 : 0;
	const start = from + Math.max(text.slice(from).search(/\S/), 0);
	const whole = parsed(text.slice(start));
	if (whole !== undefined) return unwrapped(whole.value, text, start);
	const records: JsonRecord[] = [];
	const content = /[^ \t\r\n]/g;
	for (let at = from; at < text.length; ) {
		content.lastIndex = at;
		const first = content.exec(text)?.index;
		if (first === undefined) break;
		const feed = text.indexOf('\n', first);
		const end = feed === -1 ? text.length : feed;
		const line = parsed(text.slice(first, end), (place) =>
			problems.add(errorNumbers.malformedJsonLine, 'This line is not valid JSON.', `Expected one JSON object a line: ${example}`, () => ({
				start: Math.min(first + place, end),
				end,
			})),
		);
		if (line !== undefined) records.push(...unwrapped(line.value, text, first));
		at = end + 1;
	}
	return records;
}

function parsed(text: string, refuse: (place: number) => void = () => {}): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		refuse(jsonSyntaxPlace(error) ?? 0);
		return undefined;
	}
}

/** Records of a value: itself, the elements of a list, or of a list that an envelope holds; OTLP's spans in their three levels. */
function unwrapped(value: unknown, text: string, start: number, depth = 0): JsonRecord[] {
	if (depth > 6) return [];
	if (Array.isArray(value)) return elementsOf(text, start).flatMap((range, i) => unwrapped(value[i], text, range.start, depth + 1));
	if (!isObject(value)) return [];
	const wrapping = ['resourceSpans', 'resource_spans', 'scopeSpans', 'scope_spans', ...envelopes].find((name) =>
		Array.isArray(value[name]),
	);
	if (wrapping === undefined || queryMembers.some((name) => typeof value[name] === 'string')) return [{ value, start }];
	return unwrapped(value[wrapping], text, membersOf(text, start).get(wrapping)!.start, depth + 1);
}

function queriesOf({ value, start }: JsonRecord, text: string, document: string, problems: ProblemList): FoundQuery[] {
	const traced = tracedQuery(value);
	if (traced === 'none') return [];
	const plain = traced === null ? plainQuery(value) : null;
	const found = traced ?? plain;
	if (found === null) {
		problems.add(errorNumbers.unexpectedJsonLine, 'This record holds no query.', `Expected one such as ${example}`, () =>
			rangeAt(text, start, []),
		);
		return [];
	}
	if (found.query.trim() === '') return [];
	const range = rangeAt(text, start, found.path);
	return [
		{
			query: found.query,
			when: traced?.when ?? timeIn(value),
			place: { file: document, ...within(text, range) },
			trace: traced === null ? null : { id: traced.trace, rank: traced.rank },
		},
	];
}

function plainQuery(value: JsonRecord['value']): { query: string; path: (string | number)[] } | null {
	for (const name of queryMembers) {
		const inner = value[name];
		if (typeof inner === 'string') return { query: inner, path: [name] };
		// RAGAS's conversations: the last thing that a person said.
		if (Array.isArray(inner)) {
			const last = inner.findLastIndex(
				(one) => isObject(one) && (one['type'] === 'human' || one['role'] === 'user') && typeof one['content'] === 'string',
			);
			const message: unknown = inner[last];
			if (isObject(message) && typeof message['content'] === 'string') return { query: message['content'], path: [name, last, 'content'] };
		}
	}
	return null;
}

function timeIn(value: JsonRecord['value']): string | null {
	for (const name of ['when', 'timestamp', 'time', 'created_at', 'start_time', 'date']) {
		const when = isoTime(value[name]) ?? timeOf(value[name]);
		if (when !== null) return when;
	}
	return null;
}

/** Of a string what stands within its quotes. */
function within(text: string, { start, end }: DocumentRange): DocumentRange {
	return text[start] === '"' ? { start: start + 1, end: end - 1 } : { start, end };
}

/** Of each trace the queries of the best rank, each once. */
function oncePerTrace(found: readonly FoundQuery[]): FoundQuery[] {
	const best = new Map<string, number>();
	for (const { trace } of found) if (trace !== null) best.set(trace.id, Math.min(best.get(trace.id) ?? Infinity, trace.rank));
	const seen = new Set<string>();
	return found.filter(({ trace, query }) => {
		if (trace === null) return true;
		const key = JSON.stringify([trace.id, query]);
		if (trace.rank > best.get(trace.id)! || seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}

function inTime(queries: readonly PastQuery[]): PastQuery[] {
	let last = -Infinity;
	const timed = queries.map(({ query, when, place }) => {
		if (when !== null) last = Date.parse(when);
		return { time: last, query: { query, when, place } };
	});
	return timed.toSorted((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ query }) => query);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

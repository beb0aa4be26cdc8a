import { errorNumbers } from '../../error-numbers.ts';
import { tracedQuery } from '../memory/traced-query.ts';
import { isoTime, timeOf } from '../memory/written-at.ts';
import { elementsOf, membersOf, rangeAt } from '../json-ranges.ts';
import { jsonSyntaxPlace } from '../json-syntax-place.ts';
import { ProblemList } from '../problem-list.ts';
import type { SubjectPlace } from '../subject.ts';
import type { DocumentRange, FormatProblem, TextDocumentInput } from '../trace.ts';
import { sessionOf } from './session-of.ts';

/** A record as it should be, for messages: all that it needs. */
export const plainQueryExample = '{"query": "What does Ada like?"}';
/** The same with its time. */
const queryRecordExample = '{"query": "What does Ada like?", "when": "2026-03-01T09:30:00Z"}';

/** A query of a file of JSON, with what its record says of it. */
export interface QueryRecord {
	readonly query: string;
	/** ISO 8601; `null`: nobody has said when. */
	readonly when: string | null;
	/** Of its words; of a JSON string the range within its quotes. */
	readonly place: SubjectPlace;
	/** As the record calls itself; `null`: it does not. */
	readonly id: string | null;
	/** Session, else user. */
	readonly session: string | null;
	/** Trace and rank of a query within one; `null`: it is no part of a trace. */
	readonly trace: { readonly id: string; readonly rank: number } | null;
	/** Offset at which its record begins. */
	readonly record: number;
}

/** What a line calls its query: this product's, RAGAS's and DeepEval's names. */
const queryMembers = ['query', 'question', 'text', 'user_input', 'input'] as const;
/** Lists within lists, and envelopes, in which records are looked for. */
const deepest = 6;
/** Lists within which tools export records. */
const envelopes = ['runs', 'data', 'spans', 'queries', 'results'] as const;

/**
 * The queries of JSON Lines, or of one JSON value, in their order: records with `query`, `question` or `text`; of a trace's runs or spans what was asked of the
 * retriever, or else of the whole, each once. A blank query is none. A line that cannot be read is a problem, and costs no other.
 */
export function readQueryRecords({ document, text }: TextDocumentInput): { records: QueryRecord[]; problems: FormatProblem[] } {
	const problems = new ProblemList(document);
	const found = recordsOf(text, problems).flatMap((record) => queriesOf(record, text, document, problems));
	return { records: oncePerTrace(found), problems: problems.list() };
}

interface JsonRecord {
	readonly value: Readonly<Record<string, unknown>>;
	/** Offset at which it begins. */
	readonly start: number;
}

function recordsOf(text: string, problems: ProblemList): JsonRecord[] {
	const from = text.startsWith('\uFEFF') ? 1 : 0;
	const start = from + Math.max(text.slice(from).search(/\S/), 0);
	const whole = parsed(text.slice(start));
	if (whole !== undefined) return unwrapped(whole.value, text, start, problems);
	const records: JsonRecord[] = [];
	const content = /[^ \t\r\n]/g;
	for (let at = from; at < text.length; ) {
		content.lastIndex = at;
		const first = content.exec(text)?.index;
		if (first === undefined) break;
		const feed = text.indexOf('\n', first);
		const end = feed === -1 ? text.length : feed;
		const line = parsed(text.slice(first, end), (place) =>
			problems.add(
				errorNumbers.malformedJsonLine,
				'This line is not valid JSON.',
				`Expected one JSON object a line: ${queryRecordExample}`,
				() => ({
					start: Math.min(first + place, end),
					end,
				}),
			),
		);
		if (line !== undefined) records.push(...unwrapped(line.value, text, first, problems));
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

/** Records of a value: itself, the elements of a list, or of a list that an envelope holds; OTLP's spans in their three levels. What is none is a problem. */
function unwrapped(value: unknown, text: string, start: number, problems: ProblemList, depth = 0): JsonRecord[] {
	if (Array.isArray(value) && depth <= deepest && (value.length > 0 || depth > 0))
		return elementsOf(text, start).flatMap((range, i) => unwrapped(value[i], text, range.start, problems, depth + 1));
	if (!isObject(value) || depth > deepest) {
		const message = `${kindOf(value)} is no record of a query.`;
		problems.add(errorNumbers.unexpectedJsonLine, message, `Expected one such as ${queryRecordExample}`, () => rangeAt(text, start, []));
		return [];
	}
	const wrapping = ['resourceSpans', 'resource_spans', 'scopeSpans', 'scope_spans', ...envelopes].find((name) =>
		Array.isArray(value[name]),
	);
	if (wrapping === undefined || queryMembers.some((name) => typeof value[name] === 'string')) return [{ value, start }];
	return unwrapped(value[wrapping], text, membersOf(text, start).get(wrapping)!.start, problems, depth + 1);
}

function kindOf(value: unknown): string {
	if (value === null) return '`null`';
	if (Array.isArray(value)) return value.length === 0 ? 'An empty list' : 'A list in so many others';
	return typeof value === 'object' ? 'An object in so many lists' : `A ${typeof value}`;
}

function queriesOf({ value, start }: JsonRecord, text: string, document: string, problems: ProblemList): QueryRecord[] {
	const traced = tracedQuery(value);
	if (traced === 'none') return [];
	const found = traced ?? plainQuery(value);
	if (found === null) {
		const member = queryMembers.find((name) => name in value);
		problems.add(
			errorNumbers.unexpectedJsonLine,
			member === undefined ? 'This record holds no query.' : `\`${member}\` of this record is no text.`,
			`Expected one such as ${queryRecordExample}`,
			() => rangeAt(text, start, member === undefined ? [] : [member]),
		);
		return [];
	}
	if (found.query.trim() === '') {
		// Tools trace what was asked of nobody as well; a line of a log is there for its query.
		if (traced === null)
			problems.add(
				errorNumbers.unexpectedJsonLine,
				'The query of this record is blank.',
				`Expected one such as ${queryRecordExample}`,
				() => rangeAt(text, start, found.path),
			);
		return [];
	}
	const { start: from, end } = within(text, rangeAt(text, start, found.path));
	return [
		{
			query: found.query,
			when: traced?.when ?? timeIn(value),
			place: { file: document, start: from, end },
			id: traced?.id ?? idIn(value),
			session: traced === null ? sessionOf(value) : traced.session,
			trace: traced === null ? null : { id: traced.trace, rank: traced.rank },
			record: start,
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

function idIn(value: JsonRecord['value']): string | null {
	for (const name of ['id', 'query_id'] as const) {
		const id = value[name];
		if (typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')) return String(id);
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
function oncePerTrace(found: readonly QueryRecord[]): QueryRecord[] {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { elementsOf, membersOf } from '../json-ranges.ts';
import type { DocumentRange, FormatProblem, TextDocumentInput } from '../trace.ts';
import { isMemoryRecord, readJsonlEntry, vectorLength } from './jsonl-memory.ts';
import { isMcpRecord, readMcpLine } from './mcp-memory.ts';
import type { MemoryEntry } from './memory-entry.ts';
import type { MemoryLine } from './memory-line.ts';
import type { ReadEntries } from './read-entries.ts';

/** What one JSON value holds: a list of records, as mem0's `get_all()` and `search()` answer, or a graph, as `read_graph` of the MCP memory server does. */
export interface JsonMemory {
	readonly kind: 'json' | 'mcp-memory';
	/** Ranges of its records, each list with the others of it. */
	readonly lists: readonly (readonly DocumentRange[])[];
	/** Numbers of the records' embeddings; `null`: they have none. */
	readonly dimensions: number | null;
}

/** Members that hold the list, as tools call them. */
const listMembers = ['results', 'memories', 'entries', 'items', 'data', 'documents', 'entities', 'relations', 'result'] as const;

/**
 * Where the records of one JSON value are; `null`: it is no memory. Empty lists are an empty memory.
 * @param value that `text` holds
 * @param start of the value in `text`
 * @param member that a person has named; `null`: nobody has
 */
export function jsonMemory(value: unknown, text: string, start: number, member: string | null): JsonMemory | null {
	const lists = listsIn(value, text, start);
	const records = lists.flatMap(({ values }) => values);
	if (lists.length > 0 && records.length === 0) return { kind: 'json', lists: [], dimensions: null };
	const isGraph = member === null && lists.some(({ values }) => values.some(isMcpRecord));
	if (!isGraph && !records.some((one) => isMemoryRecord(one, member))) return null;
	return {
		kind: isGraph ? 'mcp-memory' : 'json',
		// mem0's own `relations` are names without a text.
		lists: lists.filter(({ values }) => isGraph || values.some((one) => isMemoryRecord(one, member))).map(({ ranges }) => ranges),
		dimensions: records.map(vectorLength).find((length) => length !== null) ?? null,
	};
}

interface RecordList {
	readonly values: readonly unknown[];
	readonly ranges: readonly DocumentRange[];
}

function listsIn(value: unknown, text: string, start: number): RecordList[] {
	if (Array.isArray(value)) return [{ values: value, ranges: elementsOf(text, start) }];
	if (typeof value !== 'object' || value === null) return [];
	const members = membersOf(text, start);
	return listMembers.flatMap((name) => {
		const inner: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
		const range = members.get(name);
		if (range === undefined) return [];
		return Array.isArray(inner)
			? [{ values: inner, ranges: elementsOf(text, range.start) }]
			: name === 'result'
				? listsIn(inner, text, range.start)
				: [];
	});
}

/** Reads the records of one JSON value. An entry that is a whole record is taken out with its comma, so that the list stays one. */
export function readJsonMemory(
	{ document, text }: TextDocumentInput,
	{ kind, lists, dimensions }: JsonMemory,
	member: string | null,
): ReadEntries {
	const entries: MemoryEntry[] = [];
	const problems: FormatProblem[] = [];
	for (const ranges of lists)
		for (const [i, { start, end }] of ranges.entries()) {
			const line: MemoryLine = { document, text: text.slice(start, end), isUtf8: true, start, end, next: end };
			const read = kind === 'mcp-memory' ? readMcpLine(line) : readJsonlEntry(line, dimensions, member);
			const whole = withComma(ranges, i);
			const isRecord = (one: MemoryEntry): boolean => one.whole !== null && one.whole.start <= start && one.whole.end >= end;
			entries.push(...read.entries.map((one) => (isRecord(one) ? { ...one, whole } : one)));
			problems.push(...read.problems);
		}
	return { entries, problems };
}

/** An element with the comma behind it, or, of the last one, before it. */
function withComma(ranges: readonly DocumentRange[], i: number): DocumentRange {
	const [before, { start, end }, behind] = [ranges[i - 1], ranges[i]!, ranges[i + 1]];
	return behind === undefined ? { start: before?.end ?? start, end } : { start, end: behind.start };
}

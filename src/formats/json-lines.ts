import type * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { expectedInWords } from './expected-in-words.ts';
import { rangeAt } from './json-ranges.ts';
import { jsonSyntaxPlace } from './json-syntax-place.ts';
import { ProblemList } from './problem-list.ts';
import type { DocumentRange, TextDocumentInput } from './trace.ts';

/** A record of a JSON Lines file that is as expected. */
export interface JsonLine<T> {
	readonly value: T;
	/** Offset in the document at which its JSON begins. */
	readonly start: number;
}

export interface JsonLinesKind<S extends z.ZodType> {
	readonly schema: S;
	/** One line as it should be, for messages. */
	readonly example: string;
}

export interface JsonLines<T> {
	readonly lines: readonly JsonLine<T>[];
	/** Values that are JSON, but not as expected. */
	readonly refused: readonly unknown[];
	/** RA115 and RA116; whoever looks closer adds to it. */
	readonly problems: ProblemList;
}

/**
 * Reads JSON Lines: a value a line, blank lines aside. A line ends with `\n` only (`\r` before it is white space of JSON):
 * U+2028 and U+2029 stand within strings as they are. A line that is not as expected is a problem, and the others stand.
 */
export function readJsonLines<S extends z.ZodType>(
	{ document, text }: TextDocumentInput,
	{ schema, example }: JsonLinesKind<S>,
): JsonLines<z.infer<S>> {
	const lines: JsonLine<z.infer<S>>[] = [];
	const refused: unknown[] = [];
	const problems = new ProblemList(document);
	for (const range of rawLines(text)) {
		const raw = text.slice(range.start, range.end);
		let value: unknown;
		try {
			value = JSON.parse(raw);
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
			const notNumber = firstNotNumber(raw);
			if (notNumber !== null) {
				const start = range.start + notNumber.start;
				problems.add(
					errorNumbers.malformedJsonLine,
					`${notNumber.text} is not JSON.`,
					`Write \`null\` in its place, or leave the member out. In Python, \`json.dumps(…, allow_nan=False)\` says where such a number comes from.`,
					() => ({ start, end: start + notNumber.text.length }),
				);
				continue;
			}
			problems.add(errorNumbers.malformedJsonLine, 'This line is not valid JSON.', `Expected one JSON object a line: ${example}`, () =>
				syntaxRange(error, range),
			);
			continue;
		}
		const parsed = schema.safeParse(value, { error: expectedInWords });
		if (parsed.success) {
			lines.push({ value: parsed.data, start: range.start });
			continue;
		}
		const issue = parsed.error.issues[0]!;
		const where = issue.path.length === 0 ? '' : ` at \`${issue.path.join('.')}\``;
		refused.push(value);
		problems.add(
			errorNumbers.unexpectedJsonLine,
			`This line is not as expected${where}: ${issue.message}.`,
			`Expected a line such as ${example}`,
			() => rangeAt(text, range.start, issue.path),
		);
	}
	return { lines, refused, problems };
}

/** The first `NaN` or `Infinity` of a line that is JSON otherwise, as Python's `json` writes it. `null` if there is none, or if more is wrong. */
function firstNotNumber(raw: string): { readonly text: string; readonly start: number } | null {
	let first: { readonly text: string; readonly start: number } | null = null;
	const rest = raw.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (text, start: number) => {
		if (text.startsWith('"')) return text;
		first ??= { text, start };
		return 'null';
	});
	return first !== null && isJson(rest) ? first : null;
}

/** Returns whether a text is a JSON value. */
function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch (error) {
		if (error instanceof SyntaxError) return false;
		throw error;
	}
}

/** Lines that hold more than white space, from their first character that is none; a byte order mark is passed over. */
function* rawLines(text: string): Generator<DocumentRange> {
	const content = /[^ \t\r\n]/g;
	for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
		content.lastIndex = at;
		const start = content.exec(text)?.index;
		if (start === undefined) return;
		const feed = text.indexOf('\n', start);
		const end = feed === -1 ? text.length : feed;
		yield { start, end };
		at = end + 1;
	}
}

/** Where the place of an error is not known, the line is the place. */
function syntaxRange(error: SyntaxError, { start, end }: DocumentRange): DocumentRange {
	return { start: Math.min(start + (jsonSyntaxPlace(error) ?? 0), end), end };
}

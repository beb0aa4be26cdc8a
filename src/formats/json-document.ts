import { LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import type { ErrorNumber } from '../error-numbers.ts';
import { UserError, type Place } from '../errors.ts';
import { expectedInWords } from './expected-in-words.ts';
import { lineAndColumn } from '../text/lines.ts';
import { rangeAt } from './json-ranges.ts';

/** What a JSON file is called in messages, and the number of the error when it is not as expected. */
export interface JsonKind {
	/** Such as `profile`. */
	readonly noun: string;
	readonly code: ErrorNumber;
	readonly hint: string;
}

/**
 * Reads one JSON file of ours.
 * @throws UserError with `kind.code` and the line of the first thing that is not as expected.
 */
export function readJson<S extends z.ZodType>(text: string, file: string, schema: S, kind: JsonKind): z.infer<S> {
	let value: unknown;
	try {
		value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
	} catch (cause) {
		throw new UserError(kind.code, `This ${kind.noun} is not valid JSON.`, { place: syntaxPlace(text, file), hint: kind.hint, cause });
	}
	const result = schema.safeParse(value, { error: expectedInWords });
	if (result.success) return result.data;
	const issue = result.error.issues[0]!;
	const where = issue.path.length === 0 ? '' : ` at \`${issue.path.join('.')}\``;
	throw new UserError(kind.code, `This ${kind.noun} is not as expected${where}: ${issue.message}.`, {
		place: placeOf(text, file, issue.path),
		hint: kind.hint,
		cause: result.error,
	});
}

/** The YAML parser's time grows with the square of the number of keys: in a longer text, in UTF-16 units, the place is not looked for. */
const longestSearched = 32 * 1024;

/** Where the syntax breaks, by the YAML parser: JSON is a subset of YAML, and `JSON.parse` tells most places in words that are none. */
function syntaxPlace(text: string, file: string): Place {
	if (text.length > longestSearched) return { file };
	const lines = new LineCounter();
	const error = firstYamlError(text, lines);
	if (error === undefined) return { file };
	const { line, col } = lines.linePos(error);
	return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
}

function firstYamlError(text: string, lines: LineCounter): number | undefined {
	try {
		return parseDocument(text, { lineCounter: lines, schema: 'json', prettyErrors: false }).errors[0]?.pos[0];
	} catch (error) {
		// Brackets nested deeper than its stack.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** A missing member has no place: its nearest parent has. */
function placeOf(text: string, file: string, path: readonly PropertyKey[]): Place {
	const first = text.search(/[^\s\uFEFF]/);
	return { file, ...lineAndColumn(text, rangeAt(text, first, path).start) };
}

import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { UserError } from '../errors.ts';
import { expectedInWords } from './expected-in-words.ts';
import type { ErrorCode, Place } from '../errors.ts';

/** What a JSON file is called in messages, and the number of the error when it is not as expected. */
export interface JsonKind {
	/** Such as `profile`. */
	readonly noun: string;
	readonly code: ErrorCode;
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
		place: placeOf(text, file, issue.path), hint: kind.hint, cause: result.error,
	});
}

// JSON is a subset of YAML, and the YAML parser keeps positions, which JSON.parse does not.

function syntaxPlace(text: string, file: string): Place {
	const lines = new LineCounter();
	const error = parseDocument(text, { lineCounter: lines, schema: 'json', prettyErrors: false }).errors[0];
	return error === undefined ? { file } : { file, ...lineAndColumn(lines, error.pos[0]) };
}

function placeOf(text: string, file: string, path: readonly PropertyKey[]): Place {
	const lines = new LineCounter();
	const document = parseDocument(text, { lineCounter: lines, schema: 'json', prettyErrors: false });
	// A missing key has no place: its nearest parent has.
	for (let length = path.length; length >= 0; length--) {
		const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
		if (isNode(node) && node.range) return { file, ...lineAndColumn(lines, node.range[0]) };
	}
	return { file };
}

function lineAndColumn(lines: LineCounter, offset: number): { line: number; column: number } {
	const { line, col } = lines.linePos(offset);
	return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

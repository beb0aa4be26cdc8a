import { errorNumbers, type ErrorNumber } from '../../error-numbers.ts';
import { memberList } from '../json-ranges.ts';
import { jsonSyntaxPlace } from '../json-syntax-place.ts';
import type { DocumentRange, FormatProblem } from '../trace.ts';
import type { JsonSource } from './json-string-entry.ts';

/** A line of a memory in JSON Lines. */
export interface MemoryLine {
	/** Path or URI of its file. */
	readonly document: string;
	/** `null`: it is too long to be held. */
	readonly text: string | null;
	readonly isUtf8: boolean;
	/** UTF-16 offsets in the file: of the line, and behind its line end. */
	readonly start: number;
	readonly end: number;
	readonly next: number;
}

/** A line that is a JSON object. */
export interface ObjectLine {
	readonly value: Readonly<Record<string, unknown>>;
	/** Of its members in `source.text`. */
	readonly members: ReadonlyMap<string, DocumentRange>;
	readonly source: JsonSource;
	/** Of the object in the file. */
	readonly range: DocumentRange;
	/** Line end included. */
	readonly whole: DocumentRange;
}

/** The most bytes of a line that are held. */
export const longestMemoryLine = 8 * 2 ** 20;
/** Nobody nests memories deeper, and what is written of them later is written by recursion. */
const deepest = 100;

export interface ReadLine {
	/** `null`: nothing, or no object. */
	readonly line: ObjectLine | null;
	readonly problems: readonly FormatProblem[];
}

/** Reads one line; `example`: one as it should be, for messages. A blank line is none. */
export function readMemoryLine({ document, text, isUtf8, start, end, next }: MemoryLine, example: string): ReadLine {
	const hint = `Expected one JSON object a line: ${example}`;
	const refused = (code: ErrorNumber, message: string, range: DocumentRange = { start, end }, advice = hint): ReadLine => ({
		line: null,
		problems: [{ code, message, hint: advice, document, range }],
	});
	if (text === null)
		return refused(
			errorNumbers.longMemoryLine,
			`This line is longer than ${longestMemoryLine / 2 ** 20} MiB, and is not read.`,
			undefined,
			'Cut what it holds into entries of a line each.',
		);
	const first = text.search(start === 0 ? /[^ \t\r\uFEFF]/ : /[^ \t\r]/);
	if (first === -1) return { line: null, problems: [] };
	const raw = text.slice(first);
	let value: unknown;
	try {
		value = JSON.parse(raw);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const at = Math.min(start + first + (jsonSyntaxPlace(error) ?? 0), end);
		return refused(errorNumbers.malformedJsonLine, 'This line is not valid JSON.', { start: at, end });
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		return refused(errorNumbers.unexpectedJsonLine, 'This line is no JSON object.');
	if (isDeeper(raw, value, deepest))
		return refused(errorNumbers.unexpectedJsonLine, `This line is nested more than ${deepest} levels deep, and is not read.`);
	const source = { document, text: raw, base: start + first };
	const list = memberList(raw, 0);
	const members = new Map(list);
	const problems: FormatProblem[] = [];
	if (members.size < list.length) {
		const repeated = list.find(([key, range]) => members.get(key) !== range)!;
		const shown = repeated[0].length <= 40 ? `'${repeated[0]}'` : 'A member';
		problems.push({
			code: errorNumbers.repeatedMember,
			severity: 'hint',
			message: `${shown} is more than once in this line. RAG Assay reads the last one; other programs may read another one.`,
			hint: 'Keep one of them.',
			document,
			range: { start: source.base + repeated[1].start, end: source.base + repeated[1].end },
		});
	}
	if (!isUtf8) problems.push(notUtf8(document, { start, end }));
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of JSON
	const object = value as Readonly<Record<string, unknown>>;
	const range = { start: source.base, end: source.base + raw.trimEnd().length };
	return {
		line: { value: object, members, source, range, whole: { start: start === 0 && text.startsWith('\uFEFF') ? 1 : start, end: next } },
		problems,
	};
}

/** Bytes that are no UTF-8: programs differ in what they make of them. */
export function notUtf8(document: string, range: DocumentRange): FormatProblem {
	return {
		code: errorNumbers.notUtf8,
		severity: 'hint',
		message: 'Some bytes here are no UTF-8; each is read as U+FFFD, and other programs may read something else.',
		hint: 'Save the file in UTF-8.',
		document,
		range,
	};
}

function isDeeper(raw: string, value: unknown, levels: number): boolean {
	// Most lines have too few brackets to be looked into.
	let brackets = 0;
	for (const opening of ['{', '['])
		for (let at = raw.indexOf(opening); at !== -1 && brackets <= levels; at = raw.indexOf(opening, at + 1)) brackets++;
	if (brackets <= levels) return false;
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > levels) return true;
		level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
	}
	return false;
}

import { errorNumbers } from '../../error-numbers.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { ProblemList } from '../problem-list.ts';
import type { Located, LocatedObject, LocatedString } from './located.ts';

const delimiters = [',', ';', '\t'] as const;

interface CsvRecord {
	readonly cells: readonly LocatedString[];
	readonly start: number;
	readonly end: number;
	/** Offset of a quotation mark that no other one ends. */
	readonly unclosed?: number;
	/** Offset of text between a quotation mark and the next cell. */
	readonly stray?: number;
}

/** Returns the names of a CSV file's columns, or `undefined` if the first line is no such line: at least two different names. */
export function csvHeader(source: MappedText): readonly string[] | undefined {
	const { value: first } = csvRecords(source, delimiterOf(source)).next();
	if (first === undefined || first.unclosed !== undefined || first.cells.length < 2) return undefined;
	const names: string[] = first.cells.map(nameOf);
	// pandas leaves the name of an index empty.
	return new Set(names).size === names.length && names.filter((name) => name === '').length <= 1 ? names : undefined;
}

/**
 * Reads CSV as RFC 4180 has it, with commas, semicolons or tabs: an object per row, whose members are the cells by the names of the first row.
 * Empty cells are `null`. A row with another number of cells is a problem and is left out.
 */
export function* csvRows(source: MappedText, problems: ProblemList): Generator<LocatedObject> {
	const records = csvRecords(source, delimiterOf(source));
	const head = records.next().value;
	if (head === undefined) return;
	const names = head.cells.map(nameOf);
	for (const { cells, start, end, unclosed, stray } of records) {
		if (unclosed !== undefined) {
			problems.add(
				errorNumbers.malformedCsv,
				'A quotation mark begins a cell here, and none ends it.',
				'The rows before it were read. Write quotation marks within a cell twice.',
				() => ({ start: unclosed, end: Math.min(unclosed + 1, source.text.length) }),
			);
			return;
		}
		if (stray !== undefined) {
			problems.add(
				errorNumbers.malformedCsv,
				'A quotation mark ends the cell before this text.',
				'The other rows were read. Write quotation marks within a cell twice.',
				() => ({ start: stray, end }),
			);
			continue;
		}
		if (cells.length !== names.length) {
			problems.add(
				errorNumbers.malformedCsv,
				`This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, and the first row names ${names.length}.`,
				'The other rows were read. Put cells that hold commas or line ends in quotation marks.',
				() => ({ start, end }),
			);
			continue;
		}
		const members = new Map<string, Located>(
			cells.map((cell, i) => [names[i] ?? '', cell.start === cell.end ? { ...cell, kind: 'null' } : cell]),
		);
		yield { kind: 'object', source, start, end, members, cut: false };
	}
}

function nameOf({ source, start, end, before, after, notation }: LocatedString): string {
	const raw = source.text.slice(start + before, end - after);
	return (notation === 'csv' ? raw.replaceAll('""', '"') : raw).trim();
}

/** The delimiter that the first line has most of, outside of quotation marks. */
function delimiterOf({ text }: MappedText): string {
	const line = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
	const counts = delimiters.map((delimiter) => line.split(delimiter).length);
	return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function* csvRecords(source: MappedText, delimiter: string): Generator<CsvRecord, undefined> {
	const { text } = source;
	const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
	const lineEnd = /\r\n|\n|\r/y;
	let at = text.startsWith('\uFEFF') ? 1 : 0;
	while (at < text.length) {
		const start = at;
		let stray: number | undefined;
		const cells: LocatedString[] = [];
		for (;;) {
			const from = at;
			if (text[at] === '"') {
				at = quotedEnd(text, at);
				if (at === -1) {
					yield { cells, start, end: text.length, unclosed: from };
					return undefined;
				}
				cells.push({ kind: 'string', source, start: from, end: at, notation: 'csv', before: 1, after: 1 });
				const behind = at;
				plain.lastIndex = at;
				plain.test(text);
				at = plain.lastIndex;
				// Some writers leave blanks between a quotation mark and the delimiter.
				if (text.slice(behind, at).trim() !== '') stray ??= behind;
			} else {
				plain.lastIndex = at;
				plain.test(text);
				at = plain.lastIndex;
				cells.push({ kind: 'string', source, start: from, end: at, notation: 'plain', before: 0, after: 0 });
			}
			if (text[at] !== delimiter) break;
			at++;
		}
		const end = at;
		lineEnd.lastIndex = at;
		if (lineEnd.test(text)) at = lineEnd.lastIndex;
		// A blank line is no row.
		if (cells.length > 1 || end > start) yield { cells, start, end, ...(stray === undefined ? {} : { stray }) };
	}
	return undefined;
}

/** Offset behind the quotation mark that ends a cell, or -1. */
function quotedEnd(text: string, start: number): number {
	for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 2)) {
		if (text[quote + 1] !== '"') return quote + 1;
	}
	return -1;
}

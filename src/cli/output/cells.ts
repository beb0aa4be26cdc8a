import stringWidth from 'string-width';
import { decimal } from '../../wording/numbers.ts';

/** Two decimals as a terminal writes them, with the minus of the keyboard, which no zero has: `-0.31`. */
export function decimalCell(value: number): string {
	const text = value.toFixed(2);
	return text === '-0.00' ? '0.00' : text;
}

/** A figure with its interval. */
export function measured({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }): string {
	return `${decimal(value, 2)} [${decimal(low, 2)}, ${decimal(high, 2)}]`;
}

/** Columns side by side, the first to the left and all others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
	const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
	return rows.map((row) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
			.join('  ')
			.trimEnd(),
	);
}

/** One character as people see it, with its width in terminal columns and where its first unit stands in the text. */
export interface Cell {
	readonly text: string;
	readonly width: number;
	readonly offset: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The segmenter's time grows with the square of its text's length, so it sees this many UTF-16 units at a time. */
const windowLength = 2048;

/** A run of letters, digits, signs and blanks of ASCII, each of which is a character by itself; or what only the segmenter can cut. */
const runs = /([ -~]+(?![^\0-\x7f]))|[ -~]?[^ -~]+/g;

/** Characters as people see them, each with its offset. */
function* graphemes(text: string): Generator<{ readonly segment: string; readonly index: number }> {
	for (const { index, 0: run, 1: ascii } of text.matchAll(runs)) {
		if (ascii === undefined) yield* segmented(run, index);
		else for (let i = 0; i < ascii.length; i++) yield { segment: ascii.charAt(i), index: index + i };
	}
}

/** Characters by the segmenter. The last one of a window may go on in the next: it begins that one. @param at offset of the text */
function* segmented(text: string, at: number): Generator<{ readonly segment: string; readonly index: number }> {
	for (let from = 0; from < text.length; ) {
		// Half a surrogate pair would change what stands before it.
		const splitsPair = (text.codePointAt(from + windowLength - 1) ?? 0) > 0xffff;
		const window = text.slice(from, from + windowLength + (splitsPair ? 1 : 0));
		const segments = Array.from(segmenter.segment(window));
		const isEnd = from + window.length >= text.length;
		const last = isEnd || segments.length === 1 ? undefined : segments.pop();
		for (const { segment, index } of segments) yield { segment, index: at + from + index };
		from += last?.index ?? window.length;
	}
}

/** Cells of a text; a tab becomes two spaces, a line feed stays a cell of width 0. */
export function cellsOf(text: string): Cell[] {
	return Array.from(graphemes(text), ({ segment, index }) => {
		if (segment === '\t') return { text: '  ', width: 2, offset: index };
		if (segment === '\u200b') return { text: '', width: 0, offset: index };
		if (segment.length === 1 && segment >= ' ' && segment <= '~') return { text: segment, width: 1, offset: index };
		return segment.endsWith('\n') ? { text: '\n', width: 0, offset: index } : { text: segment, width: stringWidth(segment), offset: index };
	});
}

export function widthOf(cells: readonly Cell[]): number {
	return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** Lines of at most `width` columns, broken at spaces where there is one; a space at a break is dropped. */
export function wrap(cells: readonly Cell[], width: number): Cell[][] {
	const lines: Cell[][] = [];
	let line: Cell[] = [];
	let used = 0;
	const begin = (first: Cell[]): void => {
		lines.push(line);
		line = first;
		used = widthOf(first);
	};
	for (const cell of cells) {
		const fits = (): boolean => used + cell.width <= width || line.length === 0;
		if (cell.text === '\n' || (cell.text === ' ' && !fits())) {
			begin([]);
			continue;
		}
		if (!fits()) {
			const space = line.findLastIndex((c) => c.text === ' ');
			if (space >= 0) {
				const word = line.slice(space + 1);
				line = line.slice(0, space);
				begin(word);
			}
		}
		// What has no space to break at breaks before the cell.
		if (!fits()) begin([]);
		line.push(cell);
		used += cell.width;
	}
	return [...lines, line];
}

/** Plain text wrapped into lines. */
export function wrapText(text: string, width: number): string[] {
	return wrap(cellsOf(text), width).map((line) => line.map((cell) => cell.text).join(''));
}

/** A line of a document: its text is `[start, end)`, its line end `[end, next)` (empty at the end of the document). */
export interface Line {
	readonly start: number;
	readonly end: number;
	readonly next: number;
}

/**
 * Lines of `text` from offset `from`; `\r\n`, `\n` and `\r` end one, as they do in LSP. A document that ends on a line end
 * has no further, empty line behind it; an empty document has no line.
 */
export function linesOf(text: string, from = 0): Line[] {
	const lines: Line[] = [];
	const lineEnd = /\r\n|\n|\r/g;
	lineEnd.lastIndex = from;
	let start = from;
	for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
		lines.push({ start, end: match.index, next: lineEnd.lastIndex });
		start = lineEnd.lastIndex;
	}
	if (start < text.length) lines.push({ start, end: text.length, next: text.length });
	return lines;
}

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
	const lines = linesOf(text.slice(0, offset));
	const last = lines.at(-1);
	if (last === undefined) return { line: 1, column: 1 };
	return last.next > last.end ? { line: lines.length + 1, column: 1 } : { line: lines.length, column: offset - last.start + 1 };
}

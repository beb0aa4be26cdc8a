/** A line of a document: its text is `[start, end)`, its line end `[end, next)` (empty at the end of the document). */
export interface Line {
	readonly start: number;
	readonly end: number;
	readonly next: number;
}

/**
 * Lines of `text` from offset `from`, one after the other: a long text has more of them than should be held. `\r\n`, `\n` and `\r` end one,
 * as they do in LSP. A document that ends on a line end has no further, empty line behind it; an empty document has no line.
 */
export function* linesOf(text: string, from = 0): Generator<Line> {
	let feed = text.indexOf('\n', from);
	let back = text.indexOf('\r', from);
	let start = from;
	while (feed !== -1 || back !== -1) {
		const end = feed === -1 || (back !== -1 && back < feed) ? back : feed;
		const next = end === back && feed === end + 1 ? end + 2 : end + 1;
		yield { start, end, next };
		start = next;
		// Looked for once each: of one that is far away the way there is not gone again for every line.
		if (feed !== -1 && feed < next) feed = text.indexOf('\n', next);
		if (back !== -1 && back < next) back = text.indexOf('\r', next);
	}
	if (start < text.length) yield { start, end: text.length, next: text.length };
}

/** A place as people count, both from 1. */
export interface LineAndColumn {
	readonly line: number;
	readonly column: number;
}

/** Line and column of an offset. Of several in one text `linePlaces` finds them in one pass. */
export function lineAndColumn(text: string, offset: number): LineAndColumn {
	return linePlaces(text)(offset);
}

/** Lines and columns of offsets of one text, in any order: it is gone through once, and no further than to the last that is asked for. */
export function linePlaces(text: string): (offset: number) => LineAndColumn {
	/** Offsets at which lines begin, as far as they are known. */
	const starts = [0];
	const lines = linesOf(text);
	let isWhole = false;
	return (offset) => {
		while (!isWhole && starts.at(-1)! <= offset) {
			const { done, value } = lines.next();
			if (done === true || value.next === value.end) isWhole = true;
			else starts.push(value.next);
		}
		const line = countAtMost(starts, offset);
		return { line, column: offset - starts[line - 1]! + 1 };
	};
}

/** The same for several texts, by document. */
export function placesIn(texts: ReadonlyMap<string, string>): (document: string, offset: number) => LineAndColumn {
	const known = new Map<string, ReturnType<typeof linePlaces>>();
	return (document, offset) => {
		const places = known.get(document) ?? linePlaces(texts.get(document) ?? '');
		known.set(document, places);
		return places(offset);
	};
}

/** How many of ascending numbers are at most `value`. */
function countAtMost(ascending: readonly number[], value: number): number {
	let [low, high] = [0, ascending.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (ascending[middle]! <= value) low = middle + 1;
		else high = middle;
	}
	return low;
}

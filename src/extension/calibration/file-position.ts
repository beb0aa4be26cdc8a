/** A place in a text as editors have it. */
export interface LinePlace {
	readonly line: number;
	readonly character: number;
}

/** What of a file is to be seen: UTF-16 offsets into its own text, or a place as messages give it, counted from 1. */
export type PartOfFile = { readonly start: number; readonly end: number } | { readonly line: number; readonly column?: number | undefined };

/** Where a part of a file begins and ends in an editor. `text` is the file's own, and read for offsets only. */
export async function rangeInFile(
	part: PartOfFile,
	text: () => PromiseLike<string>,
): Promise<{ readonly start: LinePlace; readonly end: LinePlace }> {
	if ('line' in part) {
		const place = { line: part.line - 1, character: (part.column ?? 1) - 1 };
		return { start: place, end: place };
	}
	const own = await text();
	return { start: placeInFile(own, part.start), end: placeInFile(own, part.end) };
}

/**
 * Line and character (UTF-16) of an offset into a file's own text, where the editor's may differ: it drops a byte order mark and
 * makes all line ends one.
 */
export function placeInFile(text: string, offset: number): LinePlace {
	let line = 0;
	let start = text.startsWith('\uFEFF') ? 1 : 0;
	for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
		if (index + end.length > offset) break;
		line++;
		start = index + end.length;
	}
	return { line, character: Math.max(0, offset - start) };
}

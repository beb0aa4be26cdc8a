/** A place in a text as editors have it. */
export interface LinePlace { readonly line: number; readonly character: number }

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

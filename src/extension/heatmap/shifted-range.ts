/** A place in a document: line and UTF-16 unit within it, from 0. */
export interface Place {
	readonly line: number;
	readonly character: number;
}

/** One change of a document: `text` in place of a range of the document before it. */
export interface TextChange {
	readonly range: { readonly start: Place; readonly end: Place };
	readonly text: string;
}

/** Returns where a place is after changes that were made one after another. A place within a text that was replaced moves to its beginning. */
export function shifted(place: Place, changes: readonly TextChange[]): Place {
	return changes.reduce(shiftedBy, place);
}

function shiftedBy(place: Place, { range: { start, end }, text }: TextChange): Place {
	if (isBefore(place, end)) return isBefore(start, place) ? start : place;
	const lines = text.split(/\r\n|\r|\n/);
	const last = lines.at(-1)!.length;
	const line = place.line + lines.length - 1 - (end.line - start.line);
	if (place.line > end.line) return { line, character: place.character };
	return { line, character: place.character - end.character + last + (lines.length === 1 ? start.character : 0) };
}

function isBefore(a: Place, b: Place): boolean {
	return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** How far from a value a cue is looked for, in UTF-16 units: every look costs the same, so that time stays linear. */
const reach = 60;

/** Where a sentence ends: a mark with a blank and a capital or digit behind it that is no title's or initial's, or a line's end after a full stop. */
const sentenceEnd =
	/(?<![\p{Lu}.]\p{L}?|\b(?:Mr|Mrs|Ms|Dr|No|St|Prof|vs|Jr|Sr|Mt|Ave|Rd|approx|appt|acct|tel|ext))[.!?]["”)]?\s+(?=[\p{Lu}\d])|\n\s*\n/gu;

/** What stands before a place in its sentence, at most `reach` units. */
export function before(text: string, at: number, max = reach): string {
	const piece = text.slice(Math.max(0, at - max), at);
	let last = 0;
	for (const match of piece.matchAll(sentenceEnd)) last = match.index + match[0].length;
	return piece.slice(last);
}

/** What stands behind a place in its sentence. */
export function behind(text: string, at: number, max = reach): string {
	const piece = text.slice(at, at + max);
	const end = piece.search(sentenceEnd);
	return end === -1 ? piece : piece.slice(0, end + 1);
}

/** Offset behind the last match in a text, or -1. The pattern is global. */
export function lastMatch(text: string, pattern: RegExp): number {
	let last = -1;
	for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
	return last;
}

import type { TextRange } from './tagged-text.ts';

/**
 * UTF-16 units of a sentence beyond which it is cut: nobody reads a longer one, and work on a sentence grows with the square of its length. Lists
 * of numbers, minified JSON and texts without full stops have such sentences.
 */
export const longestSentence = 2000;

/** Where the end of a piece may be, the best first: behind a sign that ends a part of a sentence, and behind white space. */
const ends = [/[;:|,，、；：](?!\d)[)\]}]*\s*(?=\S)/gu, /\s+(?=\S)/gu];

/**
 * Cuts each range of a text that is longer than `longestSentence` into pieces that are not. A piece ends behind a comma or another sign, otherwise behind
 * a space, otherwise anywhere but within a surrogate pair. Pieces neither begin nor end with white space. Takes time in proportion to the text's length.
 */
export function withoutLongSentences(text: string, sentences: readonly TextRange[]): readonly TextRange[] {
	if (sentences.every(({ start, end }) => end - start <= longestSentence)) return sentences;
	return sentences.flatMap(({ start, end }) => {
		const pieces: TextRange[] = [];
		let from = start;
		while (end - from > longestSentence) {
			const cut = from + cutWithin(text.slice(from, from + longestSentence));
			pieces.push({ start: from, end: from + text.slice(from, cut).trimEnd().length });
			from = cut + /^\s*/u.exec(text.slice(cut, end))![0].length;
		}
		return from < end ? [...pieces, { start: from, end }] : pieces;
	});
}

/** Returns where the first piece of a text should end: in its second half. */
function cutWithin(text: string): number {
	for (const pattern of ends) {
		let last = 0;
		for (const { index, 0: found } of text.matchAll(pattern)) last = index + found.length;
		if (last > text.length / 2) return last;
	}
	return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

import type { TextRange } from '../../text/tagged-text.ts';
import { isContentWord, stemOf, wordsOf, type PlainWord } from './plain-text.ts';

/** Words that an answer puts in quotation marks. */
export interface Quotation extends TextRange {
	readonly kind: 'quotation';
	/** Its words, folded, in parts that an ellipsis separates. */
	readonly passages: readonly (readonly string[])[];
}

/** Shorter ones are titles, terms and irony. */
const fewestWords = 5;
const quoted = /(?<![\p{L}\p{N}])["“„«](?=\S)([^"“”„«»\n]{12,600})(?<=\S)["”“»](?![\p{L}\p{N}])/gu;
const gap = /\s*(?:\[?(?:\.\.\.|…)\]?|\[[^\]]*\])\s*/u;

/** Returns the quotations of a text that have at least five words. */
export function quotationsOf(text: string): Quotation[] {
	return Array.from(text.matchAll(quoted)).flatMap(({ index, 0: whole, 1: within = '' }): Quotation[] => {
		const passages = within.split(gap).map((passage) => wordsOf(passage).map(({ folded }) => folded));
		const count = passages.reduce((sum, { length }) => sum + length, 0);
		return count < fewestWords
			? []
			: [{ kind: 'quotation', start: index, end: index + whole.length, passages: passages.filter(({ length }) => length > 0) }];
	});
}

/**
 * Returns the share of a quotation's content words that words of a given text have in the same order, and where the first and the last of them
 * stand.
 */
export function alignedShare(
	quotation: Quotation,
	words: readonly PlainWord[],
): { readonly share: number; readonly start: number; readonly end: number } {
	const own = quotation.passages.flat().filter(isContentWord).map(stemOf);
	const content = words.filter(({ isContent }) => isContent);
	const given = content.map(({ stem }) => stem);
	// Longest common subsequence, row by row from the end.
	const width = given.length + 1;
	const lengths = new Uint16Array((own.length + 1) * width);
	for (let i = own.length - 1; i >= 0; i--)
		for (let j = given.length - 1; j >= 0; j--)
			lengths[i * width + j] =
				own[i] === given[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
	let [i, j] = [0, 0];
	let [first, last] = [-1, -1];
	while (i < own.length && j < given.length) {
		if (own[i] === given[j]) {
			if (first === -1) first = j;
			last = j;
			i++;
			j++;
		} else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
		else j++;
	}
	return {
		share: lengths[0]! / Math.max(own.length, 1),
		start: content[first]?.start ?? 0,
		end: content[last]?.end ?? 0,
	};
}

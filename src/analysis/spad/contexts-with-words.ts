import { wholeWords } from '../../text/spaced-words.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/** Shorter words without a digit, such as 'the', stand in most texts: that says nothing. */
const minLetters = 4;

/** UTF-16 units that are looked at before and behind for the rest of a word. */
const longestWord = 200;

/** A place of a context's text. */
export interface PlacedWord extends TextRange {
	/** Number of the context in the trace, from 0. */
	readonly context: number;
}

/**
 * Returns where the words that a range of a text touches stand in the contexts as they are, as whole words: the first place in each context.
 * They may have been read there, whatever the model did: it is a fact about texts. None for words that are too short to say anything.
 */
export function placesOfWords(text: string, range: TextRange, contexts: readonly string[]): PlacedWord[] {
	const words = wordsIn(text, range);
	if (!/\p{N}/u.test(words) && Array.from(words.matchAll(/\p{L}/gu)).length < minLetters) return [];
	const whole = wholeWords(words);
	return contexts.flatMap((context, k) => {
		const found = whole.exec(context);
		return found === null ? [] : [{ context: k, start: found.index, end: found.index + found[0].length }];
	});
}

/** What stands between white space, without the punctuation around it. */
function wordsIn(text: string, { start, end }: TextRange): string {
	const inside = text.slice(start, end);
	const before = /\S*$/u.exec(/^\s/u.test(inside) ? '' : text.slice(Math.max(0, start - longestWord), start))?.[0] ?? '';
	const after = /^\S*/u.exec(/\s$/u.test(inside) ? '' : text.slice(end, end + longestWord))?.[0] ?? '';
	return `${before}${inside}${after}`.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

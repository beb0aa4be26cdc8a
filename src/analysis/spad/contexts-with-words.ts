import type { TextRange } from '../../text/tagged-text.ts';

/** Shorter words without a digit, such as 'the', stand in most texts: that says nothing. */
const minLetters = 4;

/** UTF-16 units that are looked at before and behind for the rest of a word. */
const longestWord = 200;

/**
 * Numbers of the contexts in which the words that a range of a text touches stand as they are, as whole words. That is where they may have been
 * read, whatever attention gave: a fact about texts, not about the model. None for words too short to say anything.
 */
export function contextsWithWords(text: string, range: TextRange, contexts: readonly string[]): number[] {
	const words = wholeWords(text, range);
	if (!/\p{N}/u.test(words) && Array.from(words.matchAll(/\p{L}/gu)).length < minLetters) return [];
	const pattern = words
		.split(/\s+/u)
		.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
		.join(String.raw`\s+`);
	const whole = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u');
	return contexts.flatMap((context, k) => (whole.test(context) ? [k] : []));
}

/** What stands between white space, without the punctuation around it. */
function wholeWords(text: string, { start, end }: TextRange): string {
	const inside = text.slice(start, end);
	const before = /\S*$/u.exec(/^\s/u.test(inside) ? '' : text.slice(Math.max(0, start - longestWord), start))?.[0] ?? '';
	const after = /^\S*/u.exec(/\s$/u.test(inside) ? '' : text.slice(end, end + longestWord))?.[0] ?? '';
	return `${before}${inside}${after}`.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

import type { TextRange } from './tagged-text.ts';

const spacedWord = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;

/** Returns what stands between white space, without the marks around it. */
export function spacedWords(text: string): TextRange[] {
	return Array.from(text.matchAll(spacedWord), ({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/**
 * Returns which of several texts may be the one that a token of an answer comes from: those that hold its word, or all where none does, for they
 * may say it in other words. No text, by number, for a token without a word, and for a short word such as 'was'
 * that more than two and more than half of them hold: it points to none of them.
 * @param tokens UTF-16 offsets in the answer, by token.
 */
export function textsThatMayGive(
	answer: string,
	{ start, end }: { readonly start: ArrayLike<number>; readonly end: ArrayLike<number> },
	texts: readonly string[],
): (token: number) => readonly number[] {
	const every = [...texts.keys()];
	const lower = texts.map((text) => text.toLowerCase());
	const found = spacedWords(answer).map((range) => {
		const word = wholeWords(answer.slice(range.start, range.end).toLowerCase());
		const own = every.filter((text) => word.test(lower[text]!));
		return {
			...range,
			texts:
				own.length === 0 ? every : isShort(answer.slice(range.start, range.end)) && own.length > Math.max(2, texts.length / 2) ? [] : own,
		};
	});
	return (token) => {
		const own = found.filter((word) => word.start < end[token]! && word.end > start[token]!);
		return [...new Set(own.flatMap((word) => word.texts))];
	};
}

/** Whether a word has fewer than four letters, and no digit. */
function isShort(word: string): boolean {
	return !/\p{N}/u.test(word) && Array.from(word.matchAll(/\p{L}/gu)).length < 4;
}

/** Returns a pattern that finds these words as whole words, whatever the white space between them. */
export function wholeWords(words: string, flags = 'u'): RegExp {
	const pattern = words
		.split(/\s+/u)
		.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
		.join(String.raw`\s+`);
	return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags);
}

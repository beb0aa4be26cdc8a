import type { TextRange } from './tagged-text.ts';

const spacedWord = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu;
/** Scripts that are written without spaces between words. */
const unspacedScripts = [
	'\\p{Script=Han}',
	'\\p{Script=Hiragana}',
	'\\p{Script=Katakana}',
	'\\p{Script=Thai}',
	'\\p{Script=Lao}',
	'\\p{Script=Khmer}',
	'\\p{Script=Myanmar}',
].join('');
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');
// The root locale: the same cuts on every machine, whatever language it is set to.
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Returns the words of a text: what stands between white space, without the marks around it. In scripts without spaces, words are those of
 * Unicode's rules (UAX #29), so a number beside such a word is a word of its own.
 */
export function spacedWords(text: string): TextRange[] {
	return Array.from(text.matchAll(spacedWord), ({ 0: word, index }) => ({ start: index, end: index + word.length })).flatMap((range) => {
		const run = text.slice(range.start, range.end);
		if (!unspaced.test(run)) return [range];
		return Array.from(segmenter.segment(run))
			.filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
			.map(({ segment, index }) => ({ start: range.start + index, end: range.start + index + segment.length }));
	});
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

/**
 * Returns a pattern that finds these words as whole words, whatever the white space between them. Beside a sign of a script without spaces,
 * any place may be the end of a word.
 */
export function wholeWords(words: string, flags = 'u'): RegExp {
	const pattern = words
		.split(/\s+/u)
		.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
		.join(String.raw`\s+`);
	const partOfWord = `(?![${unspacedScripts}])[\\p{L}\\p{N}]`;
	const [before, after] = [words.at(0) ?? '', words.at(-1) ?? ''].map((sign) => unspaced.test(sign));
	return new RegExp(`${before ? '' : `(?<!${partOfWord})`}${pattern}${after ? '' : `(?!${partOfWord})`}`, flags);
}
